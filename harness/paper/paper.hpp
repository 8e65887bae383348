#pragma once
// Plumb reproduces papers from their printed values and from specifications of their tables, figures and claims.
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

/// One number or word in a table of the paper.
struct Printed {
  std::string table, row, column;
  std::string text = {};   // a number with the digits that the paper gives, or a word; empty: the paper prints nothing
  std::string paper = {};  // its key
  std::string place = {};  // "FILE:LINE:COLUMN" in the file; empty if it comes from no file
};

struct Paper {
  std::string key, title, authors, source, doi;
  std::filesystem::path folder;
  std::string note = {};  // says that this paper is read instead of another of the same key; empty: there is none
  /// Time that the whole paper takes on one core if the store is empty [min]; none if its author does not say.
  std::optional<double> minutes = {};
  /// The problems that its runs need, without parameters: scripts/reproduce builds these alone. Empty if the file does
  /// not name them.
  std::vector<std::string> problems = {};
  std::vector<Printed> published;
  std::vector<std::string> found = {};  // sentences about what was found; a claim's id stands in `...`

  /// Returns the printed text; none if there is none.
  std::optional<std::string> printed(const std::string& table, const std::string& row, const std::string& column) const;
  /// Returns the specification files in a folder of the paper by item name ("table-1" for tables/table-01.toml), in the
  /// order of their numbers. Names without a number ("work-precision") come last. Throws UsageError if one item has two
  /// files, or if a printed number has no table.
  std::vector<std::pair<std::string, std::filesystem::path>> items(const std::string& kind) const;
};

/// Returns the folders results/papers that papers are read from; there may be none or several. Of papers with the same
/// key the first one wins.
std::vector<std::filesystem::path> papers_folders();

/// Returns the keys of all papers, sorted. Throws UsageError if there is none.
std::vector<std::string> paper_keys();

/// Reads the paper. Throws UsageError with the nearest name if there is none of this key, and on malformed files.
Paper paper_named(const std::string& key);

}  // namespace plumb
