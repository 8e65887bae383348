#include "text/csv_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "contract/exact_number.hpp"
#include "contract/excerpt.hpp"
#include "contract/expression.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Fields = std::vector<CsvRow::Field>;
using Texts = std::vector<std::string>;
using FileName = std::shared_ptr<const std::string>;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t most_fields = 100;
constexpr int most_lines = 1'000'000;

/// Returns the location of a mistake in the file as a whole.
FilePlace whole(FileName file) { return {.file = std::move(file), .line = 0, .column = 0}; }

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Splits one line into its fields.
class Line {
 public:
  Line(FileName file, int number, std::string_view text) : file_(std::move(file)), number_(number), text_(text) {}

  CsvRow row() {
    do add_field();
    while (take_comma());
    return {file_, number_, std::move(fields_)};
  }

 private:
  void add_field() {
    skip_blanks();
    if (fields_.size() == most_fields) refuse(at_, out_of_range("more than {} fields in a line", most_fields));
    const auto begin = at_;
    auto text = at_ < text_.size() && text_[at_] == '"' ? quoted() : plain();
    if (!is_printable(text))
      refuse(begin, malformed("control characters and bytes that are not UTF-8 are not allowed"));
    fields_.push_back({std::move(text), begin + 1});
  }

  std::string plain() {
    const auto begin = at_;
    at_ = std::min(text_.find(',', at_), text_.size());
    auto out = text_.substr(begin, at_ - begin);
    while (!out.empty() && is_blank(out.back())) out.remove_suffix(1);
    if (const auto mark = out.find('"'); mark != std::string_view::npos)
      refuse(begin + mark,
             malformed(
                 "a quotation mark in an unquoted field; quote the whole field, and double each quotation mark in it"));
    return std::string(out);
  }

  std::string quoted() {
    const auto begin = at_;
    std::string out;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"' && !text_.substr(at_ + 1).starts_with('"')) return end_of_quoted(std::move(out));
      if (text_[at_] == '"') ++at_;
      out += text_[at_];
    }
    refuse(begin, malformed("the quotation mark is not closed"));
  }

  std::string end_of_quoted(std::string text) {
    ++at_;
    skip_blanks();
    if (at_ < text_.size() && text_[at_] != ',') refuse(at_, malformed("expected a comma after the quotation mark"));
    return text;
  }

  bool take_comma() {
    if (at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  [[noreturn]] void refuse(std::size_t position, const UsageError& mistake) const {
    throw FilePlace{file_, static_cast<std::size_t>(number_), position + 1}.refusal(mistake);
  }

  FileName file_;
  int number_;
  std::string_view text_;
  std::size_t at_ = 0;
  Fields fields_;
};

bool has_content(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] != '#';
}

/// Returns the expected header, such as "a,b[,c]" with an optional column c.
std::string header_text(const Texts& needed, const Texts& optional) {
  return fmt::format("{}{}", fmt::join(needed, ","),
                     optional.empty() ? "" : fmt::format("[,{}]", fmt::join(optional, ",")));
}

/// Returns the index in the header of each column of `needed` and `optional`; the size of the header for missing
/// columns.
std::vector<std::size_t> order_of_columns(const CsvRow& header, const Texts& needed, const Texts& optional) {
  const auto expected = "expected the header " + header_text(needed, optional);
  Texts names = needed;
  names.insert(names.end(), optional.begin(), optional.end());
  std::vector<std::size_t> order(names.size(), header.size());
  for (std::size_t i = 0; i < header.size(); ++i) {
    const auto column = static_cast<std::size_t>(std::ranges::find(names, header[i]) - names.begin());
    if (column == names.size())
      header.refuse(i, no_such("{}; {}", expected, unknown_name("column", excerpt(header[i]), names).what()));
    if (order[column] != header.size())
      header.refuse(i, contradiction("{}; the column '{}' occurs twice", expected, header[i]));
    order[column] = i;
  }
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (order[i] == header.size())
      header.refuse(header.size(), missing_part("{}; '{}' is missing", expected, needed[i]).of(needed[i]));
  return order;
}

