// plumb merge joins stores of several machines into one.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <system_error>

#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "harness/run/build_info.hpp"
#include "harness/store/merge.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

struct MergeOptions {
  std::string target, study;
  std::vector<std::string> inputs;
  bool json = false;
};

constexpr const char* merge_examples = R"(Examples:
  plumb merge study.db shards/*.db
  plumb merge study.db shards/*.db --study study.toml      exit code 4: a cell of the study has no result yet

OUT is created if it does not exist; its runs are kept. The result does not depend on the order of merging, or on
repetitions. Results of the same build and cell must agree in all bits except times. If they do not, the cell and both
values are printed, nothing is merged, and the exit code is 1. Of equal results, the one with the better timing is kept.
Damaged rows are omitted; the exit code is 4 if a cell has no undamaged row.)";

/// The cells of the study for which the stores have no result of this build, or only one that depends on the machine
/// (such as a timeout).
struct MissingResults {
  std::size_t count = 0;
  std::vector<std::string> first = {};  // titles of the first missing cells

  static constexpr std::size_t most_named = 10;
};

MissingResults missing_in(const std::string& target, const std::string& study) {
  const auto cells = cells_of(experiment_from_file(study)).cells;
  const Store store(target, Access::read_only);
  MissingResults out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto status = store.status(cells.id(i), build_info().fingerprint);
    if (status && !depends_on_the_machine(*status)) continue;
    if (out.count++ < MissingResults::most_named) out.first.push_back(title(cells[i].text()));
  }
  return out;
}

void print_counts(const MergeOptions& options, const MergeCounts& counts,
                  const std::optional<MissingResults>& missing) {
  if (options.json) {
    Json out = {{"store", options.target},  {"added", counts.added},     {"replaced", counts.replaced},
                {"same", counts.same},      {"damaged", counts.damaged}, {"lost", counts.lost},
                {"derived", counts.derived}};
    if (missing) out["missing"] = missing->count;
    return print_json(out);
  }
  print(fmt::format("{}: {} added, {} replaced, {} already present\n", options.target,
                    counted(static_cast<std::size_t>(counts.added), "run"), counts.replaced, counts.same));
  const auto lost = static_cast<std::size_t>(counts.lost);
  if (counts.damaged != 0)
    note(fmt::format(
        "omitted: {} that {} damaged: {}; `plumb doctor` of the stores lists them",
        counted(static_cast<std::size_t>(counts.damaged), "row"), counts.damaged == 1 ? "is" : "are",
        lost == 0 ? "their cells have undamaged rows, too" : counted(lost, "cell") + " without an undamaged row"));
  if (!missing || missing->count == 0) return;
  for (const auto& cell : missing->first) note(fmt::format("no result of {}", cell));
  note(fmt::format("{} of {} without a result", counted(missing->count, "cell"), options.study));
}

bool is_target(const MergeOptions& options, const std::string& input) {
  std::error_code error;
  return std::filesystem::equivalent(input, options.target, error);
}

/// Throws UsageError if the target is the only input. Prints a note if the target is one of several inputs, because a
/// merge preserves its runs anyway.
void check_inputs(const MergeOptions& options) {
  const auto of_itself =
      std::ranges::count_if(options.inputs, [&](const auto& input) { return is_target(options, input); });
  if (of_itself == std::ssize(options.inputs))
    throw UsageError(
        fmt::format("merge: {} cannot be merged into itself; give other stores whose runs to add", options.target));
  if (of_itself != 0) note(fmt::format("{} is both OUT and an input; its runs stay in it", options.target));
}

Exit merge(const MergeOptions& options) {
  check_inputs(options);
  auto exit = Exit::ok;
  const Piece piece = [&]() -> std::function<void()> {
    const auto counts = merge_stores(options.target, {options.inputs.begin(), options.inputs.end()});
    std::optional<MissingResults> missing;
    if (!options.study.empty()) missing = missing_in(options.target, options.study);
    return [&, counts, missing] {
      print_counts(options, counts, missing);
      if (counts.lost > 0 || (missing && missing->count > 0)) exit = Exit::nothing_measured;
    };
  };
  try {
    const auto ended = work({{options.target, piece}}, {.noun = "store"});
    return ended == Exit::ok ? exit : ended;
  } catch (const MergeConflict& conflict) {
    complain(conflict.what());
    return Exit::verdict_failed;
  }
}

}  // namespace

void add_merge(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("merge", "merge the runs of several stores, such as shards of a study");
  auto options = std::make_shared<MergeOptions>();
  verb.add_option("OUT", options->target, "store to write")->required()->check(is_store_path);
  verb.add_option("IN", options->inputs, "stores of `plumb run --store`")->required();
  verb.add_option("--study", options->study, "experiment file; exit code 4 if one of its cells has no result")
      ->type_name("FILE.toml");
  add_json(verb, options->json, "one object");
  verb.footer(merge_examples);
  verb.callback([options, &exit] { exit = merge(*options); });
}

}  // namespace plumb
