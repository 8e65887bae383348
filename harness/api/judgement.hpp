#pragma once
// Judges the tables and claims of a paper.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/paper/expected_work.hpp"
#include "harness/paper/report.hpp"

namespace plumb {

/// The tables and claims of a paper while they are measured. A table is printed when it and all tables before it are
/// complete, so tables come in the order of the paper. The claims come last. Formats for programs are not printed here.
class Judgement {
 public:
  using Tell = std::function<void(std::string_view text)>;

  /// `full` includes the rows that take minutes. The laboratory must outlive this object.
  Judgement(std::vector<TableSpec> tables, std::vector<Claim> claims, Laboratory& lab, bool full, TableFormat format,
            Tell tell);

  /// Returns the measurements that are needed: a request for each table and one for the claims. They point to this
  /// object.
  std::vector<Laboratory::Request> requests();

  /// Adds the runs and analyses of these requests to the expected work. Both objects must outlive the estimate.
  void add_to(ExpectedWork& work) const;

  /// Returns "table-3", or "claims": the first item without its verdicts. Empty if all have them.
  std::string current() const;

  /// Returns the number of tables, with the claims as one.
  std::size_t asked() const { return tables.size() + (claims.empty() ? 0 : 1); }
  std::size_t ended() const;

  /// Prints the available results of tables and claims that a stop left unfinished.
  void show_unfinished();

  /// Adds the printed findings, including the available results of unfinished items after a stop.
  void add_to(Findings& findings);

 private:
  struct Judged {
    TableSpec spec;
    std::vector<JudgedEntry> entries = {};
    bool done = false, shown = false, with_floors = false;
  };

  Needs judge(Judged& table);
  void show(Judged& table);
  Needs judge_claims();
  void show_claims();
  void show_next();

  std::vector<Judged> tables;
  std::vector<Claim> claims;
  std::vector<JudgedClaim> judged_claims = {};
  std::vector<Quantity> claim_twins = {};  // repeat runs required by the claims
  bool claims_with_uncertainties = false, claims_done = false, claims_shown = false;
  int rounds_of_twins = 0;
  Laboratory& lab;
  bool full;
  TableFormat format;
  Tell tell;
};

}  // namespace plumb
