#pragma once
// Here is the page of a comparison, with its data.

#include <string>
#include <utility>
#include <vector>

#include "harness/compare/section.hpp"
#include "text/json.hpp"

namespace plumb {

/// Returns the page of one method, in the order of reading.
std::vector<Section> sections_of(const Subjects& of);

/// Writes sections for readers: as text of at most 100 columns, in which names that are too long end in "..", as
/// Markdown, or as LaTeX (booktabs).
std::string page_text(const std::vector<Section>& sections, TableFormat format);

/// A request for a comparison.
struct ComparisonAsked {
  std::vector<std::string> methods, beside, problems;
  bool quick = false, timed = false;
};
/// Returns the command that makes the comparison: "plumb compare 'bathe(rho=0)' --with bdf2 --quick".
std::string command_of(const ComparisonAsked& asked);
/// Returns pairs of a name and a text: version, commit, date (today), machine, compiler and command.
std::vector<std::pair<std::string, std::string>> provenance(const std::string& command);

/// Returns a row for each run: arena, method, role, step, error and its uncertainty, cost, counts, status.
Table run_table(const Campaign& campaign);
/// Adds a column for each fact of the provenance, the same in each row.
Table with_provenance(Table table, const std::string& command);

/// Returns {"method", "provenance": {..}, "sections": [{"id", "title", "rows", "notes"}], "orders": [..], "goals":
/// [..]} for a judged entrant.
Json comparison_json(const Subjects& of);
/// Returns the data of the plots, see scripts/compare.py.
Json picture_json(const Subjects& of);

}  // namespace plumb
