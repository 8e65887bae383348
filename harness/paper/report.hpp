#pragma once
// `plumb reproduce` prints this: tables, claims, and a line of verdicts for each.

#include <string>
#include <vector>

#include "harness/paper/claims.hpp"
#include "harness/paper/table.hpp"

namespace plumb {

/// Holds everything that one call has judged.
struct Findings {
  std::vector<TableSpec> specs;
  std::vector<std::vector<JudgedEntry>> tables;  // one list for each specification
  std::vector<JudgedClaim> claims;

  /// Adds the findings of another paper.
  void add(Findings others);

  bool differs() const;     // a number differs, or a claim does not hold in all its parts, depends or cannot be decided
  bool incomplete() const;  // something that should have a result has none
};

// For readers (text, md, latex), sections are printed one by one as they are judged, and the summary at the end.
std::string printed(const TableSpec& spec, const std::vector<JudgedEntry>& entries, TableFormat format);
/// Prints the claims of one paper.
std::string printed(const std::vector<JudgedClaim>& claims, TableFormat format);
std::string printed_summary(const Findings& findings, TableFormat format);
/// Prints the counts of all tables and claims of several papers together.
std::string printed_sum(const Findings& findings, TableFormat format);

/// For programs (json, csv), everything is printed at once.
std::string as_data(const Findings& findings, TableFormat format);

/// Returns a line for each table, such as "KEY/table-1: 10 match, 1 close, 1 same-floor, 0 differs, 2 not-run", and
/// then the counts of the claims of each paper with the names of failed claims.
std::string summary(const Findings& findings);

}  // namespace plumb