/// Throws if a row has more fields than the header, or if a field of a needed column is missing at its end.
void require_fields(const CsvRow& row, const CsvRow& header, const std::vector<std::size_t>& order,
                    std::size_t needed) {
  if (row.size() > header.size())
    row.refuse(
        header.size(),
        out_of_range(
            "{} fields, but the header has {}; quote fields that contain a comma, and write decimals with a point",
            row.size(), header.size()));
  for (std::size_t i = 0; i < needed; ++i)
    if (order[i] >= row.size())
      row.refuse(row.size(), missing_part("'{}' is missing: {} fields, but the header has {}", header[order[i]],
                                          row.size(), header.size())
                                 .of(header[order[i]]));
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

}  // namespace

CsvRow CsvRow::arranged(const std::vector<std::size_t>& order) const {
  const auto behind = fields_.empty() ? 1 : fields_.back().column + fields_.back().text.size();
  std::vector<Field> out;
  for (const auto i : order) out.push_back(i < fields_.size() ? fields_[i] : Field{"", behind});
  return {file_, line_, std::move(out)};
}

void CsvRow::refuse(std::size_t i, const UsageError& mistake) const {
  const auto& near = fields_.at(std::min(i, fields_.size() - 1));
  const auto column = i < fields_.size() ? near.column : near.column + near.text.size();
  throw FilePlace{file_, static_cast<std::size_t>(line_), column}.refusal(mistake);
}

std::string CsvRow::decimal(std::size_t i) const {
  const auto& text = fields_.at(i).text;
  if (!decimal_from_text(text)) refuse(i, malformed("expected a decimal number, not '{}'", excerpt(text)));
  try {
    number_from_text<double>(text);
    number_from_text<double>(fmt::format("5e{}", last_place(text) - 1));
  } catch (const std::invalid_argument&) {
    refuse(i, out_of_range("'{}' is too large, or its last digit too small, for a double", excerpt(text)));
  }
  return expression_detail::with_e(text);
}

void CsvRow::require_number(std::size_t i) const {
  try {
    number_from_text<double>(fields_.at(i).text);
  } catch (const std::invalid_argument& e) {
    refuse(i, malformed("{}", e.what()));
  }
}

std::vector<CsvRow> csv_rows(const std::filesystem::path& file, std::string_view requested) {
  return csv_rows_of_text(file_text(file, requested), file.string());
}

std::vector<CsvRow> csv_rows_of_text(std::string_view rest, const std::string& file) {
  const auto name = std::make_shared<const std::string>(file);
  if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  std::vector<CsvRow> out;
  for (int number = 1; !rest.empty(); ++number) {
    if (number > most_lines) throw whole(name).refusal(out_of_range("more than {} lines", most_lines));
    const auto end = std::min(rest.find('\n'), rest.size());
    auto line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (has_content(line)) out.push_back(Line(name, number, line).row());
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

std::vector<CsvRow> csv_table(const std::filesystem::path& file, std::string_view requested, const Texts& needed,
                              const Texts& optional) {
  const auto rows = csv_rows(file, requested);
  if (rows.empty())
    throw whole(std::make_shared<const std::string>(file.string()))
        .refusal(missing_part("expected the header {}", header_text(needed, optional)));
  const auto& header = rows.front();
  const auto order = order_of_columns(header, needed, optional);
  std::vector<CsvRow> out;
  for (auto row = rows.begin() + 1; row != rows.end(); ++row) {
    require_fields(*row, header, order, needed.size());
    out.push_back(row->arranged(order));
  }
  return out;
}

std::string csv_line(const Texts& fields) {
  Texts quoted;
  for (const auto& field : fields) quoted.push_back(csv_field(field));
  // A single empty field is written as "", because readers skip an empty line.
  return (quoted == Texts{""} ? "\"\"" : fmt::format("{}", fmt::join(quoted, ","))) + "\r\n";
}

}  // namespace plumb
