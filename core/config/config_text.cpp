// Keys set from and shown as text: `--set key=value`, lesson lines.
#include "core/config/config_io.h"

#include "core/base/check.h"
#include "core/config/key_table.h"

namespace lockstep {

Result<Done> setKey(RunConfig& config, std::string_view name, std::string_view text)
{
    const KeySpec* key = findKey(name);
    if (!key)
        return unknownKey(name);
    const Result<KeyValue> value = valueFromText(*key, text);
    if (!value)
        return value.error();
    if (auto done = checkValue(*key, value.value()); !done)
        return done;
    key->set(config, value.value());
    return Done{};
}

std::string keyText(const RunConfig& config, std::string_view name)
{
    const KeySpec* key = findKey(name);
    LOCKSTEP_CHECK(key != nullptr);
    return textFromValue(key->get(config));
}

} // namespace lockstep
