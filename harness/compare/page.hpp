#pragma once
// Writes the page about one judged method of a comparison, and its data.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/compare/section.hpp"
#include "text/json.hpp"

namespace plumb {

/// Returns the sections of the page about one method, in their order on the page.
std::vector<Section> sections_of(const Subjects& subjects);

/// Returns the page as plain text, Markdown or LaTeX. Plain text has at most 100 columns; longer names are cut and end
/// in "..".
std::string page_text(const std::vector<Section>& sections, TableFormat format);

/// Returns the page in LaTeX, a \section: the findings as its first paragraph, tables (booktabs, siunitx) with caption
/// and label, figures (PGFPlots), and the provenance at the end. The first lines are comments with the packages that
/// the document must load. Tables and figures span both columns of classes with two columns; tables that are too wide
/// are scaled.
std::string latex_page(const std::vector<Section>& sections);

/// Returns the caption of the section, else the first heading of its table, else its id.
std::string title_of(const Section& section);
/// Converts a table of two columns (name, value) to a sentence: "Theory: order: 2 (order conditions); stage order: 2;
/// ...". Empty if the table has no rows.
std::string as_sentence(std::string_view title, const Table& card);

/// The arguments of `plumb compare`. `beside` are the methods of --beside; `timed` requests seconds.
struct ComparisonSettings {
  std::vector<std::string> methods, beside, problems;
  bool quick = false, timed = false;
};
/// Returns the command that makes the comparison: "plumb compare 'bathe(rho=0)' --beside bdf2 --quick".
std::string command_of(const ComparisonSettings& settings);
/// Returns pairs of name and text: version, commit, date (today), machine, compiler, command, and the settings of the
/// plan: errors, limit of a run, problems with their end times.
std::vector<std::pair<std::string, std::string>> provenance(const CampaignPlan& plan, const std::string& command);

/// Returns a table with a row for each run: arena (problem and formulation), method, role, step, error and its
/// uncertainty, cost, counts, status.
Table run_table(const Campaign& campaign);
/// Adds a column for each fact of the provenance, with equal entries in all rows.
Table with_provenance(Table table, const CampaignPlan& plan, const std::string& command);

/// Returns {"method", "provenance": {..}, "sections": [{"id", "title", "rows", "notes", "data"}], "orders": [..],
/// "goals": [..]} for a judged entrant. Only sections with further data have "data" (Section).
Json comparison_json(const Subjects& subjects);
/// Returns the data of the plots, see scripts/compare.py.
Json picture_json(const Subjects& subjects);

}  // namespace plumb
