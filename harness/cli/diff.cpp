// plumb diff prints the differences between two stores, cell by cell.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>

#include "harness/cell/resolve.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/store/store_diff.hpp"
#include "text/number_text.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

struct DiffOptions {
  std::string before, after;
  std::optional<std::string> build_before, build_after;
  RowLimit rows;
  bool digits = false, json = false;
};

constexpr const char* diff_examples = R"(Examples:
  plumb run results/golden/study.toml --store before.db      before a change
  plumb run results/golden/study.toml --store after.db       after it
  plumb diff before.db after.db                              exit 0: all bits are the same; 1: prints the changes
  plumb diff before.db after.db --digits                     digits in which the values agree, for each class
  plumb diff runs.db runs.db --build-a 1f3a --build-b 9c42   two builds in one store

Status, reason, time reached, metrics, counters and final state are compared, but not timings and the environment.
`bits` is a hash of the final state in the precision of the run. Digits are relative to the largest component of a
class, for a metric to the metric itself, and at most 17; a value agrees with 0 only if it is 0. If a store has runs of
several builds, the newest run of each cell is compared.
Exit codes: 0 the same cells with the same results, 1 something changed, 4 the stores have no cell in common.)";

/// Parts of a result for which the table has a column with the number of equal digits.
constexpr const char* measured_parts[] = {"q", "v", "a", "lambda", "outputs", "metrics"};

std::string short_title(const Cell& cell) try {
  const auto known = resolve(cell);
  return fmt::format("{} {} {} {}", short_problem(known), cell.formulation, short_method(known), short_settings(cell));
} catch (const UsageError&) {  // a cell of another build, which this build cannot resolve
  return title(cell);
}

