// The one table of configuration keys. Reading, writing, `--set`, lesson keys, JSON Schema, docs/config.md and the
// spelling hints all come from it.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/config/key_value.h"
#include "core/config/run_config.h"

namespace lockstep {

enum class KeyType { boolean, integer, number, text, choice, integers, numbers, rows, texts };

struct KeySpec {
    std::string name; ///< dotted: "optimizer.lr"
    KeyType type = KeyType::text;
    std::string doc; ///< one sentence

    std::vector<std::string> choices; ///< choice: the spellings, in the order of the enum's values
    double minimum = -std::numeric_limits<double>::infinity(); ///< of the number, or of every number in the list
    double maximum = std::numeric_limits<double>::infinity();
    std::size_t minimumItems = 0;      ///< in a list of whole numbers
    std::size_t maximumItems = 100000; ///< in a list, or in all rows together

    std::function<KeyValue(const RunConfig&)> get;
    std::function<void(RunConfig&, const KeyValue&)> set; ///< precondition: checkValue passed
};

/// All keys, in the order of the reference page.
const std::vector<KeySpec>& keyTable();

/// The key of that name, or nullptr.
const KeySpec* findKey(std::string_view name);

/// True when keys "name.x" exist.
bool isKeyGroup(std::string_view name);

/// One sentence: the name is no key, and which one was likely meant.
Error unknownKey(std::string_view name);

} // namespace lockstep
