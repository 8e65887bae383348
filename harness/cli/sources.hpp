#pragma once
// What has to be cited: the entries of the bibliography behind methods, problems and runs.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/store/store.hpp"
#include "text/bibliography.hpp"

namespace plumb {

/// The references that the text of a source cites, one line each; keys without an entry are left out.
std::vector<std::string> reference_lines(std::string_view source);
/// The same as objects: key, type and the fields of the entry.
Json references_json(std::string_view source);

/// The sources of runs: of their methods, problems, formulations, linear algebra and metrics, and the program itself.
class Citations {
 public:
  explicit Citations(Bibliography entries) : bibliography_(std::move(entries)) {}
  void add(const StoredRun& run);

  /// All entries as BibTeX, by key; methods from files without a key have entries of their own.
  std::string bibtex() const;
  /// Keys that sources cite and no bibliography has; and runs whose method or problem this build does not know.
  const std::vector<std::string>& missing() const { return missing_; }
  std::size_t unknown_runs() const { return unknown_runs_; }

 private:
  void cite(std::string_view source);
  void cite(const ResolvedCell& cell);
  void cite(const ResolvedCell& cell, const RunResult& result);

  Bibliography bibliography_;
  std::map<std::string, BibEntry> cited_;
  std::vector<std::string> missing_;
  std::size_t unknown_runs_ = 0;
};

}  // namespace plumb
