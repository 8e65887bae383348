#include "harness/selftest/selftest.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>

#include "harness/run/environment.hpp"
#include "harness/store/store.hpp"

namespace plumb {
namespace {

/// Returns the settings of one check. The uncertainty of a run is cached for one binding, so each check has a separate
/// cache.
CheckSettings settings(const Fault& fault) {
  return {.choice = fault.choice, .surroundings = surroundings_of(environment()), .doubt = doubt_by_repeat_runs()};
}

bool has_same_surroundings(const Baseline& baseline, const CheckSettings& settings) {
  for (const auto& [name, area] : baseline.areas)
    for (const auto& [id, accepted] : area.items)
      if (settings.choice.has(accepted.item) && accepted.surroundings != settings.surroundings) return false;
  return true;
}

Baseline baseline_of(const Fault& fault, const CheckSettings& settings) {
  if (fault.accepted)
    if (auto accepted = fault.accepted(); has_same_surroundings(accepted, settings)) return accepted;
  Baseline out;
  for (const auto& item : fault.measured(false)) out.areas[item.area].items[item.id] = {item, settings.surroundings};
  return out;
}

/// Returns whether the check is correct without the fault. There must be no findings. Compared with an accepted
/// baseline, where the machine may cause findings, the check must pass, with at least one unchanged item.
bool is_reliable(const CheckOutcome& outcome, const Fault& fault) {
  return fault.accepted ? outcome.exit() == Exit::ok && outcome.as_before > 0 : outcome.findings.empty();
}

std::string described(const Finding& finding) {
  const auto& item = finding.item;
  return fmt::format("{}: {}: {}", item.area, item.title(), finding.message);
}

/// Improvements do not fail a check. But a fault is not an improvement, so a report of one counts as a warning.
Catch catch_of(const CheckOutcome& outcome) {
  if (outcome.exit() != Exit::ok) return Catch::failed;
  const auto detected = outcome.count(Grade::warning) + outcome.count(Grade::better) + outcome.count(Grade::fresh);
  return detected != 0 ? Catch::warned : Catch::slipped;
}

void judge(Trial& trial, const Baseline& baseline, const CheckSettings& settings) {
  try {
    const auto outcome = checked(baseline, trial.fault.measured(true), settings);
    trial.made = catch_of(outcome);
    trial.findings = outcome.findings.size();
    if (!outcome.findings.empty()) trial.by = described(outcome.findings.front());
  } catch (const StoreError& error) {
    trial.made = Catch::refused;
    trial.by = error.what();
  }
}

}  // namespace

std::string_view name(Catch made) {
  constexpr std::array<std::string_view, 5> names = {"caught", "refused", "warned", "slipped", "unreliable"};
  return names[static_cast<std::size_t>(made)];
}

bool Trial::passes() const {
  if (!fault.slips_because.empty()) return made == Catch::slipped || made == Catch::warned;
  return made == Catch::failed || made == Catch::refused;
}

Trial tried(const Fault& fault) {
  Trial trial{.fault = fault};
  const auto baseline = baseline_of(fault, settings(fault));
  if (const auto again = checked(baseline, fault.measured(false), settings(fault)); !is_reliable(again, fault)) {
    trial.made = Catch::unreliable;
    trial.by = again.findings.empty() ? "nothing is measured" : described(again.findings.front());
    return trial;
  }
  const auto begin = std::chrono::steady_clock::now();
  judge(trial, baseline, settings(fault));
  trial.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return trial;
}

}  // namespace plumb
