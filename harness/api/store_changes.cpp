#include "harness/api/stores.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>

#include "harness/api/requested_cells.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/run/build_info.hpp"
#include "text/exit_codes.hpp"
#include "text/number_text.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

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

Table table_of_changes(const StoreDiff& diff, bool digits, std::size_t rows) {
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

std::string missing(const std::string& where, const std::vector<Cell>& cells, std::size_t most) {
  std::string out;
  const auto shown = std::min(most, cells.size());
  for (std::size_t i = 0; i < shown; ++i) out += fmt::format("only in {}: {}\n", where, short_title(cells[i]));
  if (cells.size() > shown) out += fmt::format("only in {}: {} more (--all)\n", where, cells.size() - shown);
  return out;
}

std::string summary(const StoreChanges& changes) {
  const auto& diff = changes.diff;
  auto out = fmt::format("{} in both, {} only in {}, {} only in {}: {} identical, {} changed\n",
                         counted(diff.both, "cell"), diff.only_before.size(), changes.request.before,
                         diff.only_after.size(), changes.request.after, diff.identical(), diff.changed.size());
  if (diff.changed.empty()) return out;
  return out + fmt::format("changed cells by part: {}\n", counts(diff.parts())) +
         fmt::format("changed cells by method: {}\n", counts(diff.methods()));
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

}  // namespace

StoreChanges store_changes(const StoresToCompare& request) {
  StoreChanges out{.request = request,
                   .before = record_of(Store(request.before, Access::read_only), request.build_before),
                   .after = record_of(Store(request.after, Access::read_only), request.build_after)};
  out.diff = difference(out.before, out.after);
  return out;
}

std::string changes_text(const StoreChanges& changes, bool with_digits, std::size_t most) {
  const auto& [request, before, after, diff] = changes;
  auto out = provenance(request.before, before) + provenance(request.after, after);
  if (!same_surroundings(before, after))
    out += "compilers, flags or processors differ: this alone may change the last bits\n";
  out += summary(changes);
  const auto rows = std::min(most, diff.changed.size());
  if (rows != 0) out += "\n" + as_text(table_of_changes(diff, with_digits, rows));
  if (rows < diff.changed.size()) out += counted(diff.changed.size() - rows, "more changed cell") + " (--all)\n";
  return out + missing(request.before, diff.only_before, most) + missing(request.after, diff.only_after, most);
}

Json changes_json(const StoreChanges& changes) {
  const auto& [request, before, after, diff] = changes;
  Json changed = Json::array();
  for (const auto& cell : diff.changed) changed.push_back(cell_json(cell));
  return {{"before", side(request.before, before)},
          {"after", side(request.after, after)},
          {"both", diff.both},
          {"identical", diff.identical()},
          {"changed", changed},
          {"only_before", cells_json(diff.only_before)},
          {"only_after", cells_json(diff.only_after)}};
}

namespace {

constexpr std::size_t most_named = 10;  // limit of the titles of cells without a result

CellsWithoutResult without_result_in(const std::string& target, const std::string& study) {
  const auto cells = cells_of(experiment_from_file(study)).cells;
  const Store store(target, Access::read_only);
  CellsWithoutResult out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto status = store.status(cells.id(i), build_info().fingerprint);
    if (status && !depends_on_the_machine(*status)) continue;
    if (out.count++ < most_named) out.first.push_back(title(cells[i].text()));
  }
  return out;
}

bool is_target(const MergeRequest& request, const std::string& input) {
  std::error_code error;
  return std::filesystem::equivalent(input, request.target, error);
}

void check_inputs(const MergeRequest& request, const Conduct& conduct) {
  const auto of_itself =
      std::ranges::count_if(request.inputs, [&](const auto& input) { return is_target(request, input); });
  if (of_itself == std::ssize(request.inputs))
    throw UsageError(
        fmt::format("merge: {} cannot be merged into itself; give other stores whose runs to add", request.target));
  if (of_itself != 0 && conduct.note)
    conduct.note(fmt::format("{} is both OUT and an input; its runs stay in it", request.target));
}

}  // namespace

MergedStores merged_stores(const MergeRequest& request, const Conduct& conduct) {
  check_inputs(request, conduct);
  MergedStores out;
  const Piece piece = [&]() -> std::function<void()> {
    const auto counts = merge_stores(request.target, {request.inputs.begin(), request.inputs.end()});
    std::optional<CellsWithoutResult> missing;
    if (!request.study.empty()) missing = without_result_in(request.target, request.study);
    return [&out, counts, missing] {
      out.counts = counts;
      out.missing = missing;
    };
  };
  out.ending = deliver_pieces({{request.target, piece}}, {.noun = "store"}, conduct);
  return out;
}

}  // namespace plumb
