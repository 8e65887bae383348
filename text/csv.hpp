#pragma once
// Files of comma-separated values (CSV): each line is a row and ends in LF or CRLF; a byte order mark is
// allowed.
//
// A quoted field may contain commas, and doubled quotation marks that represent one. Blanks around a field are
// ignored. Empty lines and lines that begin with # are skipped. Every mistake is a UsageError that
// begins with FILE:LINE:COLUMN.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/exit_codes.hpp"

namespace plumb {

class CsvRow {
 public:
  struct Field {
    std::string text;
    std::size_t column = 1;  // first column [bytes]
  };

  CsvRow(std::shared_ptr<const std::string> file, int line, std::vector<Field> fields)
      : file_(std::move(file)), line_(line), fields_(std::move(fields)) {}

  std::size_t size() const { return fields_.size(); }
  const std::string& operator[](std::size_t i) const { return fields_.at(i).text; }
  int line() const { return line_; }
  const std::vector<Field>& fields() const { return fields_; }

  /// Returns this row with the fields in another order: `order` contains their indices. Fields beyond the end of this
  /// row are empty.
  CsvRow arranged(const std::vector<std::size_t>& order) const;
  /// Throws the mistake with the location of field i, or of the end of the row if it has no field i.
  [[noreturn]] void refuse(std::size_t i, const UsageError& mistake) const;

  /// Returns field i, a decimal as printed, with "e" before its exponent. Throws if the field is no decimal, or if no
  /// double represents it within half a unit of its last digit.
  std::string decimal(std::size_t i) const;
  /// Throws if field i is not a number (contract/exact_number.hpp).
  void require_number(std::size_t i) const;

 private:
  std::shared_ptr<const std::string> file_;
  int line_;
  std::vector<Field> fields_;
};

/// Returns all rows of a file of at most a million lines; `wanted` describes the expected file in messages: "published
/// values (CSV)".
std::vector<CsvRow> csv_rows(const std::filesystem::path& file, std::string_view requested);

/// Returns the rows below the header. The header must name all columns of `needed`, and may name columns of `optional`,
/// in any order. The returned rows have the fields `needed`, then `optional`; missing fields of optional columns are
/// empty. Throws if a row has more fields than the header.
std::vector<CsvRow> csv_table(const std::filesystem::path& file, std::string_view requested,
                              const std::vector<std::string>& needed, const std::vector<std::string>& optional = {});

/// Returns a line in the format of RFC 4180, with its line break.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace plumb
