#pragma once
// The data of a site: what its pages show of runs, as JSON with a schema number and as CSV (docs/report.md).

#include <cstddef>
#include <string>
#include <vector>

#include "harness/report/gathered_runs.hpp"
#include "harness/report/kept_runs.hpp"
#include "text/json.hpp"

namespace plumb {

inline constexpr int report_schema = 1;

/// How many runs the details of one file are of.
inline constexpr std::size_t runs_in_a_file = 256;

/// What is said of runs in words, each word once, with its places: {"problem": {"values": [..], "of": [..]}, ..}, and
/// ids, steps and times reached, in columns.
Json cells_json(const GatheredRuns& runs);

/// Names, units and meanings of the columns, in the order of their files.
Json quantities_json(const GatheredRuns& runs);

/// The numbers of a column as text, with six digits, which pictures and filters need.
std::string quantity_text(const NumberColumn& column);

/// Everything of the runs from `first` on, `runs_in_a_file` at most: all digits, settings, command lines, reasons.
/// What is `kept` of a run beside them is said by its files: "trajectory" "kept/ID", "animation" "picture/ID.svg".
Json details_json(const GatheredRuns& runs, std::size_t first, const KeptRuns& kept = {});

/// All columns of all runs, with all digits: a row of names, then data.
std::string runs_csv(const GatheredRuns& runs);

/// Statuses with their meanings and how many runs ended so.
Json statuses_json(const GatheredRuns& runs);

/// What the runs were made by, and how many each: without dates.
Json environments_json(const GatheredRuns& runs);

/// Of each method or problem that the runs name.
Json subjects_json(const std::map<std::string, NamedSubject>& subjects);

}  // namespace plumb
