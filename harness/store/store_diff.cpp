#include "harness/store/store_diff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "harness/cell/resolve.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr double all_digits = std::numeric_limits<double>::max_digits10;

/// Returns the parameters with all defaults, in normal form. Throws UsageError if this build lacks one of them.
std::string completed(std::span<const ParameterSpec> specs, const std::string& canonical, std::string_view of) {
  return normalized_parameters(parameters_from_text(specs, canonical, of).canonical());
}

void complete(Cell& cell) {
  try {
    const auto& problem = problem_named(cell.problem);
    cell.problem_parameters = completed(problem.parameters, cell.problem_parameters, cell.problem);
  } catch (const UsageError&) {  // problem or parameter of another build
  }
  try {
    const auto& method = method_named(cell);
    cell.method_parameters = completed(method.parameters, cell.method_parameters, cell.method);
  } catch (const UsageError&) {  // method or parameter of another build
  }
}

/// Returns a text that identifies the cell, with sorted keys and with defaults for missing settings. Settings that only
/// the other build has are kept, since their defaults are unknown.
std::string meaning(const Cell& cell, const Json& written) {
  nlohmann::json out = to_json(cell);
  for (const auto& [key, value] : written.items())
    if (!out.contains(key)) out[key] = value;
  return out.dump();
}

const Json& member(const Json& object, const std::string& key) {
  static const Json nothing = nullptr;
  const auto at = object.is_object() ? object.find(key) : object.end();
  return at == object.end() ? nothing : *at;
}

std::string commit_of(const StoredText& row) {
  const Json& commit = member(member(row.result, "environment"), "commit");
  return commit.is_string() ? commit.get<std::string>() : "";
}

bool is_of(const StoredText& row, const std::string& build) {
  return row.source_fingerprint.starts_with(build) || commit_of(row).starts_with(build);
}

std::vector<RecordedBuild> builds_of(const std::map<std::string, Record::Run>& runs) {
  std::map<std::string, RecordedBuild> builds;
  std::map<std::string, std::string> newest;
  for (const auto& [key, run] : runs) {
    auto& build = builds[run.fingerprint];
    ++build.runs;
    build.fingerprint = run.fingerprint;
    if (run.created < newest[run.fingerprint]) continue;
    newest[run.fingerprint] = run.created;
    build.environment = member(run.result, "environment");
  }
  std::vector<RecordedBuild> out;
  for (auto& [fingerprint, build] : builds) out.push_back(std::move(build));
  return out;
}

[[noreturn]] void refuse(const std::string& requested, const std::vector<StoredText>& rows) {
  std::set<std::string> known;
  for (const auto& row : rows)
    known.insert(fmt::format("{} ({})", row.source_fingerprint.substr(0, 12), commit_of(row).substr(0, 12)));
  throw no_such("no run of build '{}'; known fingerprints (commits): {}", requested,
                known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")));
}

bool same_bits(double x, double y) { return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y); }

bool same(const Json& a, const Json& b) {
  if (a.is_number_integer() && b.is_number_integer()) return a == b;
  if (a.is_number() && b.is_number()) return same_bits(a.get<double>(), b.get<double>());
  if (a.is_array() && b.is_array()) return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
  return a == b;
}

std::set<std::string> keys(const Json& a, const Json& b) {
  std::set<std::string> out;
  for (const auto* object : {&a, &b})
    if (object->is_object())
      for (const auto& [key, value] : object->items()) out.insert(key);
  return out;
}

void compare_value(const std::string& part, const std::string& name, const Json& a, const Json& b,
                   std::vector<Difference>& out) {
  if (same(a, b)) return;
  const bool counted = part == "counters";
  out.push_back({part, name, a, b, counted ? std::nullopt : agreeing_digits(a, b)});
}

void compare_part(const std::string& part, const Json& a, const Json& b, std::vector<Difference>& out) {
  if (!a.is_object() && !b.is_object()) return compare_value(part, part, a, b, out);
  for (const auto& name : keys(a, b)) compare_value(part, name, member(a, name), member(b, name), out);
}

/// Returns whether the difference is a counter that exists in only one of the builds.
bool is_uncounted(const Difference& d, const Json& a, const Json& b) {
  return d.part == "counters" && !(member(a, "counters").contains(d.name) && member(b, "counters").contains(d.name));
}

/// Returns whether the results were computed with different versions of libm. The last bits of results depend on it, so
/// they are then not compared.
bool has_other_libm(const Json& a, const Json& b) {
  const Json &before = member(member(a, "environment"), "libm"), &after = member(member(b, "environment"), "libm");
  return before.is_string() && after.is_string() && before != after;
}

/// Returns the rank of a difference, smallest first: the status, then the fewest agreeing digits, then counters and
/// texts.
double rank(const Difference& d) {
  if (d.part == "status") return -1;
  if (d.digits) return *d.digits;
  return d.part == "counters" ? all_digits + 1 : all_digits + 2;
}

}  // namespace

