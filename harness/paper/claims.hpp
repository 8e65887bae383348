#pragma once
// Claims are statements of a paper as executable checks: runs decide whether a claim holds.
//
//   [claims.limit-central-differences] # or [[claims]] with id = "limit-central-differences"
//   where = "section 4.2"              # location in the paper; "plumb": a claim that the paper does not make
//   says = "..."                       # the claim in the words of this catalogue
//   common = {problem = "...", newton_tol = "..."}   # keys that all checks and their ratios share
//   checks = [
//     {kind = "stability-limit", method = "...", is = "=", value = "2", within = 1e-9},
//     {metric = "energy.max", ..., over = {method = "..."}, is = "<", value = 0.5},
//     {set = "lms", kind = "property", property = "order", is = "=", value = "2", quantifier = "most"},
//   ]
//   judged = false and note = "..."    # instead of checks: why it is not decided
//
// A check is a view of a set of runs (harness/sets/named_sets.hpp). It expands, and each result is a separate check. A
// check compares a quantity (quantity.hpp) with a value. With `over`, it compares the ratio of the quantity to a second
// quantity with a value; `over` contains the keys that differ. If `over` names another method, the second quantity does
// not use the Newton settings of the first, unless they come from a set or are common.
//
// Meaning of `is` and `value`:
// - "=": within the relative distance `within`; without `within`, to the digits of the value.
// - "<=" and ">=": the number may violate the limit by the same distance.
// - "inf": infinity.
// - A status is a word. It must be equal to another word ("="), or differ from it ("!=").
//
// If a check compares two numbers that the paper prints, its evidence shows both, but they do not decide the claim.
//
// A threshold (threshold.hpp) is either given by the words of the paper, which `words` quotes ("smaller" means below
// 1), or is chosen by us. For a threshold of ours, the evidence contains the range of thresholds with the same outcome.
// If another threshold within a factor 2 of ours gives another outcome, the outcome is `depends`.
//
// The evidence contains the uncertainty of each number (uncertainty.hpp), and whether it is only estimated. If the
// uncertainty could change the outcome, repeat runs measure the uncertainty (repeat_quantities.hpp). For numbers read
// from samples, repeat runs are always made. If the measured uncertainty could still change the outcome, the check is
// undecided. A claim about rounding itself sets `about_rounding = true`, and a claim about the Newton tolerance sets
// `about_newton = true`. In these claims that effect is the subject and does not count as uncertainty.
//
// A claim about "most" or "all" cases is one check with the key `quantifier` (quantifier.hpp): its results are counted,
// and pass or fail together. Without this key each result passes or fails alone.
//
// Verdict of a claim:
// - The claim holds if all checks pass, holds partly if some pass and some fail, and fails if some fail and none
//   passes.
// - A check without a number (left out, no result) still counts, because the other checks cannot prove the claim. If no
//   check fails, the claim is then not run, or undecided if a check is undecided.
// - The claim depends if other outcomes of the checks with outcome `depends` could change the verdict.

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
  std::optional<Quantity> over;                       // divisor, if a ratio is compared
  Criterion criterion;                                // for a word, the relation is "=" or "!="
  bool about_rounding = false, about_newton = false;  // whether the number measures this effect itself
  std::optional<Quantifier> quantifier = {};          // nullopt: each result passes or fails separately
  int number = 0;  // index of the check in its claim, from 0; results of one check share it
};

struct Claim {
  std::string id, where, says, note;
  bool judged = true;
  std::vector<Check> checks;
  std::string paper = {};  // key of the paper

  /// Returns whether the paper does not make this claim.
  bool is_ours() const { return where.starts_with("plumb"); }
};

/// Reads the claims. Throws UsageError with the location in the file.
std::vector<Claim> claims_from_file(const std::filesystem::path& file, const Paper& paper);

enum class ClaimVerdict { holds, partly, fails, depends, undecided, not_compared, not_run };
/// Returns "holds", "partly", "fails", "depends", "undecided", "not-compared" or "not-run".
std::string_view name(ClaimVerdict verdict);

/// Outcome of one result of a check. missing: a number is missing; omitted: measured only with --full; shown: numbers
/// that the paper prints, which decide nothing.
enum class Outcome { passed, failed, depends, undecided, missing, omitted, shown };
/// Returns "passed", "failed", "depends", "undecided", "missing", "left-out" or "shown".
std::string_view name(Outcome outcome);

struct Evidence {
  std::string check;                    // text of the check
  std::optional<double> measured = {};  // measured number; infinite if a run broke down
  Outcome outcome = Outcome::missing;
  std::string note = {};
  std::string word = {};                      // measured word, if the quantity is not a number
  std::optional<double> uncertainty = {};     // unit as the number; infinite: no bound is known; none: not computed
  Origin origin = Origin::rounding;           // origin of the largest part of the uncertainty
  bool is_estimated = false;                  // largest part: neither from a repeat run nor certified
  std::optional<Threshold> threshold = {};    // threshold chosen by us, if it decides the outcome
  std::string words = {};                     // words of the paper that give the threshold; empty: none
  std::optional<Quantifier> quantifier = {};  // how many results of the check must pass; none: each is judged alone
  int check_number = 0;                       // index of the check; all results of one check are adjacent in the list
  std::vector<std::string> cells = {};        // ids of the runs from which the number is computed
};

/// Counts the results of one check with a quantifier ("most", "all", ..., quantifier.hpp).
struct Count {
  Quantifier quantifier;
  int check_number = 0;
  std::size_t passed = 0, failed = 0, of = 0;  // numbers of results; `of`: all, with undecided and missing ones
  Outcome outcome = Outcome::missing;          // joint outcome of all results
};
std::vector<Count> counts_of(const std::vector<Evidence>& evidence);

ClaimVerdict verdict_of(const std::vector<Evidence>& evidence);
/// Returns the smallest factor on our thresholds that changes the verdict; infinite if no factor changes it.
double factor_of_turn(const std::vector<Evidence>& evidence);

struct JudgedClaim {
  Claim claim;
  ClaimVerdict verdict = ClaimVerdict::not_run;
  std::vector<Evidence> evidence = {};
  bool incomplete = false;  // whether a check that requires a number has none
};

/// Returns the quantities to measure for the claims. Checks marked `full` are left out unless `full` is true.
std::vector<const Quantity*> needs(const std::vector<Claim>& claims, bool full);
/// Returns the measured quantities whose uncertainties affect the verdicts.
std::vector<const Quantity*> compared_numbers(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);
/// Returns the repeat runs to measure, because the uncertainty of a number could change the outcome of a check. After
/// the first round of repeat runs, undecided checks may require a second round; a third round is never required.
std::vector<Quantity> repeats_needed(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);
/// Returns the verdicts on the measured quantities.
std::vector<JudgedClaim> judged(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);

Json to_json(const JudgedClaim& claim);

}  // namespace plumb
