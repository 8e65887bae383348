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

  /// This row with its fields in another order; fields that it does not have are empty.
  CsvRow arranged(const std::vector<std::size_t>& order) const;
  /// Throws the mistake at field i, or behind the last.
  [[noreturn]] void refuse(std::size_t i, const UsageError& mistake) const;

  /// Field i, a decimal as it is printed, with e for the letter of its exponent. Refuses a text that is no decimal, or
  /// that no double represents to half a unit of its last digit.
  std::string decimal(std::size_t i) const;
  /// Refuses a field that is not a number (contract/exact_number.hpp).
  void require_number(std::size_t i) const;

 private:
  std::shared_ptr<const std::string> file_;
  int line_;
  std::vector<Field> fields_;
};

/// All rows of a file of at most a million lines; `wanted` describes the expected file: "published values (CSV)".
std::vector<CsvRow> csv_rows(const std::filesystem::path& file, std::string_view wanted);

/// The rows below a header that names each of the columns `needed`, and optionally columns of `optional`, in any order.
/// Every row has the fields needed + optional in this order. A row with more fields than the header is
/// refused; fields of optional columns may be missing at its end, and are then empty.
std::vector<CsvRow> csv_table(const std::filesystem::path& file, std::string_view wanted,
                              const std::vector<std::string>& needed, const std::vector<std::string>& optional = {});

/// One line of RFC 4180 for writing, with its end.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace plumb
