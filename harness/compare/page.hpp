#pragma once
// The page of a comparison, and its data.

#include <string>
#include <vector>

#include "harness/compare/section.hpp"
#include "text/json.hpp"

namespace plumb {

/// The page of one method, in the order of reading.
std::vector<Section> sections_of(const Subjects& of);

/// Sections for people: text of at most 100 columns, in which names that are too long end in "..", Markdown, or LaTeX
/// (booktabs).
std::string page_text(const std::vector<Section>& sections, TableFormat format);

/// All runs, a row each: arena, method, role, step, error and its uncertainty, cost, counts, status.
Table run_table(const Campaign& campaign);

/// {"method", "sections": [{"id", "title", "rows", "notes"}], "orders": [..], "goals": [..]} of a judged entrant.
Json comparison_json(const Subjects& of);
/// What the pictures show, see scripts/compare.py.
Json picture_json(const Subjects& of);

}  // namespace plumb
