#pragma once
// Claims are sentences of a paper as executable checks: the run decides, not the paper.
//
//   [claims.limit-central-differences] # or [[claims]] with id = "limit-central-differences"
//   where = "section 4.2"              # in the paper; "plumb" for what we ask beyond it
//   says = "..."                       # in our words
//   common = {problem = "...", newton_tol = "..."}   # keys that all checks and their ratios share
//   checks = [
//     {kind = "stability-limit", method = "...", is = "=", value = "2", within = 1e-9},
//     {metric = "energy.max", ..., over = {method = "..."}, is = "<", value = 0.5},
//     {set = "lms", kind = "property", property = "order", is = "=", value = "2", quantifier = "most"},
//   ]
//   judged = false and note = "..."    # instead of checks: why it is not decided
//
// A check is a view of a set of runs (harness/sets/named_sets.hpp): it expands, and each result is a check of its own.
// It compares a quantity (quantity.hpp), or the ratio of it to a second one with some keys changed (`over`), with a
// value. If `over` names another method, the second quantity does not take the first one's Newton settings, unless they
// come from a set or are common. `is = "="` means within a relative distance, or, without `within`, to the digits of
// the value. "<=" and ">=" may reach as far beyond the value. Infinity is written "inf". A status is a word, equal to
// another ("=") or not ("!="). Two printed numbers are shown beside each other, but what a paper says of itself decides
// nothing.
//
// A threshold (threshold.hpp) comes from the words of the paper, which `words` quotes ("smaller" means below 1), or it
// is ours. For a threshold of ours, the evidence shows which other thresholds leave the outcome as it is; a check that
// turns within a factor 2 `depends`.
//
// A number is known up to its uncertainty (uncertainty.hpp), which stands beside it. If it is only estimated, the
// evidence says so. Where the uncertainty could change the outcome, twins of the runs measure it; for numbers read from
// samples they always do. If it still could, the check is undecided. A sentence about rounding itself (`about_rounding
// = true`), or about what Newton's tolerance leaves (`about_newton = true`), has that as its number and not as its
// uncertainty.
//
// A sentence about "most" cases, or about "all", is one check with a quantifier (quantifier.hpp): its results are
// counted and pass or fail together. Without a quantifier each result is a check of its own.
//
// A claim holds if all its checks pass, holds partly if some pass and some fail, and fails if some fail and none
// passes. A check without a number (left out, no result) is never dropped, because the other checks cannot show that
// the claim is true. Without a failed check such a claim is not run, or undecided if one of its checks is. A claim
// depends if those of its checks that depend could give it another verdict.

#include <optional>
#include <string>
#include <vector>

#include "harness/paper/criterion.hpp"
#include "harness/paper/laboratory.hpp"
#include "harness/paper/quantifier.hpp"
#include "harness/paper/threshold.hpp"
#include "text/json.hpp"

namespace plumb {

struct Check {
  Quantity quantity;
  std::optional<Quantity> over;
  Criterion criterion;                                // for a word it is "=" or "!="
  bool about_rounding = false, about_newton = false;  // the number measures this, so it is no uncertainty
  std::optional<Quantifier> quantifier = {};          // none: each result passes or fails alone
  int number = 0;  // number of the check in the file, from 0 on in a claim; its results share it
};

struct Claim {
  std::string id, where, says, note;
  bool judged = true;
  std::vector<Check> checks;
  std::string paper = {};  // its key

  /// Tells whether the claim asks for more than the paper says.
  bool is_ours() const { return where.starts_with("plumb"); }
};

/// Reads the claims. Throws UsageError at the place in the file.
std::vector<Claim> claims_from_file(const std::filesystem::path& file, const Paper& paper);

enum class ClaimVerdict { holds, partly, fails, depends, undecided, not_compared, not_run };
/// Returns "holds", "partly", "fails", "depends", "undecided", "not-compared" or "not-run".
std::string_view name(ClaimVerdict verdict);

enum class Outcome { passed, failed, depends, undecided, missing, left_out, shown };
/// Returns "passed", "failed", "depends", "undecided", "missing", "left-out" or "shown".
std::string_view name(Outcome outcome);

struct Evidence {
  std::string check;                    // the check in words
  std::optional<double> measured = {};  // infinite if a run left the range of numbers
  Outcome outcome = Outcome::missing;
  std::string note = {};
  std::string word = {};                    // what was measured, if the quantity is not a number
  std::optional<double> uncertainty = {};   // of the measured number, in its unit; infinite: no bound; none: not known
  Origin origin = Origin::rounding;         // source of the largest part of the uncertainty
  bool is_estimated = false;                // that part is neither shown by a twin nor certified
  std::optional<Threshold> threshold = {};  // a threshold of ours that decides the outcome
  std::string words = {};                   // words of the paper that give the threshold instead
  std::optional<Quantifier> quantifier = {};  // it counts all results of the check together
  int check_number = 0;                       // number of the check; its results stand next to each other
  std::vector<std::string> cells = {};        // ids of the runs that the measured number is made of
};

/// Counts the results of one check with a quantifier.
struct Count {
  Quantifier quantifier;
  int check_number = 0;
  std::size_t passed = 0, failed = 0, of = 0;  // the other results depend or are open
  Outcome outcome = Outcome::missing;          // of all results together
};
std::vector<Count> counts_of(const std::vector<Evidence>& evidence);

ClaimVerdict verdict_of(const std::vector<Evidence>& evidence);
/// Returns the smallest factor by which thresholds of ours have to change for another verdict. It is infinite if no
/// factor changes the verdict.
double factor_of_turn(const std::vector<Evidence>& evidence);

struct JudgedClaim {
  Claim claim;
  ClaimVerdict verdict = ClaimVerdict::not_run;
  std::vector<Evidence> evidence = {};
  bool incomplete = false;  // a check that should have a number has none
};

/// Returns what has to be measured for the claims. Checks marked `full` are left out unless `full` is true.
std::vector<const Quantity*> needs(const std::vector<Claim>& claims, bool full);
/// Returns those numbers, of the measured ones, whose uncertainties the verdicts depend on.
std::vector<const Quantity*> compared_numbers(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);
/// Returns what else has to be measured, because the uncertainty of a measured number could change the outcome of a
/// check. Twins that have been measured may leave a check open that others decide: it takes two rounds at most.
std::vector<Quantity> twins_needed(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);
inline constexpr int most_rounds_of_twins = 2;
/// Returns the verdicts on what has been measured.
std::vector<JudgedClaim> judged(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);

Json to_json(const JudgedClaim& claim);

}  // namespace plumb
