// Numbers as little-endian bytes, and a reader that trusts nothing. Private to the trace format.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lockstep {

/// CRC-32 (IEEE 802.3, reflected, polynomial 0xEDB88320).
std::uint32_t crc32(std::string_view bytes);

class ByteWriter {
public:
    template <class T>
    void number(T value)
    {
        static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
        auto bits = static_cast<std::uint64_t>(value);
        for (std::size_t i = 0; i < sizeof(T); ++i, bits >>= 8)
            m_bytes += static_cast<char>(bits & 0xff);
    }
    /// IEEE 754 bits, so that every value comes back exactly, NaN included.
    void number(double value) { number(std::bit_cast<std::uint64_t>(value)); }
    void flag(bool value) { number(static_cast<std::uint8_t>(value)); }
    void text(std::string_view value)
    {
        number(static_cast<std::uint32_t>(value.size()));
        m_bytes += value;
    }
    template <class T>
    void numbers(const std::vector<T>& values)
    {
        number(static_cast<std::uint32_t>(values.size()));
        for (const T value : values)
            number(value);
    }
    void raw(std::string_view bytes) { m_bytes += bytes; }

    const std::string& bytes() const { return m_bytes; }
    std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// Reads what ByteWriter wrote. After the first read past the end everything is zero and failed() is true, so that
/// callers check once per block. Every count is checked against the bytes that are left before memory is taken.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    bool failed() const { return m_failed; }
    std::size_t position() const { return m_at; }
    std::size_t left() const { return m_bytes.size() - m_at; }
    void fail() { m_failed = true; }

    template <class T>
    T number()
    {
        if constexpr (std::is_same_v<T, double>) {
            return std::bit_cast<double>(number<std::uint64_t>());
        } else {
            std::uint64_t bits = 0;
            const std::string_view bytes = take(sizeof(T));
            for (std::size_t i = 0; i < bytes.size(); ++i)
                bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
            return static_cast<T>(bits);
        }
    }
    bool flag()
    {
        const auto value = number<std::uint8_t>();
        m_failed = m_failed || value > 1;
        return value == 1;
    }
    /// An enum whose values are 0 .. last.
    template <class E>
    E choice(E last)
    {
        const auto value = number<std::uint8_t>();
        m_failed = m_failed || value > static_cast<std::uint8_t>(last);
        return m_failed ? E{} : static_cast<E>(value);
    }
    /// How many things follow, each at least `bytesEach` long.
    std::size_t count(std::size_t bytesEach)
    {
        const std::size_t value = number<std::uint32_t>();
        m_failed = m_failed || value > left() / bytesEach;
        return m_failed ? 0 : value;
    }
    std::string text() { return std::string(take(count(1))); }
    template <class T>
    std::vector<T> numbers()
    {
        std::vector<T> values(count(sizeof(T)));
        for (T& value : values)
            value = number<T>();
        return values;
    }
    /// The next `size` bytes, or none.
    std::string_view take(std::size_t size)
    {
        m_failed = m_failed || size > left();
        if (m_failed)
            return {};
        const std::string_view bytes = m_bytes.substr(m_at, size);
        m_at += size;
        return bytes;
    }
    /// A length-prefixed part, as ByteWriter::text writes it.
    ByteReader part() { return ByteReader(take(count(1))); }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
    bool m_failed = false;
};

} // namespace lockstep
