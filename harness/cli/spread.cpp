// plumb spread measures the effect of rounding on runs.

#include <memory>
#include <optional>

#include "harness/api/spread_study.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

struct SpreadOptions {
  SpreadRequest request;
  int jobs = all_cores();
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* spread_examples = R"(Examples:
  plumb spread -p two-link -f index1 -m degree5 -s 1e-3 --t-end 50
  plumb spread -p two-link -m erk4,dopri5 -s 1e-2 --t-end 10,20,40 --starts 16 --json

The cell runs again from perturbed initial values: each component of q and v is one unit in the last place higher or
lower. Digits that differ between the runs are rounding noise. After some time, runs of a chaotic motion share no
digits.)";

void print_runs(const SpreadStudy& found, bool json) {
  for (const auto& runs : found.cells)
    print(json ? spread_json(runs).dump() + "\n"
               : (&runs == &found.cells.front() ? "" : "\n") + as_text(spread_table(runs)));
}

Exit print_spread(const SpreadOptions& options) {
  if (!are_whole(options.request.axes))
    throw missing_part("spread: give a problem (-p), a method (-m) and a step (-s)");
  StatusLine line(stderr_is_terminal());
  const auto found = spread(options.request, conduct_of(line, options.jobs, options.timeout));
  line.clear();
  print_runs(found, options.json);
  if (!found.ending.stopped()) return found.any_ok() ? Exit::ok : Exit::nothing_measured;
  const auto [why, exit] = stop_of(found.ending);
  note(why);
  return exit;
}

}  // namespace

void add_spread(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("spread", "effect of rounding on runs: the digits that perturbed runs share");
  auto options = std::make_shared<SpreadOptions>();
  add_axes(verb, options->request.axes);
  verb.add_option("--starts", options->request.starts, "number of perturbed starts, 1 to 1000; default: 8")
      ->type_name("N");
  add_jobs(verb, options->jobs);
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "one line with an object for each cell");
  verb.footer(spread_examples);
  verb.callback([options, &exit] { exit = print_spread(*options); });
}

}  // namespace plumb
