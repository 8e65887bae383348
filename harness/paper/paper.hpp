#pragma once
// Plumb reproduces papers from their printed values and from specifications of their tables, figures and claims.
//
//   results/papers/KEY/paper.toml        title, authors, source
//   results/papers/KEY/published.csv     table,row,column,published: the numbers as printed, or a word for a failed run
//   results/papers/KEY/tables/*.toml     the runs for each number (table.hpp)
//   results/papers/KEY/figures/*.toml    the runs for each curve (figure.hpp)
//   results/papers/KEY/claims.toml       claims that can be checked (claims.hpp)
//
// The user's papers extend the built-in ones (text/program_files.hpp).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plumb {

/// One number or word in a table of the paper.
struct Printed {
  std::string table, row, column;
  std::string text = {};   // number with all digits that the paper prints, or a word; empty: not printed
  std::string paper = {};  // key of the paper
  std::string place = {};  // location "FILE:LINE:COLUMN"; empty if no file contains the value
};

struct Paper {
  std::string key, title, authors, source, doi;
  std::filesystem::path folder;
  std::string note = {};  // warning if this paper hides another paper with the same key; else empty
  /// Run time of the whole paper on one core with an empty store [min]; none if the file does not contain it.
  std::optional<double> minutes = {};
  /// Problems of the runs, without parameters: scripts/reproduce builds only these. Empty if the file does not name
  /// them.
  std::vector<std::string> problems = {};
  std::vector<Printed> published;
  std::vector<std::string> found = {};  // sentences on the findings; ids of claims are in backquotes

  /// Returns the printed text; nullopt if the table has no such entry.
  std::optional<std::string> printed(const std::string& table, const std::string& row, const std::string& column) const;
  /// Returns the specification files in a folder of the paper by item name ("table-1" for tables/table-01.toml), in the
  /// order of their numbers. Names without a number ("work-precision") come last. Throws UsageError if one item has two
  /// files, or if a printed number has no table.
  std::vector<std::pair<std::string, std::filesystem::path>> items(const std::string& kind) const;
};

/// Returns the folders results/papers from which papers are read; there may be none or several. If two papers have the
/// same key, the first one wins.
std::vector<std::filesystem::path> papers_folders();

/// Returns the keys of all papers, sorted. Throws UsageError if there is none.
std::vector<std::string> paper_keys();

/// Reads the paper. Throws UsageError, with the most similar name, if this key has no paper, and on malformed files.
Paper paper_named(const std::string& key);

}  // namespace plumb
