// plumb reference show prints a problem's state at a time, with its certified digits.

#include <memory>
#include <optional>
#include <string>

#include "harness/api/certified_records.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/cli/work.hpp"

namespace plumb {
namespace {

struct ShowOptions {
  RecordsRequest request;
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* reference_show_examples = R"(Examples:
  plumb reference show pendulum
  plumb reference show 'pendulum(rate=2)' -f index3 --at 1,2,5
  plumb reference show spinning-top --at 1/3 --json)";

Exit show(const ShowOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto page =
      records_page(options.request, conduct_of(line, 1, options.timeout),
                   [&](const std::string& title, const ExpectedSeconds& expected) { announce(line, title, expected); });
  line.clear();
  if (page.ending.delivered != 0) {
    if (options.json)
      print_json(page.json);
    else
      print(page.text);
  }
  return exit_of(page.ending, "problem");
}

}  // namespace

void add_reference_show(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("show", "state at a time with its certified digits");
  auto options = std::make_shared<ShowOptions>();
  verb.add_option("PROBLEM", options->request.problem, "a problem, optionally with parameters: 'pendulum(rate=2)'")
      ->required();
  verb.add_option("-f,--formulation", options->request.formulation,
                  "formulation: its coordinates; default: the problem's first")
      ->type_name("NAME");
  add_values(verb, "--at", options->request.times, "T",
             "time [s]: several separated by commas; default: the problem's horizon");
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "one object, or an array for several times");
  verb.footer(reference_show_examples);
  verb.callback([options, &exit] { exit = show(*options); });
}

}  // namespace plumb
