#include "harness/api/reproduction.hpp"

#include <algorithm>
#include <utility>

#include "contract/stop.hpp"

namespace plumb {
namespace {

/// While this object exists, work on this thread throws Stopped at its first stopping point.
class NothingLong {
 private:
  const StopRequest stop_ = Status::interrupted;
  const Stoppable stoppable_{stop_};
};

/// Judges a table after a stop from the existing results, without new computations.
std::vector<JudgedEntry> judged_at_once(const TableSpec& table, Laboratory& lab, bool full) {
  const NothingLong guard;
  std::vector<JudgedEntry> out;
  for (const auto& entry : table.entries) {
    const TableSpec alone{table.paper, table.item, table.title, {entry}};
    try {
      auto result = judged(alone, lab, full);
      judge_by_floors(alone, result, lab);
      out.push_back(std::move(result.front()));
    } catch (const Stopped&) {
      out.push_back({.printed = entry.printed, .note = "stopped", .incomplete = true});
    }
  }
  return out;
}

std::vector<JudgedClaim> judged_at_once(const std::vector<Claim>& claims, Laboratory& lab, bool full) {
  const NothingLong guard;
  std::vector<JudgedClaim> out;
  for (const auto& claim : claims) {
    try {
      out.push_back(judged(std::vector{claim}, lab, full).front());
    } catch (const Stopped&) {
      out.push_back({.claim = claim, .incomplete = true});
    }
  }
  return out;
}

bool has_result(const JudgedEntry& entry) { return entry.measured || entry.verdict != Verdict::not_run; }
bool has_result(const JudgedClaim& claim) {
  return std::any_of(claim.evidence.begin(), claim.evidence.end(),
                     [](const Evidence& e) { return e.outcome == Outcome::passed || e.outcome == Outcome::failed; });
}

template <class Judged>
bool any_result(const std::vector<Judged>& list) {
  return std::any_of(list.begin(), list.end(), [](const Judged& judged) { return has_result(judged); });
}

}  // namespace

Judgement::Judgement(std::vector<TableSpec> requested_tables, std::vector<Claim> requested_claims,
                     Laboratory& laboratory, bool all_rows, TableFormat printed_as, PrintText shows)
    : claims(std::move(requested_claims)),
      lab(laboratory),
      full(all_rows),
      format(printed_as),
      print_text(std::move(shows)) {
  for (auto& table : requested_tables) tables.push_back({std::move(table)});
}

std::vector<Goal> Judgement::goals() {
  std::vector<Goal> out;
  for (auto& table : tables) out.push_back({.missing = [this, &table] { return missing(table); }});
  if (!claims.empty()) out.push_back({.missing = [this] { return missing_of_claims(); }});
  return out;
}

void Judgement::add_to(ExpectedWork& work) const {
  for (const auto& table : tables) work.add(needs(table.spec, full));
  work.add(needs(claims, full));
}

std::string Judgement::current() const {
  for (const auto& table : tables)
    if (!table.done) return table.spec.item;
  return claims.empty() || claims_done ? "" : "claims";
}

std::size_t Judgement::ended() const {
  const auto done = std::count_if(tables.begin(), tables.end(), [](const Judged& table) { return table.done; });
  return static_cast<std::size_t>(done) + (claims_done ? 1 : 0);
}

void Judgement::show_unfinished() {
  for (auto& table : tables) {
    if (table.shown) continue;
    if (!table.done) table.entries = judged_at_once(table.spec, lab, full);
    if (table.done || any_result(table.entries)) show(table);
  }
  if (claims.empty() || claims_shown) return;
  if (!claims_done) judged_claims = judged_at_once(claims, lab, full);
  if (claims_done || any_result(judged_claims)) show_claims();
}

void Judgement::add_to(Findings& findings) {
  for (auto& table : tables) {
    if (!table.shown) continue;
    findings.tables.push_back(std::move(table.entries));
    findings.specs.push_back(std::move(table.spec));
  }
  if (!claims_shown) return;
  for (auto& claim : judged_claims) findings.claims.push_back(std::move(claim));
}

/// Returns the measurements that the verdicts on a table lack. If none is missing, completes and prints the table.
Missing Judgement::missing(Judged& table) {
  if (table.done) return {};
  if (auto work = lab.missing({needs(table.spec, full)}); !work.empty()) return work;
  table.entries = judged(table.spec, lab, full);
  if (auto work = lab.missing(floors_needed(table.spec, table.entries)); !work.empty()) return work;
  judge_by_floors(table.spec, table.entries, lab);
  table.done = true;
  show_next();
  return {};
}

/// Prints all finished items that are not printed yet, in order, up to the first unfinished item.
void Judgement::show_next() {
  for (auto& table : tables) {
    if (!table.done) return;
    if (!table.shown) show(table);
  }
  if (claims_done && !claims_shown) show_claims();
}

void Judgement::show(Judged& table) {
  table.shown = true;
  if (is_for_people(format)) print_text(printed(table.spec, table.entries, format));
}

/// Returns the measurements that the verdicts on the claims lack: their numbers, then the uncertainties of these, then
/// the repeat runs that decide close claims. If none is missing, completes and prints the claims.
Missing Judgement::missing_of_claims() {
  if (claims_done) return {};
  if (auto work = lab.missing({needs(claims, full)}); !work.empty()) return work;
  if (auto work = lab.missing({{}, compared_numbers(claims, lab, full)}); !work.empty()) return work;
  const auto repeats = repeats_needed(claims, lab, full);
  Needs of_repeats;
  for (const auto& repeat : repeats) of_repeats.values.push_back(&repeat);
  if (auto work = lab.missing(of_repeats); !work.empty()) return work;
  judged_claims = judged(claims, lab, full);
  claims_done = true;
  show_next();
  return {};
}

void Judgement::show_claims() {
  claims_shown = true;
  if (is_for_people(format)) print_text(printed(judged_claims, format));
}

}  // namespace plumb