/// Returns the names of the parts that differ, with the number of values if several differ: "q v metrics(3)".
std::string changed_parts(const ChangedCell& cell) {
  std::vector<std::pair<std::string, int>> parts;
  for (const auto& d : cell.differences) {
    if (parts.empty() || parts.back().first != d.part) parts.emplace_back(d.part, 0);
    ++parts.back().second;
  }
  std::vector<std::string> texts;
  for (const auto& [part, count] : parts) texts.push_back(count == 1 ? part : fmt::format("{}({})", part, count));
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string counter_changes(const ChangedCell& cell) {
  std::vector<std::string> texts;
  for (const auto& d : cell.differences)
    if (d.part == "counters") texts.push_back(change_text(d));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Returns the smallest number of equal digits in a part. None if the part did not change.
std::optional<double> digits_left(const ChangedCell& cell, std::string_view part) {
  std::optional<double> least;
  for (const auto& d : cell.differences)
    if (d.part == part && d.digits && (!least || *d.digits < *least)) least = d.digits;
  return least;
}

Entry digits_entry(const std::optional<double>& digits) {
  return digits ? Entry(fmt::format("{:.1f}", *digits)) : Entry();
}

Table changes(const StoreDiff& diff, bool digits, std::size_t rows) {
  Table table{.columns = {{"cell"}, {"changed"}}, .rows = {}};
  if (digits)
    for (const char* part : measured_parts) table.columns.push_back({part, Align::right});
  table.columns.push_back({"worst"});
  table.columns.push_back({"counters"});
  for (std::size_t i = 0; i < rows; ++i) {
    const auto& cell = diff.changed[i];
    auto& row = table.rows.emplace_back(std::vector<Entry>{short_title(cell.cell), changed_parts(cell)});
    if (digits)
      for (const char* part : measured_parts) row.push_back(digits_entry(digits_left(cell, part)));
    const auto& worst = cell.worst();
    row.push_back(worst.part == "counters" ? Entry() : Entry(change_text(worst)));
    const auto counters = counter_changes(cell);
    row.push_back(counters.empty() ? Entry() : Entry(counters));
  }
  return table;
}

std::string text_or(const Json& object, const char* key, const char* otherwise) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

/// Returns a line about a store and the builds of its runs: "before.db: 6120 cells: 6120 of build 1f3a5c… at commit
/// 0612bff… (GNU 12.2.0)".
std::string provenance(const std::string& file, const Record& record) {
  std::vector<std::string> builds;
  for (const auto& build : record.builds)
    builds.push_back(fmt::format("{} of build {} at commit {} ({})", build.runs, build.fingerprint.substr(0, 12),
                                 text_or(build.environment, "commit", "unknown").substr(0, 12),
                                 text_or(build.environment, "compiler", "unknown compiler")));
  return fmt::format("{}: {}{}{}\n", file, counted(record.runs.size(), "cell"), builds.empty() ? "" : ": ",
                     fmt::join(builds, ", "));
}

/// Returns whether all builds of both stores have the same value of a key of the environment. Builds without the key,
/// which are older, are ignored.
bool agree_on(const char* key, const Record& before, const Record& after) {
  std::set<std::string> known;
  for (const auto* record : {&before, &after})
    for (const auto& build : record->builds) known.insert(text_or(build.environment, key, ""));
  known.erase("");
  return known.size() <= 1;
}

/// Returns whether all runs of both stores have the same compiler, flags, processor and libm.
bool same_surroundings(const Record& before, const Record& after) {
  constexpr const char* facts[] = {"compiler", "flags", "cpu", "libm"};
  return std::ranges::all_of(facts, [&](const char* key) { return agree_on(key, before, after); });
}

std::string counts(const std::map<std::string, std::size_t>& by_name) {
  std::vector<std::string> texts;
  for (const auto& [name, count] : by_name) texts.push_back(fmt::format("{} {}", name, count));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string missing(const std::string& where, const std::vector<Cell>& cells, const RowLimit& rows) {
  std::string out;
  const auto shown = rows.of(cells.size());
  for (std::size_t i = 0; i < shown; ++i) out += fmt::format("only in {}: {}\n", where, short_title(cells[i]));
  if (cells.size() > shown) out += fmt::format("only in {}: {} more (--all)\n", where, cells.size() - shown);
  return out;
}

std::string summary(const StoreDiff& diff, const DiffOptions& options) {
  auto out = fmt::format("{} in both, {} only in {}, {} only in {}: {} identical, {} changed\n",
                         counted(diff.both, "cell"), diff.only_before.size(), options.before, diff.only_after.size(),
                         options.after, diff.identical(), diff.changed.size());
  if (diff.changed.empty()) return out;
  return out + fmt::format("changed cells by part: {}\n", counts(diff.parts())) +
         fmt::format("changed cells by method: {}\n", counts(diff.methods()));
}

void print_text(const StoreDiff& diff, const Record& before, const Record& after, const DiffOptions& options) {
  print(provenance(options.before, before) + provenance(options.after, after));
  if (!same_surroundings(before, after))
    print("compilers, flags or processors differ: this alone may change the last bits\n");
  print(summary(diff, options));
  const auto rows = options.rows.of(diff.changed.size());
  if (rows != 0) print("\n" + as_text(changes(diff, options.digits, rows)));
  if (rows < diff.changed.size()) print(counted(diff.changed.size() - rows, "more changed cell") + " (--all)\n");
  print(missing(options.before, diff.only_before, options.rows) +
        missing(options.after, diff.only_after, options.rows));
}

Json side(const std::string& file, const Record& record) {
  Json builds = Json::array();
  for (const auto& build : record.builds)
    builds.push_back({{"fingerprint", build.fingerprint}, {"runs", build.runs}, {"environment", build.environment}});
  return {{"file", file}, {"cells", record.runs.size()}, {"builds", builds}};
}

Json cell_json(const ChangedCell& cell) {
  Json list = Json::array();
  for (const auto& d : cell.differences)
    list.push_back({{"part", d.part},
                    {"name", d.name},
                    {"before", d.before},
                    {"after", d.after},
                    {"digits", number_or_null(d.digits)}});
  return {{"id", id(cell.cell)}, {"cell", Json::parse(cell.key)}, {"differences", list}};
}

Json cells_json(const std::vector<Cell>& cells) {
  Json out = Json::array();
  for (const auto& cell : cells) out.push_back({{"id", id(cell)}, {"cell", to_json(cell)}});
  return out;
}

Json as_json(const StoreDiff& diff, const Record& before, const Record& after, const DiffOptions& options) {
  Json changed = Json::array();
  for (const auto& cell : diff.changed) changed.push_back(cell_json(cell));
  return {{"before", side(options.before, before)},
          {"after", side(options.after, after)},
          {"both", diff.both},
          {"identical", diff.identical()},
          {"changed", changed},
          {"only_before", cells_json(diff.only_before)},
          {"only_after", cells_json(diff.only_after)}};
}

Exit compare(const DiffOptions& options) {
  const auto before = record_of(Store(options.before, Access::read_only), options.build_before);
  const auto after = record_of(Store(options.after, Access::read_only), options.build_after);
  const auto diff = difference(before, after);
  if (options.json)
    print_json(as_json(diff, before, after, options));
  else
    print_text(diff, before, after, options);
  if (diff.both == 0) return Exit::nothing_measured;
  return diff.same() ? Exit::ok : Exit::verdict_failed;
}

}  // namespace

void add_diff(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("diff", "differences between two stores, cell by cell");
  auto options = std::make_shared<DiffOptions>();
  verb.add_option("A", options->before, "store before the change, from `plumb run --store`")->required();
  verb.add_option("B", options->after, "store after the change")->required();
  verb.add_flag(
      "--digits", options->digits,
      "print the number of agreeing decimal digits, in a column each for q, v, a, lambda, outputs and metrics");
  verb.add_option(
          "--build-a", options->build_before,
          "if A has runs of several builds: the build to compare, by the first characters of its fingerprint or commit")
      ->type_name("TEXT");
  verb.add_option("--build-b", options->build_after, "the same for B")->type_name("TEXT");
  add_row_limit(verb, options->rows);
  add_json(verb, options->json, "one object with all differences");
  verb.footer(diff_examples);
  verb.callback([options, &exit] { exit = compare(*options); });
}

}  // namespace plumb
