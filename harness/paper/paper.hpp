#pragma once
// Papers that Plumb reproduces: their printed values and the specifications of their tables, figures and claims.
//
//   results/papers/KEY/paper.toml        title, authors, source
//   results/papers/KEY/published.csv     table,row,column,published: the numbers as printed, or a word for a failed run
//   results/papers/KEY/tables/*.toml     what has to be run for each number (table.hpp)
//   results/papers/KEY/figures/*.toml    what has to be run for each curve (figure.hpp)
//   results/papers/KEY/claims.toml       sentences that can be checked (claims.hpp)

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
};

struct Paper {
  std::string key, title, authors, source, doi;
  std::filesystem::path folder;
  std::vector<Printed> published;

  /// The printed text, or none.
  std::optional<std::string> printed(const std::string& table, const std::string& row, const std::string& column) const;
  /// Specification files in a folder of the paper by item name ("table-1" for tables/table-01.toml), by number; names
  /// without one ("work-precision") come last.
  std::vector<std::pair<std::string, std::filesystem::path>> items(const std::string& kind) const;
};

/// The folder results/papers of this source tree: above the working directory, else above the program.
/// Throws UsageError if there is none.
std::filesystem::path papers_folder();

/// Keys of all papers, sorted.
std::vector<std::string> paper_keys();

/// Throws UsageError with the nearest name, and on files that are malformed.
Paper paper_named(const std::string& key);

}  // namespace plumb
