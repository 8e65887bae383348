#pragma once
// Sentences of a paper as executable checks: the run decides, not the paper.
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
// A check is a quantity (quantity.hpp), or its ratio to a second one with some keys changed (`over`), compared with a
// value. `over` with another method leaves the first one's Newton settings behind, if these come from no set and are
// not common. `is = "="` is within a relative distance, or, without `within`, to the digits of the value; "<=" and ">="
// may reach as far beyond the value; infinity is written "inf". A status is a word, equal to another ("=") or not
// ("!="). Two printed numbers are shown beside each other, but what a paper says of itself decides nothing.
//
// A threshold (threshold.hpp) stands in the words of the paper, which `words` quotes ("smaller" is below 1), or it is
// ours: then the thresholds with which the outcome stands are shown, and one that turns within a factor 2 `depends`.
//
// A number is known up to its uncertainty (uncertainty.hpp), which stands beside it and is said to be estimated where
// it is. Where it could change the outcome twins of the runs measure it, always of what is read from samples; where it
// still could the check is undecided. What a sentence says about rounding itself (`about_rounding = true`), or about
// what Newton's tolerance leaves (`about_newton = true`), has that as its number and not as its uncertainty.
//
// What a sentence says of "most" cases, or of "all", is one check with a quantifier (quantifier.hpp): its results are
// counted and pass or fail together. Without one each result is a check of its own.
//
// A claim holds if all its checks pass, partly if some pass and some fail, and fails if some fail and none passes. A
// check without a number (left out, no result) is never dropped: what the others leave possible is not yet true, so
// without a failed check such a claim is not run, or undecided with one that is. It depends if checks that do could
// make it another verdict.

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
  Criterion criterion;                                // of a word with "=" or "!="
  bool about_rounding = false, about_newton = false;  // which are measured then, and no uncertainty of what is
  std::optional<Quantifier> quantifier = {};          // none: it passes or fails by itself
  int number = 0;  // of the check of the file, which others may be results of: from 0 on in a claim
};

struct Claim {
  std::string id, where, says, note;
  bool judged = true;
  std::vector<Check> checks;
  std::string paper = {};  // its key

  /// Whether it asks beyond the paper.
  bool is_ours() const { return where.starts_with("plumb"); }
};

/// Throws UsageError at the place in the file.
std::vector<Claim> claims_from_file(const std::filesystem::path& file, const Paper& paper);

enum class ClaimVerdict { holds, partly, fails, depends, undecided, not_compared, not_run };
/// "holds", "partly", "fails", "depends", "undecided", "not-compared", "not-run".
std::string_view name(ClaimVerdict verdict);

enum class Outcome { passed, failed, depends, undecided, missing, left_out, shown };
/// "passed", "failed", "depends", "undecided", "missing", "left-out", "shown".
std::string_view name(Outcome outcome);

struct Evidence {
  std::string check;                    // in words
  std::optional<double> measured = {};  // infinite where a run left the range of numbers
  Outcome outcome = Outcome::missing;
  std::string note = {};
  std::string word = {};                    // measured, of a quantity that is no number
  std::optional<double> uncertainty = {};   // of the measured number, in its unit; infinite: no bound. None: not known
  Origin origin = Origin::rounding;         // of the largest part of it
  bool is_estimated = false;                // that part: neither shown by a twin nor certified
  std::optional<Threshold> threshold = {};  // of ours, where the number decides with it
  std::string words = {};                   // of the paper, that give it instead
  std::optional<Quantifier> quantifier = {};  // of all results of its check together
  int check_number = 0;                       // of that check: its results stand behind each other
  std::vector<std::string> cells = {};        // ids of the runs that the measured number is made of
};

/// Of the results of one check with a quantifier.
struct Count {
  Quantifier quantifier;
  int check_number = 0;
  std::size_t passed = 0, failed = 0, of = 0;  // the others depend or are open
  Outcome outcome = Outcome::missing;          // of all of them together
};
std::vector<Count> counts_of(const std::vector<Evidence>& evidence);

ClaimVerdict verdict_of(const std::vector<Evidence>& evidence);
/// The smallest factor by which thresholds of ours have to change for another verdict; infinite: none does it.
double factor_of_turn(const std::vector<Evidence>& evidence);

struct JudgedClaim {
  Claim claim;
  ClaimVerdict verdict = ClaimVerdict::not_run;
  std::vector<Evidence> evidence = {};
  bool incomplete = false;  // a check that should have a number has none
};

/// What is to be measured for claims. Checks marked `full` are left out unless `full`.
std::vector<const Quantity*> needs(const std::vector<Claim>& claims, bool full);
/// Of what has been measured: numbers whose uncertainties the verdicts depend on.
std::vector<const Quantity*> compared_numbers(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);
/// What is to be measured too since the uncertainty of what was could change the outcome of a check.
std::vector<Quantity> twins_needed(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);
/// The verdicts of what has been measured.
std::vector<JudgedClaim> judged(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);

Json to_json(const JudgedClaim& claim);

}  // namespace plumb
