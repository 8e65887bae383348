#pragma once
// Compares the tables and claims of a paper with measurements.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/paper/expected_work.hpp"
#include "harness/paper/report.hpp"

namespace plumb {

/// The tables and claims of a paper during their measurement. A table is printed as soon as it and all tables before it
/// are complete, so tables appear in the order of the paper. The claims are printed last. Nothing is printed here in
/// formats for programs, such as JSON.
class Judgement {
 public:
  using PrintText = std::function<void(std::string_view text)>;

  /// `full` includes the table rows that take minutes. `lab` runs the measurements; it must outlive this object.
  /// `print_text` is called with each printed text.
  Judgement(std::vector<TableSpec> tables, std::vector<Claim> claims, Laboratory& lab, bool full, TableFormat format,
            PrintText print_text);

  /// Returns a goal for each table, and one for all claims. They are reached when the verdicts are complete. The goals
  /// point to this object.
  std::vector<Goal> goals();

  /// Adds the runs and analyses of the tables and claims to the expected work. This object and `work` must outlive the
  /// estimate.
  void add_to(ExpectedWork& work) const;

  /// Returns the first item whose verdicts are not complete, as "table-3" or "claims". Empty if all are complete.
  std::string current() const;

  /// Returns the number of items: all tables, and the claims together as one.
  std::size_t item_count() const { return tables.size() + (claims.empty() ? 0 : 1); }
  /// Returns the number of items whose verdicts are complete.
  std::size_t ended() const;

  /// After a stop: prints the available results of the tables and claims that were not printed before.
  void show_unfinished();

  /// Moves the verdicts of all printed tables and claims to `findings`, including partial results after a stop.
  void add_to(Findings& findings);

 private:
  struct Judged {
    TableSpec spec;
    std::vector<JudgedEntry> entries = {};
    bool done = false, shown = false;
  };

  Missing missing(Judged& table);
  void show(Judged& table);
  Missing missing_of_claims();
  void show_claims();
  void show_next();

  std::vector<Judged> tables;
  std::vector<Claim> claims;
  std::vector<JudgedClaim> judged_claims = {};
  bool claims_done = false, claims_shown = false;
  Laboratory& lab;
  bool full;
  TableFormat format;
  PrintText print_text;
};

}  // namespace plumb
