#include "harness/gate/accept.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "contract/status.hpp"
#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/verdict.hpp"
#include "harness/run/build_info.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr double floor_factor = 10;  // errors below this multiple of the reference's uncertainty are rejected

fs::path log_file(const fs::path& folder) { return folder / "log.jsonl"; }

/// Returns the name of a metric of a run that is too small compared with the uncertainty of its reference; empty if
/// there is none.
std::string limited_metric(const Item& item) {
  if (!item.cell || !item.result.contains("metrics")) return {};
  RunResult run;
  run.status = Status::ok;
  for (const auto& [name, value] : item.result.at("metrics").items()) run.metrics[name] = value.get<double>();
  for (const auto& [name, value] : run.metrics) {
    try {
      const auto u = measured_uncertainty(*item.cell, name, run);
      if (u.reference > 0 && *value < floor_factor * u.reference) return name;
    } catch (const std::invalid_argument&) {  // no reference, so no errors either
    }
  }
  return {};
}

/// Returns the reason why an item cannot be accepted; empty if it can.
std::string refusal(const Item& item) {
  if (item.result.is_null()) return "it has no result";
  const auto status = item.result.value("status", "ok");
  if (status != "ok" && status != name(Status::unsupported)) return "its run ended with status " + status;
  if (item.area == "papers" && item.result.at("verdict") == name(Verdict::not_run)) return "it was not run";
  if (item.area == "references")
    for (const auto& [of, digits] : item.result.at("digits").items())
      if (digits == 0) return "no digit of " + of + " is certified";
  if (item.area == "orders")
    for (const auto& [of, verdict] : item.result.at("verdicts").items())
      if (verdict.get<std::string>().ends_with("(reference-limited)")) return "order of " + of + ": reference-limited";
  if (const auto metric = limited_metric(item); !metric.empty()) return metric + " is reference-limited";
  return {};
}

Json change(const Item& item, const Difference& d) {
  return {{"area", item.area},       {"id", item.id},
          {"request", item.title()}, {"value", d.part == d.name ? d.part : d.part + "." + d.name},
          {"old", d.before},         {"new", d.after}};
}

/// Collects the changes of an acceptance, then writes the log and the baseline.
class Accepting {
 public:
  Accepting(Baseline& of, const CheckSettings& by) : baseline(of), settings(by) {}

  void add(const Item& item) {
    visited.insert(item.area + item.id);
    if (!settings.choice.has(item)) return;
    if (auto why = refusal(item); !why.empty()) {
      out.refused.push_back({item, std::move(why)});
      return;
    }
    auto& items = baseline.areas[item.area].items;
    const auto found = items.find(item.id);
    if (found == items.end()) {
      ++out.added;
      added[item.area] = added.value(item.area, 0) + 1;
    } else if (!replaces(found->second, item)) {
      ++out.same;
      return;
    } else {
      ++out.changed;
    }
    items.insert_or_assign(item.id, Accepted{item, settings.surroundings});
    touched.insert(item.area);
  }

  void remove_obsolete() {
    for (auto& [name, area] : baseline.areas)
      std::erase_if(area.items, [&, of = name](const auto& entry) {
        const auto& item = entry.second.item;
        const bool gone = !visited.contains(of + entry.first) && settings.choice.has(item);
        if (gone) removed.push_back(fmt::format("{}: {}", of, item.title()));
        if (gone) touched.insert(of);
        return gone;
      });
    out.removed = removed.size();
  }

  Acceptance written(const std::string& reason) {
    for (const auto& [name, area] : baseline.areas)
      if (area.edited) {
        touched.insert(name);
        edited.push_back(name);
      }
    if (touched.empty()) return std::move(out);
    for (const auto& area : touched) check_baseline_output(baseline.folder, area);
    write_log(reason);  // before the baseline, so that every change has a line in the log
    for (const auto& area : touched) {
      baseline.areas[area].edited = false;
      write_baseline(baseline.folder, area, baseline.areas[area]);
    }
    return std::move(out);
  }

 private:
  /// Returns whether the item differs from the accepted one by more than noise, and records all changed values.
  bool replaces(const Accepted& before, const Item& item) {
    bool any = false;
    const auto before_notes = changes.size();
    auto weighed_by = settings;
    // in other surroundings (compiler, processor) bits may differ without a change of the program
    weighed_by.bits = before.surroundings == settings.surroundings;
    for (const auto& finding : compared(before, item, weighed_by)) {
      any = any || finding.grade != Grade::noise;
      changes.push_back(change(item, finding.what));
    }
    if (!any) changes.get_ref<Json::array_t&>().resize(before_notes);
    return any;
  }

  void write_log(const std::string& reason) const {
    const auto file = log_file(baseline.folder);
    auto text = fs::exists(file) ? file_text(file, "the log of a baseline") : std::string();
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    const auto actor = this_actor();
    const Json line = {{"when", current_time()}, {"who", actor.who},     {"machine", actor.machine},
                       {"commit", actor.commit}, {"build", actor.build}, {"reason", reason},
                       {"over_edits", edited},   {"added", added},       {"removed", removed},
                       {"changed", changes}};
    write_file(file, beginning_with(R"({"when":)", "the log of `plumb baseline accept`"), text + line.dump() + "\n");
  }

  Baseline& baseline;
  const CheckSettings& settings;
  Acceptance out = {};
  std::set<std::string> visited = {}, touched = {};
  Json added = Json::object(), removed = Json::array(), changes = Json::array(), edited = Json::array();
};

}  // namespace

Actor this_actor() {
  const auto* account = getpwuid(geteuid());
  std::array<char, 256> machine{};
  gethostname(machine.data(), machine.size() - 1);
  return {account ? account->pw_name : std::to_string(geteuid()), machine.data(), std::string(build_info().commit),
          std::string(build_info().fingerprint.substr(0, 16))};
}

std::string current_time() {
  const auto now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

Acceptance accept(Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings,
                  const std::string& reason, bool over_edits) {
  if (reason.find_first_not_of(" \t\n") == std::string::npos)
    throw missing_part("baseline accept: give the reason with --reason TEXT");
  for (const auto& [name, area] : baseline.areas)
    if (area.edited && !over_edits)
      throw UsageError(fmt::format(
          "{}/{}.jsonl was edited by hand: restore the accepted file, or accept its values with --over-edits",
          baseline.folder.string(), name));
  Accepting accepting(baseline, settings);
  for (const auto& item : measured) accepting.add(item);
  if (settings.whole) accepting.remove_obsolete();
  return accepting.written(reason);
}

std::vector<Json> acceptance_log(const fs::path& folder) {
  std::vector<Json> out;
  if (!fs::exists(log_file(folder))) return out;
  std::istringstream lines(file_text(log_file(folder), "the log of a baseline"));
  int number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    try {
      auto entry = Json::parse(line);
      for (const char* key : {"when", "who", "commit", "reason"}) entry.at(key).get_ref<const std::string&>();
      for (const char* key : {"added", "removed", "changed"}) entry.at(key);
      out.push_back(std::move(entry));
    } catch (const Json::exception& e) {
      throw UsageError(
          fmt::format("{}:{}: is not a line of this log ({})", log_file(folder).string(), number, plain_message(e)));
    }
  }
  return out;
}

}  // namespace plumb
