#pragma once
// The output of `plumb reproduce`: tables, claims, and a line of verdicts for each.

#include <string>
#include <vector>

#include "harness/paper/claims.hpp"
#include "harness/paper/table.hpp"

namespace plumb {

/// All judged results of one call.
struct Findings {
  std::vector<TableSpec> specs;
  std::vector<std::vector<JudgedEntry>> tables;  // judged entries: one list for each specification
  std::vector<JudgedClaim> claims;

  /// Adds the findings of another paper.
  void add(Findings others);

  bool differs() const;     // a number differs, or a claim fails, holds partly, depends or is undecided
  bool incomplete() const;  // a required result is missing
};

// For text, md and latex, sections are printed one by one as they are judged, followed by the summary.
std::string printed(const TableSpec& spec, const std::vector<JudgedEntry>& entries, TableFormat format);
/// Prints the claims of one paper.
std::string printed(const std::vector<JudgedClaim>& claims, TableFormat format);
std::string printed_summary(const Findings& findings, TableFormat format);
/// Prints the counts of all tables and claims of several papers together.
std::string printed_sum(const Findings& findings, TableFormat format);

/// For programs (json, csv), all results are printed together at the end.
std::string as_data(const Findings& findings, TableFormat format);

/// Returns a line for each table, such as "KEY/table-1: 10 match, 1 close, 1 same-floor, 0 differs, 2 not-run", and
/// then the counts of the claims of each paper with the names of failed claims.
std::string summary(const Findings& findings);

}  // namespace plumb
