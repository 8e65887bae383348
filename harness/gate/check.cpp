#include "harness/gate/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <tuple>

#include "harness/gate/weigh.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::size_t place_of(const std::string& area) {
  return static_cast<std::size_t>(std::ranges::find(areas, area) - std::begin(areas));
}

bool is_graver(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& f) { return std::tuple(f.grade, place_of(f.item.area), -f.severity); };
  return key(a) < key(b);
}

bool is_error(const std::string& metric) { return metric.starts_with("end.") || metric.starts_with("rms."); }

/// Returns a bound on the change of the final state of a class: the sum of its errors before and after. A larger change
/// contradicts the errors. The bound is infinite if there are no errors, for example of outputs.
double most_by_errors(const std::string& part, const Weighing& w) {
  double out = 0;
  bool has_errors = false;
  for (const auto* item : {&w.before.item, &w.after}) {
    const auto metrics = item->result.value("metrics", Json::object());
    for (const auto& [name, error] : metrics.items()) {
      if (name != "end." + part && !name.starts_with("end." + part + ".")) continue;
      has_errors = true;
      out += error.is_number() ? error.get<double>() : 0;
    }
  }
  return has_errors ? out : std::numeric_limits<double>::infinity();
}

/// If errors of the run became smaller and none became larger, changes of the final state within the bound of the
/// errors become improvements, too. Less drift or a smaller energy error is not enough.
void merge_improvements(std::vector<Finding>& findings, const Weighing& w) {
  const auto has = [&](Grade grade, bool of_errors_only) {
    return std::ranges::any_of(findings, [&](const Finding& f) {
      return f.grade == grade && f.what.part == "metrics" && (!of_errors_only || is_error(f.what.name));
    });
  };
  if (has(Grade::worse, false) || !has(Grade::better, true)) return;
  for (auto& f : findings)
    if (f.grade == Grade::worse && rule_of(f.what).kind == ValueKind::state &&
        distance(f.what.before, f.what.after) <= most_by_errors(f.what.part, w) * (1 + 1e-3))  // errors have 4 digits
      f.grade = Grade::better;
}

/// Returns the first (gravest) finding of each grade, with the number of the other findings of this grade in `more`.
std::vector<Finding> gathered(std::vector<Finding> findings) {
  std::ranges::stable_sort(findings, is_graver);
  std::vector<Finding> out;
  for (auto& finding : findings) {
    if (!out.empty() && out.back().grade == finding.grade)
      ++out.back().more;
    else
      out.push_back(std::move(finding));
  }
  return out;
}

Finding about(const Item& item, Grade grade, std::string message, double severity = 0) {
  return {.grade = grade, .item = item, .message = std::move(message), .severity = severity};
}

constexpr double above_all = 18;  // severity above all numbers of digits (at most 17)

std::string file_of(const Baseline& baseline, const std::string& area) {
  return fmt::format("{}/{}.jsonl", baseline.folder.string(), area);
}

/// Returns the grade of an item without a result: a missing time is only a warning.
Grade grade_of_missing(const Item& item) { return item.area == "times" ? Grade::warning : Grade::missing; }

/// Adds findings for items without a result, and for accepted items that are no longer in the matrix.
void add_missing(const Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings,
                 std::vector<Finding>& out) {
  std::set<std::string> ids;
  for (const auto& item : measured) {
    ids.insert(item.area + item.id);
    if (item.result.is_null()) out.push_back(about(item, grade_of_missing(item), "it has no result"));
  }
  if (!settings.whole) return;
  for (const auto& [name, area] : baseline.areas)
    for (const auto& [id, accepted] : area.items)
      if (!ids.contains(name + id) && settings.choice.has(accepted.item))
        out.push_back(about(accepted.item, grade_of_missing(accepted.item),
                            "it is in the baseline, but no longer in the matrix"));
}

/// Adds a finding for each area in which no item can be compared, because the file of the baseline is missing or
/// contains none of the measured items.
void add_without_baseline(const Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings,
                          std::vector<Finding>& out) {
  std::map<std::string, std::size_t> items, known;  // by area: number of measured items; of these in the baseline
  for (const auto& item : measured) {
    if (item.result.is_null()) continue;
    ++items[item.area];
    if (baseline.find(item)) ++known[item.area];
  }
  for (const auto& [area, count] : items) {
    const bool is_there = baseline.areas.contains(area);
    if (known.contains(area) || (is_there && !settings.choice.is_all())) continue;
    const Item file{.area = area,
                    .problem = file_of(baseline, area),
                    .command = fmt::format("plumb baseline accept --area {} --reason TEXT", area)};
    const char* why = is_there ? "contains none of the measured items" : "there is no such file";
    out.push_back(about(file, grade_of_missing(file),
                        fmt::format("{}; {} without a baseline", why, counted(count, "item")), above_all));
  }
}

void add_edited(const Baseline& baseline, std::vector<Finding>& out) {
  for (const auto& [name, area] : baseline.areas)
    if (area.edited)
      out.push_back(about({.area = std::string(areas[0]),
                           .problem = file_of(baseline, name),
                           .command = "git diff " + in_shell(file_of(baseline, name))},
                          Grade::worse, "was edited by hand: its checksum does not match its contents", above_all));
}

}  // namespace

std::string_view name(Grade grade) {
  constexpr std::array<std::string_view, 7> names = {
      "worse", "reference lost digits", "missing", "warning", "better", "new", "noise"};
  return names[static_cast<std::size_t>(grade)];
}

std::size_t CheckOutcome::count(Grade grade) const {
  return static_cast<std::size_t>(std::ranges::count(findings, grade, &Finding::grade));
}

std::map<std::string, std::size_t> CheckOutcome::by_method(Grade grade) const {
  std::map<std::string, std::size_t> out;
  for (const auto& finding : findings)
    if (finding.grade == grade) ++out[finding.item.method.empty() ? finding.item.problem : finding.item.method];
  return out;
}

Exit CheckOutcome::exit() const {
  if (count(Grade::worse) != 0) return Exit::verdict_failed;
  if (count(Grade::reference_lost) != 0) return Exit::reference_limited;
  if (count(Grade::missing) != 0 || measured == 0) return Exit::nothing_measured;
  return Exit::ok;
}

std::vector<Finding> compared(const Accepted& before, const Item& after, const CheckSettings& settings) {
  std::vector<Finding> out;
  const Weighing weighing{before, after, settings, before.surroundings == settings.surroundings};
  const bool ends_otherwise = before.item.result.value("status", "") != after.result.value("status", "");
  for (auto& difference : differences(before.item.result, after.result)) {
    // if the statuses differ, other parts cannot be compared
    if (ends_otherwise && difference.part != "status") continue;
    auto weighed = weigh(difference, weighing);
    if (!weighed) continue;
    out.push_back({weighed->grade, after, std::move(difference), std::move(weighed->message), weighed->severity});
  }
  merge_improvements(out, weighing);
  return out;
}

CheckOutcome checked(const Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings) {
  CheckOutcome out{.measured = measured.size()};
  add_edited(baseline, out.findings);
  add_missing(baseline, measured, settings, out.findings);
  add_without_baseline(baseline, measured, settings, out.findings);
  for (const auto& item : measured) {
    if (item.result.is_null()) continue;
    const auto* before = baseline.find(item);
    auto findings = before ? gathered(compared(*before, item, settings))
                           : std::vector{about(item, Grade::fresh, "it has no baseline")};
    if (findings.empty()) ++out.as_before;
    for (auto& finding : findings) out.findings.push_back(std::move(finding));
  }
  std::ranges::stable_sort(out.findings, is_graver);
  return out;
}

}  // namespace plumb
