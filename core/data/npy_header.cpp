// Reads the dictionary strictly: exactly the keys descr, fortran_order and shape, each once, in any order.
#include "core/data/npy_header.h"

#include <optional>

namespace lockstep {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::int64_t kMostElements = std::int64_t{1} << 31;
constexpr std::size_t kMostDimensions = 8;

/// A cursor over the dictionary. Each reader takes what it names and leaves the cursor behind it, or gives nothing.
class Dictionary {
public:
    explicit Dictionary(std::string_view text)
        : m_text(text)
    {
    }

    bool take(char wanted)
    {
        skipSpaces();
        if (m_text.empty() || m_text.front() != wanted)
            return false;
        m_text.remove_prefix(1);
        return true;
    }

    bool takeWord(std::string_view word)
    {
        skipSpaces();
        if (!m_text.starts_with(word))
            return false;
        m_text.remove_prefix(word.size());
        return true;
    }

    /// A string in single or double quotes, without escapes.
    std::optional<std::string> quoted()
    {
        skipSpaces();
        if (m_text.empty() || (m_text.front() != '\'' && m_text.front() != '"'))
            return std::nullopt;
        const std::size_t end = m_text.find(m_text.front(), 1);
        if (end == std::string_view::npos)
            return std::nullopt;
        std::string text(m_text.substr(1, end - 1));
        m_text.remove_prefix(end + 1);
        return text;
    }

    /// "(2, 3)"; negative and absurdly large extents are no shape.
    std::optional<std::vector<std::int64_t>> shape()
    {
        std::vector<std::int64_t> extents;
        if (!take('('))
            return std::nullopt;
        while (!take(')')) {
            const auto extent = number();
            if (!extent || extents.size() == kMostDimensions)
                return std::nullopt;
            extents.push_back(*extent);
            if (!take(',')) {
                if (extents.size() == 1 || !take(')')) // (3) is a number in Python, (3,) a shape
                    return std::nullopt;
                break;
            }
        }
        return extents;
    }

    bool atEnd()
    {
        skipSpaces();
        return m_text.empty();
    }

private:
    std::optional<std::int64_t> number()
    {
        skipSpaces();
        std::int64_t value = 0;
        std::size_t digits = 0;
        for (; digits < m_text.size() && m_text[digits] >= '0' && m_text[digits] <= '9'; ++digits)
            if (value = value * 10 + (m_text[digits] - '0'); value > (std::int64_t{1} << 48))
                return std::nullopt;
        if (digits == 0)
            return std::nullopt;
        m_text.remove_prefix(digits);
        takeWord("L"); // as Python 2 wrote it
        return value;
    }

    void skipSpaces()
    {
        const std::size_t begin = m_text.find_first_not_of(" \t\r\n");
        m_text.remove_prefix(begin == std::string_view::npos ? m_text.size() : begin);
    }

    std::string_view m_text;
};

Result<Done> takeDescr(Dictionary& dictionary, NpyHeader& header, const std::string& source)
{
    const auto descr = dictionary.quoted();
    if (!descr)
        return Error{source + ": descr in its header is no simple type; write a plain array of floats with numpy.save."};
    if (descr->find('O') != std::string::npos)
        return Error{source + ": its values are Python objects; convert it with array.astype('<f8')."};
    if (*descr != "<f8" && *descr != "<f4")
        return Error{source + ": its values are of type " + descr->substr(0, 12)
            + " and not floats of 64 or 32 bits (<f8, <f4); convert it with array.astype('<f8')."};
    header.valueBytes = *descr == "<f8" ? 8 : 4;
    return Done{};
}

Result<Done> takeEntry(Dictionary& dictionary, const std::string& key, NpyHeader& header, const std::string& source)
{
    if (key == "descr")
        return takeDescr(dictionary, header, source);
    if (key == "fortran_order") {
        if (dictionary.takeWord("True"))
            return Error{source + ": its values are in Fortran order; convert it with numpy.ascontiguousarray."};
        if (!dictionary.takeWord("False"))
            return Error{source + ": fortran_order in its header is neither True nor False; write it with numpy.save."};
        return Done{};
    }
    auto shape = dictionary.shape();
    if (!shape)
        return Error{source + ": its header has no readable shape; write it with numpy.save."};
    header.shape = std::move(*shape);
    for (const std::int64_t extent : header.shape)
        if (extent > kMostElements || (header.elements *= extent) > kMostElements)
            return Error{
                source + ": its header announces more than 16 GiB of values; the file is damaged, copy it again."};
    return Done{};
}

} // namespace

Result<NpyHeader> parseNpyHeader(std::string_view bytes, const std::string& source)
{
    if (bytes.size() < 10 || !bytes.starts_with(kMagic))
        return Error{source + ": this is not a .npy file; write it with numpy.save."};
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
    const std::size_t version = byte(6), lengthBytes = version == 1 ? 2 : 4;
    if (version < 1 || version > 3 || bytes.size() < 8 + lengthBytes)
        return Error{
            source + ": .npy version " + std::to_string(version) + " cannot be read; write it with numpy.save."};
    std::size_t length = 0;
    for (std::size_t i = lengthBytes; i-- > 0;)
        length = length * 256 + byte(8 + i);
    const std::size_t begin = 8 + lengthBytes;
    if (length > bytes.size() - begin)
        return Error{source + ": the file ends inside its header; copy it again."};

    NpyHeader header;
    header.dataBegin = begin + length;
    Dictionary dictionary(bytes.substr(begin, length));
    const Error malformed{source
        + ": its header is no dictionary of descr, fortran_order and shape; write it with numpy.save."};
    if (!dictionary.take('{'))
        return malformed;
    std::vector<std::string> missing{"descr", "fortran_order", "shape"};
    while (!dictionary.take('}')) {
        const auto key = dictionary.quoted();
        if (!key || !dictionary.take(':') || std::erase(missing, *key) != 1)
            return malformed;
        if (const Result<Done> entry = takeEntry(dictionary, *key, header, source); !entry)
            return entry.error();
        if (!dictionary.take(',')) {
            if (!dictionary.take('}'))
                return malformed;
            break;
        }
    }
    if (!missing.empty())
        return Error{source + ": its header has no readable " + missing.front() + "; write it with numpy.save."};
    if (!dictionary.atEnd())
        return malformed;
    return header;
}

} // namespace lockstep
