#include "harness/store/salvage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {
namespace {

std::uint32_t big_endian(std::string_view bytes, std::size_t position, int size) {
  std::uint32_t out = 0;
  for (int i = 0; i < size; ++i)
    out = out << 8 | static_cast<unsigned char>(bytes[position + static_cast<std::size_t>(i)]);
  return out;
}

/// Reads variable-length integers of one to nine bytes. Each byte contains seven bits, the highest bits first.
class NumberReading {
 public:
  NumberReading(std::string_view bytes, std::size_t position) : bytes_(bytes), at_(position) {}

  std::optional<std::uint64_t> number() {
    std::uint64_t out = 0;
    for (int i = 0; i < 8; ++i) {
      if (at_ >= bytes_.size()) return {};
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      out = out << 7 | (byte & 0x7fU);
      if ((byte & 0x80U) == 0) return out;
    }
    return {};  // number exceeds any row
  }
  std::size_t at() const { return at_; }

 private:
  std::string_view bytes_;
  std::size_t at_;
};

/// The pages of a file; their numbers begin with 1.
class Pages {
 public:
  explicit Pages(const std::filesystem::path& path) : file_(std::fopen(path.c_str(), "rb")) {
    if (!file_) throw StoreError(fmt::format("{}: cannot be read", path.string()));
    std::fseek(file_.get(), 0, SEEK_END);
    const auto bytes = static_cast<std::uint64_t>(std::max(0L, std::ftell(file_.get())));
    size_ = header_page_size();
    count_ = static_cast<std::uint32_t>((bytes + size_ - 1) / size_);
  }

  std::uint32_t count() const { return count_; }
  std::size_t size() const { return size_; }

  /// Returns a page. Bytes after the end of the file are zeros.
  std::string page(std::uint32_t number) const {
    std::string out(size_, '\0');
    std::fseek(file_.get(), static_cast<long>((number - 1) * static_cast<std::uint64_t>(size_)), SEEK_SET);
    const auto read = std::fread(out.data(), 1, size_, file_.get());
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(read), out.end(), '\0');
    return out;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  /// Returns the page size from the header if it is valid, otherwise the default page size of all stores.
  std::size_t header_page_size() const {
    constexpr std::size_t usual = 4096;
    std::array<char, 18> header{};
    std::rewind(file_.get());
    if (std::fread(header.data(), 1, header.size(), file_.get()) != header.size()) return usual;
    const auto stated = big_endian({header.data(), header.size()}, 16, 2);
    const bool can_be = stated >= 512 && (stated & (stated - 1)) == 0;
    const bool has_magic = std::string_view(header.data(), 15) == "SQLite format 3";
    return can_be && has_magic ? stated : usual;
  }

