// plumb merge joins stores of several machines into one.

#include <fmt/format.h>

#include <memory>

#include "harness/api/stores.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

struct MergeOptions {
  MergeRequest request;
  bool json = false;
};

constexpr const char* merge_examples = R"(Examples:
  plumb merge study.db shards/*.db
  plumb merge study.db shards/*.db --study study.toml      exit code 4: a cell of the study has no result yet

OUT is created if it does not exist; its runs are kept. The result does not depend on the order of merging, or on
repetitions. Results of the same build and cell must agree in all bits except times. If they do not, the cell and both
values are printed, nothing is merged, and the exit code is 1. Of equal results, the one with the better timing is kept.
Damaged rows are omitted; the exit code is 4 if a cell has no undamaged row.)";

void print_counts(const MergeOptions& options, const MergedStores& merged) {
  const auto& [counts, missing, ending] = merged;
  if (options.json) {
    Json out = {{"store", options.request.target}, {"added", counts.added},
                {"replaced", counts.replaced},     {"same", counts.same},
                {"damaged", counts.damaged},       {"lost", counts.lost},
                {"derived", counts.derived}};
    if (missing) out["missing"] = missing->count;
    return print_json(out);
  }
  print(fmt::format("{}: {} added, {} replaced, {} already present\n", options.request.target,
                    counted(static_cast<std::size_t>(counts.added), "run"), counts.replaced, counts.same));
  const auto lost = static_cast<std::size_t>(counts.lost);
  if (counts.damaged != 0)
    note(fmt::format(
        "omitted: {} that {} damaged: {}; `plumb doctor` of the stores lists them",
        counted(static_cast<std::size_t>(counts.damaged), "row"), counts.damaged == 1 ? "is" : "are",
        lost == 0 ? "their cells have undamaged rows, too" : counted(lost, "cell") + " without an undamaged row"));
  if (!missing || missing->count == 0) return;
  for (const auto& cell : missing->first) note(fmt::format("no result of {}", cell));
  note(fmt::format("{} of {} without a result", counted(missing->count, "cell"), options.request.study));
}

Exit merge(const MergeOptions& options) {
  try {
    StatusLine line(stderr_is_terminal());
    const auto merged = merged_stores(options.request, conduct_of(line));
    line.clear();
    if (merged.ending.delivered != 0) print_counts(options, merged);
    if (const auto stopped = exit_of(merged.ending, "store"); stopped != Exit::ok) return stopped;
    const bool is_complete = merged.counts.lost == 0 && (!merged.missing || merged.missing->count == 0);
    return is_complete ? Exit::ok : Exit::nothing_measured;
  } catch (const MergeConflict& conflict) {
    complain(conflict.what());
    return Exit::verdict_failed;
  }
}

}  // namespace

void add_merge(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("merge", "merge the runs of several stores, such as shards of a study");
  auto options = std::make_shared<MergeOptions>();
  verb.add_option("OUT", options->request.target, "store to write")->required()->check(is_store_path);
  verb.add_option("IN", options->request.inputs, "stores of `plumb run --store`")->required();
  verb.add_option("--study", options->request.study, "experiment file; exit code 4 if one of its cells has no result")
      ->type_name("FILE.toml");
  add_json(verb, options->json, "one object");
  verb.footer(merge_examples);
  verb.callback([options, &exit] { exit = merge(*options); });
}

}  // namespace plumb
