// Keys set from and shown as text: `--set key=value`, lesson lines, lists of changes.
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

std::vector<KeyDifference> differences(const RunConfig& before, const RunConfig& after)
{
    std::vector<KeyDifference> changes;
    for (const KeySpec& key : keyTable()) {
        const KeyValue was = key.get(before), is = key.get(after);
        if (was != is)
            changes.push_back({key.name, textFromValue(was), textFromValue(is)});
    }
    return changes;
}

} // namespace lockstep