std::vector<Difference> differences(const Json& a, const Json& b) {
  std::vector<Difference> out;
  for (const auto& key : keys(a, b)) {
    if (key == "timing" || key == "environment" || key == "final") continue;
    if (key == "linear_algebra" && (!a.contains(key) || !b.contains(key))) continue;  // only one build writes it
    compare_part(key, member(a, key), member(b, key), out);
  }
  const Json &before = member(a, "final"), &after = member(b, "final");
  const bool without_bits = has_other_libm(a, b);
  for (const auto& key : keys(before, after))
    if (!(without_bits && key == "bits")) compare_part(key, member(before, key), member(after, key), out);
  return out;
}

Record record_of(const Store& store, const std::optional<std::string>& build, const DamageSink& damaged) {
  auto rows = store.texts(damaged);
  Record record;
  bool found = rows.empty() && !build;
  for (const auto& row : rows) {
    if (build && !is_of(row, *build)) continue;
    found = true;
    Cell cell = row.cell;
    complete(cell);
    Record::Run run{cell, row.result, row.source_fingerprint, row.created};
    const auto [entry, is_new] = record.runs.emplace(meaning(cell, row.written_cell), run);
    if (!is_new && entry->second.created < run.created) entry->second = std::move(run);
  }
  if (!found) refuse(build.value_or(""), rows);
  record.builds = builds_of(record.runs);
  return record;
}

const Difference& ChangedCell::worst() const {
  return *std::min_element(differences.begin(), differences.end(),
                           [](const auto& x, const auto& y) { return rank(x) < rank(y); });
}

std::map<std::string, std::size_t> StoreDiff::parts() const {
  std::map<std::string, std::size_t> out;
  for (const auto& cell : changed) {
    std::set<std::string> parts;
    for (const auto& d : cell.differences) parts.insert(d.part);
    for (const auto& part : parts) ++out[part];
  }
  return out;
}

std::map<std::string, std::size_t> StoreDiff::methods() const {
  std::map<std::string, std::size_t> out;
  for (const auto& cell : changed) ++out[cell.cell.method];
  return out;
}

StoreDiff difference(const Record& before, const Record& after) {
  StoreDiff out;
  for (const auto& [key, run] : before.runs) {
    const auto other = after.runs.find(key);
    if (other == after.runs.end()) {
      out.only_before.push_back(run.cell);
      continue;
    }
    ++out.both;
    const auto &was = run.result, &is = other->second.result;
    auto found = differences(was, is);
    std::erase_if(found, [&](const Difference& d) { return is_uncounted(d, was, is); });
    if (!found.empty()) out.changed.push_back({key, run.cell, std::move(found)});
  }
  for (const auto& [key, run] : after.runs)
    if (!before.runs.contains(key)) out.only_after.push_back(run.cell);
  std::stable_sort(out.changed.begin(), out.changed.end(),
                   [](const auto& x, const auto& y) { return rank(x.worst()) < rank(y.worst()); });
  return out;
}

std::optional<double> agreeing_digits(const Json& before, const Json& after) {
  const auto measurable = [](const Json& x) { return x.is_number() || x.is_array() || x.is_null(); };
  if (!measurable(before) || !measurable(after) || (before.is_null() && after.is_null())) return {};
  const Json x = before.is_array() ? before : Json::array({before}),
             y = after.is_array() ? after : Json::array({after});
  if (x.size() != y.size()) return 0;
  double size = 0, apart = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].is_null() && y[i].is_null()) continue;
    if (!x[i].is_number() || !y[i].is_number()) return 0;
    const double a = x[i].get<double>(), b = y[i].get<double>();
    size = std::max({size, std::abs(a), std::abs(b)});
    apart = std::max(apart, std::abs(a - b));
  }
  if (apart == 0) return all_digits;  // zeros of different sign
  return std::clamp(-std::log10(apart / size), 0., all_digits);
}

double distance(const Json& a, const Json& b) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (a.is_number() && b.is_number()) return std::abs(a.get<double>() - b.get<double>());
  if (!a.is_array() || !b.is_array() || a.size() != b.size()) return infinite;
  double out = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!a[i].is_null() || !b[i].is_null()) out = std::max(out, distance(a[i], b[i]));
  return out;
}

std::optional<std::size_t> furthest_component(const Json& before, const Json& after) {
  if (!before.is_array() || !after.is_array() || before.size() != after.size() || before.empty()) return {};
  std::size_t position = 0;
  double most = -1;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].is_null() && after[i].is_null()) continue;
    const double apart = before[i] == after[i] ? 0 : distance(before[i], after[i]);
    if (!(apart > most)) continue;
    most = apart;
    position = i;
  }
  return position;
}

std::string value_text(const Json& value) {
  if (value.is_null()) return "none";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? shortest(value.get<double>()) : value.dump();
}

std::string change_text(const Difference& d) {
  if (const auto i = furthest_component(d.before, d.after))
    return fmt::format("{}[{}] {} -> {}", d.name, *i + 1, value_text(d.before[*i]), value_text(d.after[*i]));
  if (d.before.is_array() || d.after.is_array())
    return fmt::format("{}: {} -> {}", d.name, d.before.size(), counted(d.after.size(), "component"));
  return fmt::format("{} {} -> {}", d.name, value_text(d.before), value_text(d.after));
}

}  // namespace plumb
