// The evidence of a claim decides its verdict.

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/paper/claims.hpp"

namespace plumb {

std::string_view name(ClaimVerdict verdict) {
  static constexpr std::array<std::string_view, 7> names = {"holds",     "partly",       "fails",  "depends",
                                                            "undecided", "not-compared", "not-run"};
  return names[static_cast<std::size_t>(verdict)];
}

std::string_view name(Outcome outcome) {
  static constexpr std::array<std::string_view, 7> names = {"passed",  "failed",   "depends", "undecided",
                                                            "missing", "left-out", "shown"};
  return names[static_cast<std::size_t>(outcome)];
}

namespace {

constexpr std::array<std::string_view, 4> quantifier_words = {"all", "most", "usually", "at-least-one"};

}  // namespace

std::string_view name(Quantifier quantifier) { return quantifier_words[static_cast<std::size_t>(quantifier)]; }

std::vector<std::string> quantifier_names() { return {quantifier_words.begin(), quantifier_words.end()}; }

std::optional<Quantifier> quantifier_named(std::string_view name) {
  const auto found = std::ranges::find(quantifier_words, name);
  if (found == quantifier_words.end()) return {};
  return static_cast<Quantifier>(found - quantifier_words.begin());
}

namespace {

/// Returns whether `passed` of `total` results are enough for a claim with this quantifier.
bool is_enough(Quantifier quantifier, std::size_t passed, std::size_t total) {
  switch (quantifier) {
    case Quantifier::all: return passed == total;
    case Quantifier::most:
    case Quantifier::usually: return 2 * passed > total;
    case Quantifier::at_least_one: break;
  }
  return passed > 0;
}

using Outcomes = std::vector<Outcome>;

std::size_t count(const Outcomes& outcomes, Outcome wanted) {
  return static_cast<std::size_t>(std::ranges::count(outcomes, wanted));
}

/// Returns the joint outcome of the results of one check by its quantifier. Requires that no outcome is `depends`.
Outcome together(Quantifier quantifier, const Outcomes& outcomes) {
  const auto passed = count(outcomes, Outcome::passed), failed = count(outcomes, Outcome::failed);
  const auto of = outcomes.size() - count(outcomes, Outcome::shown);
  if (is_enough(quantifier, passed, of)) return Outcome::passed;
  if (!is_enough(quantifier, of - failed, of)) return Outcome::failed;
  if (count(outcomes, Outcome::undecided) != 0) return Outcome::undecided;
  return count(outcomes, Outcome::missing) != 0 ? Outcome::missing : Outcome::omitted;
}

/// Returns the outcomes that decide the verdict: one for each result, or one joint outcome for a check with a
/// quantifier. `outcomes` are used instead of the outcomes in the evidence.
Outcomes decisive(const std::vector<Evidence>& evidence, const Outcomes& outcomes) {
  Outcomes out;
  for (std::size_t i = 0; i < evidence.size();) {
    const auto& first = evidence[i];
    if (!first.quantifier) {
      out.push_back(outcomes[i++]);
      continue;
    }
    Outcomes of_check;
    for (; i < evidence.size() && evidence[i].check_number == first.check_number; ++i) of_check.push_back(outcomes[i]);
    out.push_back(together(*first.quantifier, of_check));
  }
  return out;
}

/// Returns the verdict from decisive outcomes, none of which may be `depends`.
ClaimVerdict verdict_of(const Outcomes& outcomes) {
  const auto any = [&](Outcome wanted) { return count(outcomes, wanted) != 0; };
  const bool passed = any(Outcome::passed), open = any(Outcome::missing) || any(Outcome::omitted);
  if (any(Outcome::failed)) return passed ? ClaimVerdict::partly : ClaimVerdict::fails;
  if (any(Outcome::undecided)) return ClaimVerdict::undecided;
  return passed && !open ? ClaimVerdict::holds : ClaimVerdict::not_run;
}

/// Returns the decisive outcomes, assuming that all results selected by `turns` have the given outcome.
template <class Turns>
Outcomes outcomes_if(const std::vector<Evidence>& evidence, const Turns& turns, Outcome outcome) {
  Outcomes out;
  for (const auto& e : evidence) out.push_back(turns(e) ? outcome : e.outcome);
  return decisive(evidence, out);
}

template <class Turns>
ClaimVerdict verdict_if(const std::vector<Evidence>& evidence, const Turns& turns, Outcome outcome) {
  return verdict_of(outcomes_if(evidence, turns, outcome));
}

bool depends(const Evidence& e) { return e.outcome == Outcome::depends; }

Count count_of(const std::vector<Evidence>& of_check) {
  Count out{.quantifier = *of_check.front().quantifier, .check_number = of_check.front().check_number};
  for (const auto& e : of_check) {
    out.of += e.outcome != Outcome::shown;
    out.passed += e.outcome == Outcome::passed;
    out.failed += e.outcome == Outcome::failed;
  }
  const auto at_best = outcomes_if(of_check, depends, Outcome::passed).front();
  out.outcome = at_best == outcomes_if(of_check, depends, Outcome::failed).front() ? at_best : Outcome::depends;
  return out;
}

}  // namespace

std::vector<Count> counts_of(const std::vector<Evidence>& evidence) {
  std::vector<Count> out;
  for (std::size_t i = 0; i < evidence.size();) {
    std::vector<Evidence> of_check;
    const auto number = evidence[i].check_number;
    for (; i < evidence.size() && evidence[i].check_number == number; ++i) of_check.push_back(evidence[i]);
    if (of_check.front().quantifier) out.push_back(count_of(of_check));
  }
  return out;
}

ClaimVerdict verdict_of(const std::vector<Evidence>& evidence) {
  const auto at_best = verdict_if(evidence, depends, Outcome::passed);
  return at_best == verdict_if(evidence, depends, Outcome::failed) ? at_best : ClaimVerdict::depends;
}

double factor_of_turn(const std::vector<Evidence>& evidence) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& at : evidence) {
    if (!at.threshold) continue;
    const double factor = at.threshold->factor();
    const auto turns = [&](const Evidence& e) { return e.threshold && e.threshold->factor() <= factor; };
    if (verdict_if(evidence, turns, Outcome::passed) != verdict_if(evidence, turns, Outcome::failed))
      nearest = std::min(nearest, factor);
  }
  return nearest;
}

}  // namespace plumb