  std::unique_ptr<std::FILE, Close> file_;
  std::size_t size_ = 0;
  std::uint32_t count_ = 0;
};

enum class PageOf { table, index };

/// Returns the number of payload bytes on the page itself; the rest is on overflow pages (section 1.6).
std::size_t on_the_page(PageOf what, std::uint64_t payload, std::size_t usable) {
  const std::size_t most = what == PageOf::table ? usable - 35 : (usable - 12) * 64 / 255 - 23,
                    least = (usable - 12) * 32 / 255 - 23;
  if (payload <= most) return static_cast<std::size_t>(payload);
  const auto kept = least + (payload - least) % (usable - 4);
  return static_cast<std::size_t>(kept <= most ? kept : least);
}

/// Returns the payload of a cell: the part on its page, and the rest on overflow pages.
std::optional<std::string> payload_at(const Pages& pages, std::string_view page, std::size_t position, PageOf what,
                                      std::uint64_t size) {
  const auto local = on_the_page(what, size, pages.size());
  if (position + local > page.size()) return {};
  std::string out(page.substr(position, local));
  if (local == size) return out;
  if (position + local + 4 > page.size()) return {};
  for (auto next = big_endian(page, position + local, 4); out.size() < size;) {
    if (next == 0 || next > pages.count()) return {};
    const auto more = pages.page(next);
    out += std::string_view(more).substr(4, static_cast<std::size_t>(size) - out.size());
    next = big_endian(more, 0, 4);
  }
  return out;
}

constexpr std::uint64_t of_an_id = 13 + 2 * 16;       // serial type of a text of 16 bytes
constexpr std::size_t columns_of_a_run = 7;           // number of columns, which are all texts
constexpr std::uint64_t longest_row = 1'000'000'000;  // limit of a row in SQLite [bytes]

/// Returns the column types at the beginning of a record if it may be a run: all are texts, and the first is an id.
std::optional<std::vector<std::uint64_t>> types_of(std::string_view record) {
  NumberReading in(record, 0);
  const auto header = in.number();
  if (!header || *header > record.size()) return {};
  std::vector<std::uint64_t> types;
  while (in.at() < *header) {
    const auto type = in.number();
    if (!type || types.size() == columns_of_a_run) return {};
    const bool is_text = *type >= 13 && *type % 2 == 1;
    if (!is_text) return {};
    types.push_back(*type);
  }
  if (types.size() != columns_of_a_run || types.front() != of_an_id) return {};
  return types;
}

/// Returns whether a row may begin at this offset of the page. A row begins with its length, its row id, and the type
/// of its key column, so this quick test rejects nearly all other offsets.
bool may_begin(std::string_view page, std::size_t position) {
  NumberReading in(page, position);
  const auto size = in.number();
  if (!size || *size < 100 || *size > longest_row || !in.number()) return false;
  const auto header = in.number();
  const auto first = in.number();
  return header && *header >= 7 && *header <= 40 && first && *first == of_an_id;
}

std::optional<RunRow> row_of(const std::string& record) {
  const auto types = types_of(record);
  if (!types) return {};
  NumberReading in(record, 0);
  auto at = static_cast<std::size_t>(*in.number());
  std::vector<std::string> columns;
  for (const auto type : *types) {
    const auto size = static_cast<std::size_t>((type - 13) / 2);
    if (at + size > record.size()) return {};
    columns.push_back(record.substr(at, size));
    at += size;
  }
  return RunRow{columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], columns[6]};
}

std::optional<RunRow> row_at(const Pages& pages, std::string_view page, std::size_t position) {
  if (!may_begin(page, position)) return {};
  NumberReading in(page, position);
  const auto size = *in.number();
  in.number();
  const auto payload = payload_at(pages, page, in.at(), PageOf::table, size);
  return payload ? row_of(*payload) : std::nullopt;
}

/// Returns the text of an environment's record, which begins with its hash.
std::optional<std::string> environment_at(const Pages& pages, std::string_view page, std::size_t position) {
  NumberReading in(page, position);
  const auto size = in.number();
  if (!size || *size < 40 || *size > longest_row) return {};
  const auto begin = in.at();
  const auto header = in.number(), first = in.number(), second = in.number();
  if (!header || *header < 3 || *header > 12 || first != of_an_id || !second || *second < 13 || *second % 2 == 0)
    return {};
  const auto record = payload_at(pages, page, begin, PageOf::index, *size);
  const auto length = static_cast<std::size_t>((*second - 13) / 2), id_length = std::size_t{16};
  if (!record || *header + id_length + length > record->size()) return {};
  auto text = record->substr(static_cast<std::size_t>(*header) + id_length, length);
  if (environment_id(text) != record->substr(static_cast<std::size_t>(*header), id_length)) return {};
  return text;
}

}  // namespace

void salvage_environments(const std::filesystem::path& file,
                          const std::function<void(const std::string& text)>& visitor) {
  const Pages pages(file);
  for (std::uint32_t number = 1; number <= pages.count(); ++number) {
    const auto page = pages.page(number);
    for (std::size_t position = 0; position < page.size(); ++position)
      if (const auto text = environment_at(pages, page, position)) visitor(*text);
  }
}

void salvage_rows(const std::filesystem::path& file, const std::function<void(const RunRow&)>& visitor) {
  const Pages pages(file);
  for (std::uint32_t number = 1; number <= pages.count(); ++number) {
    const auto page = pages.page(number);
    for (std::size_t position = 0; position < page.size(); ++position)
      if (const auto row = row_at(pages, page, position); row && damage(*row).empty()) visitor(*row);
  }
}

}  // namespace plumb
