// plumb compare compares methods with the catalogue, and prints a page for each.

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "harness/api/comparison.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/picture.hpp"
#include "harness/cli/work.hpp"
#include "text/file_name.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct CompareOptions {
  ComparisonRequest request;
  std::string store, format = "text", plot;
  std::optional<double> timeout;
  int jobs = all_cores();
  bool json = false;
};

constexpr const char* compare_examples = R"(Examples:
  plumb compare @examples/methods/trbdf2.toml --store compare.db
  plumb compare 'bathe(rho=0)' --beside hht,generalized-alpha,bdf2
  plumb compare @mine.toml --on squeezer,car-axis --format md
  plumb compare bdf2 --beside radau-iia -p @examples/mechanisms/crank.toml
  plumb compare @mine.toml --quick --plot pictures
  plumb compare @mine.toml --timed --json

The page has these parts: findings in one paragraph; theory; the cost of an error of 1e-3, 1e-6 and 1e-9, with the
rank among all methods of the catalogue; the families of the catalogue; runtime distributions with bootstrap bands; the
formulations of a problem; the largest usable steps; failures and their reasons; measured orders; energy and constraint
errors; version, command and settings. Texts too long for 100 columns end in "..", and are complete in --json. --format
latex prints a section of an article with tables and PGFPlots figures.

Every method that fits a problem runs with a series of steps T/(n 2^k); a method that chooses its steps runs with a
series of tolerances. Costs are interpolated between two measured runs, and never extrapolated. Problems without --on:
pendulum, a stiff oscillator, a free body, a slider-crank with constraints, a spinning top with rotations and
constraints. --quick omits the rotations and the longest runs. With --store, stored runs are not repeated, so the next
method is compared in a fraction of the time. Times depend on the machine, and are measured with --timed only.
Exit code 4: no run of a method ended ok.)";

/// Returns the folder of --plot for a page, and a subfolder of it for each of several pages.
fs::path folder_of(const CompareOptions& options, const ComparedMethods& comparison, std::size_t page) {
  const auto folder = picture_folder(options.plot);
  if (comparison.pages() == 1) return folder;
  return output_folder(
      folder, for_a_file(fmt::format("{}-{}", comparison.number_of_entrant(page), comparison.short_name_of(page))));
}

void print_pages(const ComparedMethods& comparison, TableFormat format) {
  if (format == TableFormat::json) return print_json(comparison.json());
  if (!is_for_people(format)) return print(printed(comparison.runs_with_provenance(), format));
  for (std::size_t page = 0; page < comparison.pages(); ++page)
    print((page == 0 ? "" : "\n") + comparison.page(page, format));
}

void draw(const CompareOptions& options, const ComparedMethods& comparison) {
  for (std::size_t page = 0; page < comparison.pages(); ++page) {
    const auto folder = folder_of(options, comparison, page);
    const auto pictures = pictures_in(folder, {"work-precision", "orders", "profiles", "distributions"});
    draw_pictures("plumb compare", "compare.py", comparison.picture(page), pictures);
    note(fmt::format("drawn: {}", folder.string()));
  }
}

Exit compare(const CompareOptions& options) {
  const auto format = table_format(options.json ? "json" : options.format);
  if (!options.plot.empty()) picture_folder(options.plot);  // rejects an invalid folder before the runs
  StatusLine line(stderr_is_terminal());
  // Ctrl-C ends the program at once while pages are made, because the conducts are temporary objects.
  const auto begin = SteadyClock::now();
  const auto conduct = [&] {
    auto out = conduct_of(line, options.jobs, options.timeout, options.store);
    out.begin = begin;
    return out;
  };
  ComparedMethods comparison(options.request, conduct());
  line.clear();
  if (comparison.ending().stopped()) {
    const auto [why, exit] = stop_of(comparison.ending());
    note(fmt::format("{}; {}", why,
                     options.store.empty() ? "without --store FILE.db the runs are lost"
                                           : "every finished run is in the store and will not be repeated"));
    return exit;
  }
  const auto timed = comparison.time(conduct());
  line.clear();
  if (const auto stopped = exit_of(timed, "method"); stopped != Exit::ok) return stopped;
  print_pages(comparison, format);
  if (!options.plot.empty()) draw(options, comparison);
  return comparison.all_measured() ? Exit::ok : Exit::nothing_measured;
}

}  // namespace

void add_compare(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("compare", "one method compared with the catalogue: orders, cost, robustness");
  auto options = std::make_shared<CompareOptions>();
  verb.add_option("METHOD", options->request.methods,
                  "methods: 'bathe(rho=0)', or a file: @mine.toml; one page for each")
      ->required();
  add_values(verb, "--beside", options->request.beside, "METHOD,..",
             "further methods to include, with exactly these parameters");
  add_values(verb, "-p,--on", options->request.problems, "PROBLEM,..",
             "problems instead of the default ones, or mechanisms of files: @mine.toml; each over its own horizon");
  verb.add_flag("--quick", options->request.quick,
                "run a quick subset: three problems, and only runs expected to take at most 0.02 s");
  verb.add_flag("--timed", options->request.timed,
                "also measure run times: the methods run in turn, and the noise of the machine is measured");
  add_plot(verb, options->plot,
           "work and precision, orders, profiles and runtime distributions, as SVG and PDF into a folder");
  add_jobs(verb, options->jobs);
  add_store(verb, options->store, "stored runs are not repeated");
  add_total_timeout(verb, options->timeout);
  add_format(verb, options->format);
  add_json(verb, options->json, "an object with a page for each method, and all runs");
  verb.footer(compare_examples);
  verb.callback([options, &exit] { exit = compare(*options); });
}

}  // namespace plumb
