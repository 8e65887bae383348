#pragma once
// Papers that Plumb reproduces: their printed values and the specifications of their tables, figures and claims.
//
//   results/papers/KEY/paper.toml        title, authors, source
//   results/papers/KEY/published.csv     table,row,column,published: the numbers as printed, or a word for a failed run
//   results/papers/KEY/tables/*.toml     what has to be run for each number (table.hpp)
//   results/papers/KEY/figures/*.toml    what has to be run for each curve (figure.hpp)
//   results/papers/KEY/claims.toml       sentences that can be checked (claims.hpp)
//
// Papers of the user stand beside those that the program came with (text/program_files.hpp).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plumb {

/// One place of a table.
struct Printed {
  std::string table, row, column;
  std::string text = {};   // a number with the digits that the paper gives, or a word; empty: the paper prints nothing
  std::string paper = {};  // its key
  std::string place = {};  // where it is written, "FILE:LINE:COLUMN"; empty if it comes from no file
};

struct Paper {
  std::string key, title, authors, source, doi;
  std::filesystem::path folder;
  std::string note = {};  // that it is read instead of another of the same key; empty: there is none
  /// What all of it takes from nothing on one core; none: its author does not say.
  std::optional<double> minutes = {};
  std::vector<Printed> published;
  std::vector<std::string> found = {};  // sentences of what was found; a claim's id stands in `...`

  /// The printed text, or none.
  std::optional<std::string> printed(const std::string& table, const std::string& row, const std::string& column) const;
  /// Specification files in a folder of the paper by item name ("table-1" for tables/table-01.toml), by number; names
  /// without one ("work-precision") come last. Throws UsageError: two files for one item, and among the tables none for
  /// a printed number.
  std::vector<std::pair<std::string, std::filesystem::path>> items(const std::string& kind) const;
};

/// The folders results/papers that papers are read from, none or several; of papers with the same key the first wins.
std::vector<std::filesystem::path> papers_folders();

/// Keys of all papers, sorted. Throws UsageError if there is none.
std::vector<std::string> paper_keys();

/// Throws UsageError with the nearest name, and on files that are malformed.
Paper paper_named(const std::string& key);

}  // namespace plumb
