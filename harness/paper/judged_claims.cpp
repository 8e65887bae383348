// Judges claims from their evidence, and determines the quantities to measure.

#include <algorithm>
#include <cmath>

#include "harness/paper/claims.hpp"
#include "harness/paper/evidence.hpp"

namespace plumb {

namespace {

bool wanted(const Check& check, bool full) { return full || !check.quantity.full; }

}  // namespace

std::vector<const Quantity*> needs(const std::vector<Claim>& claims, bool full) {
  std::vector<const Quantity*> out;
  for (const auto& claim : claims)
    for (const auto& check : claim.checks) {
      if (!wanted(check, full)) continue;
      out.push_back(&check.quantity);
      if (check.over) out.push_back(&*check.over);
    }
  return out;
}

std::vector<const Quantity*> compared_numbers(const std::vector<Claim>& claims, Laboratory& laboratory, bool full) {
  std::vector<const Quantity*> out;
  for (const auto& claim : claims)
    for (const auto& check : claim.checks) {
      if (!wanted(check, full)) continue;
      for (const auto* quantity : compared_numbers(check, laboratory)) out.push_back(quantity);
    }
  return out;
}

std::vector<Quantity> repeats_needed(const std::vector<Claim>& claims, Laboratory& laboratory, bool full) {
  std::vector<Quantity> out;
  for (const auto& claim : claims)
    for (const auto& check : claim.checks) {
      if (!wanted(check, full)) continue;
      for (auto& repeat : repeats_needed(check, laboratory)) out.push_back(std::move(repeat));
    }
  return out;
}

std::vector<JudgedClaim> judged(const std::vector<Claim>& claims, Laboratory& laboratory, bool full) {
  std::vector<JudgedClaim> out;
  for (const auto& claim : claims) {
    JudgedClaim c{.claim = claim};
    for (const auto& check : claim.checks) {
      c.evidence.push_back(wanted(check, full) ? evidence_for(check, laboratory)
                                               : Evidence{in_words(check), {}, Outcome::omitted, "not run: --full"});
      c.evidence.back().quantifier = check.quantifier;
      c.evidence.back().check_number = check.number;
      c.evidence.back().cells = cell_ids(check.quantity, check.over);
    }
    c.incomplete =
        std::any_of(c.evidence.begin(), c.evidence.end(), [](const auto& e) { return e.outcome == Outcome::missing; });
    c.verdict = claim.judged ? verdict_of(c.evidence) : ClaimVerdict::not_compared;
    out.push_back(std::move(c));
  }
  return out;
}

Json to_json(const JudgedClaim& c) {
  Json evidence = Json::array();
  for (const auto& e : c.evidence) {
    const bool decided = e.outcome == Outcome::passed || e.outcome == Outcome::failed;
    auto note = e.note;
    if (e.uncertainty && std::isinf(*e.uncertainty)) note = "without bounds" + (note.empty() ? "" : ": " + note);
    if (e.measured && std::isinf(*e.measured)) note = "infinite" + (note.empty() ? "" : ": " + note);
    evidence.push_back({{"check", e.check},
                        {"measured", e.word.empty() ? number_or_null(e.measured) : Json(e.word)},
                        {"uncertainty", number_or_null(e.uncertainty)},
                        {"estimated", e.uncertainty ? Json(e.is_estimated) : Json(nullptr)},
                        {"limited_by", e.uncertainty ? Json(name(e.origin)) : Json(nullptr)},
                        {"outcome", name(e.outcome)},
                        {"passed", decided ? Json(e.outcome == Outcome::passed) : Json(nullptr)},
                        {"stands_from", e.threshold ? number_or_null(e.threshold->stands.low) : Json(nullptr)},
                        {"stands_to", e.threshold ? number_or_null(e.threshold->stands.high) : Json(nullptr)},
                        {"words", e.words},
                        {"quantifier", e.quantifier ? Json(name(*e.quantifier)) : Json(nullptr)},
                        {"cells", e.cells},
                        {"note", note}});
  }
  Json counts = Json::array();
  for (const auto& count : counts_of(c.evidence))
    counts.push_back({{"quantifier", name(count.quantifier)},
                      {"passed", count.passed},
                      {"failed", count.failed},
                      {"of", count.of},
                      {"outcome", name(count.outcome)}});
  return {{"paper", c.claim.paper},
          {"item", "claims"},
          {"id", c.claim.id},
          {"where", c.claim.where},
          {"says", c.claim.says},
          {"verdict", name(c.verdict)},
          {"turns_at_factor", number_or_null(factor_of_turn(c.evidence))},
          {"counts", counts},
          {"evidence", evidence},
          {"note", c.claim.note}};
}

}  // namespace plumb
