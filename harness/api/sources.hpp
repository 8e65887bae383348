#pragma once
// Collects the bibliography entries that must be cited for methods, problems and runs.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/store/store.hpp"
#include "text/bibtex.hpp"

namespace plumb {

/// Returns the references that a source text cites by their keys, "alexander1977, theorem 5", one line each. Keys
/// without an entry are left out.
std::vector<std::string> reference_lines(std::string_view source);
/// Returns the cited entries as JSON objects with key, type and fields.
Json references_json(std::string_view source);

/// Collects the sources of runs: of their methods, problems, formulations, linear algebra and metrics, and of the
/// program itself.
class Citations {
 public:
  explicit Citations(Bibliography entries) : bibliography_(std::move(entries)) {}
  void add(const StoredRun& run);

  /// Returns all collected entries as BibTeX, sorted by key. A method from a file whose source cites no key gets an
  /// entry of its own.
  std::string bibtex() const;
  /// Return the cited keys that are missing in the bibliography, and the number of runs whose method or problem this
  /// build does not have.
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
