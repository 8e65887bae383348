// plumb reference build computes references before runs need them. It caches them for later runs, or with --out writes
// stored values, one file for each problem.

#include <memory>
#include <optional>
#include <string>

#include "harness/api/reference_build.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/cli/work.hpp"

namespace plumb {
namespace {

struct BuildOptions {
  BuildRequest request;
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* reference_build_examples = R"(Examples:
  plumb reference build                    every problem with a certified reference, default data, tenths of its horizon
  plumb reference build 'two-link(rate1=2)' --t-end 20
  plumb reference build pendulum --out /tmp
  plumb reference build shaft --out /tmp   outputs/shaft.json: outputs over time, of a reference that is refined
  plumb reference build shaft --t-end 0 --out /tmp         the same up to t = 0

Computed references are cached (PLUMB_CACHE in plumb --help), so later runs begin at once. With --out, the values of
default data are also written to FOLDER/PROBLEM.json: with their certified digits, the routes that agree in them, and a
hash of the problem's data. If the reference of a problem is refined, --out writes its outputs over time to
FOLDER/outputs/PROBLEM.json, for other data too and up to --t-end; after a stop, the next call continues. A file is
replaced if it is empty or holds stored values of the same problem. If FOLDER/PROBLEM is a folder, the files are
reference.json and outputs.json in it. So in a checkout, --out problems writes the values that the next build compiles
into the program.)";

Exit build_all(const BuildOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto built = built_references(
      options.request, conduct_of(line, all_cores(), options.timeout),
      [&](const std::string& title, const ExpectedSeconds& expected) { announce(line, title, expected); });
  line.clear();
  const auto exit = exit_of(built.ending, "problem");
  if (options.json)
    print_json(as_json(built.table));
  else
    print(as_text(built.table));
  return exit;
}

}  // namespace

void add_reference_build(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("build", "compute references before runs need them; write PROBLEM.json");
  auto options = std::make_shared<BuildOptions>();
  verb.add_option("PROBLEM", options->request.problem,
                  "a problem, with data: 'two-link(rate1=2)'; default: all that have a certified reference");
  add_out(verb, options->request.out, "a folder of stored values; default: none are written");
  verb.add_option("--t-end", options->request.t_end, "horizon [s]; default: the problem's")->type_name("T");
  add_total_timeout(verb, options->timeout);
  verb.add_option("--work", options->request.work,
                  "how many times more steps than in a run a refined reference may take; default: 30")
      ->type_name("FACTOR")
      ->check(CLI::PositiveNumber);
  verb.add_flag(
      "--kept", options->request.kept,
      "write the outputs of a motion that any build has cached (PLUMB_CACHE), if this build reproduces its steps");
  add_json(verb, options->json, "an array with one object for each problem");
  verb.footer(reference_build_examples);
  verb.callback([options, &exit] { exit = build_all(*options); });
}

}  // namespace plumb
