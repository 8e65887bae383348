#pragma once
// The tables and claims of a paper while they are judged by `plumb reproduce`.

#include <cstddef>
#include <vector>

#include "harness/cli/console.hpp"
#include "harness/paper/report.hpp"

namespace plumb {

/// A paper that is being judged: its tables and claims are printed, unless the format is for programs, as soon as all
/// of one is measured.
class Judgement {
 public:
  /// `full`: also the rows that take minutes. The laboratory and the line have to outlive this.
  Judgement(std::vector<TableSpec> tables, std::vector<Claim> claims, Laboratory& lab, bool full, TableFormat format,
            StatusLine& line);

  /// What is to be measured, a request each table and one for the claims. They point to this.
  std::vector<Laboratory::Request> requests();

  /// Tables, and the claims as one.
  std::size_t asked() const { return tables.size() + (claims.empty() ? 0 : 1); }
  std::size_t ended() const;

  /// Prints what has a result although Ctrl-C left its table or claims unfinished.
  void show_unfinished();

  /// Adds what was printed; of what Ctrl-C left unfinished, what has a result.
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

  std::vector<Judged> tables;
  std::vector<Claim> claims;
  std::vector<JudgedClaim> judged_claims = {};
  std::vector<Quantity> claim_twins = {};  // that claims ask for
  bool claims_with_uncertainties = false, claims_with_twins = false, claims_shown = false;
  Laboratory& lab;
  bool full;
  TableFormat format;
  StatusLine& line;
};

}  // namespace plumb
