// plumb diff prints the differences between two stores, cell by cell.

#include <limits>
#include <memory>

#include "harness/api/stores.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"

namespace plumb {
namespace {

struct DiffOptions {
  StoresToCompare request;
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

Exit compare(const DiffOptions& options) {
  const auto changes = store_changes(options.request);
  if (options.json)
    print_json(changes_json(changes));
  else
    print(changes_text(changes, options.digits, options.rows.of(std::numeric_limits<std::size_t>::max())));
  if (changes.diff.both == 0) return Exit::nothing_measured;
  return changes.diff.same() ? Exit::ok : Exit::verdict_failed;
}

}  // namespace

void add_diff(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("diff", "differences between two stores, cell by cell");
  auto options = std::make_shared<DiffOptions>();
  verb.add_option("A", options->request.before, "store before the change, from `plumb run --store`")->required();
  verb.add_option("B", options->request.after, "store after the change")->required();
  verb.add_flag(
      "--digits", options->digits,
      "print the number of agreeing decimal digits, in a column each for q, v, a, lambda, outputs and metrics");
  verb.add_option(
          "--build-a", options->request.build_before,
          "if A has runs of several builds: the build to compare, by the first characters of its fingerprint or commit")
      ->type_name("TEXT");
  verb.add_option("--build-b", options->request.build_after, "the same for B")->type_name("TEXT");
  add_row_limit(verb, options->rows);
  add_json(verb, options->json, "one object with all differences");
  verb.footer(diff_examples);
  verb.callback([options, &exit] { exit = compare(*options); });
}

}  // namespace plumb
