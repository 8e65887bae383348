// plumb compare compares methods with the catalogue, and prints a page for each.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/interruption.hpp"
#include "harness/cli/picture.hpp"
#include "harness/cli/work.hpp"
#include "harness/compare/arenas_on.hpp"
#include "harness/compare/page.hpp"
#include "text/file_name.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct CompareOptions {
  std::vector<std::string> methods, beside, problems;
  std::string store, format = "text", plot;
  std::optional<double> timeout;
  int jobs = all_cores();
  bool json = false, quick = false, time = false;
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

CampaignPlan plan_of(const CompareOptions& options) {
  CampaignPlan out{.arenas = arenas_on(options.problems, options.quick),
                   .entrants = entrants(options.methods, options.beside)};
  if (options.quick) out.longest_run = 0.02;
  return out;
}

bool any_ended_well(const Campaign& campaign, std::size_t entrant) {
  for (const auto& track : campaign.tracks)
    if (track.entrant == entrant)
      for (const auto* rung : runs_of(track))
        if (rung->result->status == Status::ok) return true;
  return false;
}

/// The pages about all judged methods (arguments METHOD) of one campaign.
class Pages {
 public:
  Pages(const CompareOptions& chosen, const Campaign& campaign) : options(chosen), standings(campaign) {
    const auto& all = campaign.plan.entrants;
    for (std::size_t e = 0; e < all.size(); ++e)
      if (all[e].role == Role::judged) judged.push_back({e, {}});
  }

  Exit time() {
    std::vector<std::pair<std::string, Piece>> pieces;
    for (auto& one : judged)
      pieces.emplace_back("times", [&]() -> std::function<void()> {
        return [&one, seconds = timed_at_equal_accuracy(standings, one.entrant)] { one.seconds = seconds; };
      });
    return work(pieces, {.noun = "method"});
  }

  void show(TableFormat format) const {
    if (format == TableFormat::json) return print_json(all_json());
    if (!is_for_people(format))
      return print(
          printed(with_provenance(run_table(standings.campaign()), standings.campaign().plan, command), format));
    bool is_first = true;
    for (const auto& one : judged) {
      print((is_first ? "" : "\n") + page_text(sections_of(subjects(one)), format));
      is_first = false;
    }
  }

  void draw() const {
    for (const auto& one : judged) {
      const auto folder = folder_of(one.entrant);
      const auto pictures = pictures_in(folder, {"work-precision", "orders", "profiles", "distributions"});
      draw_pictures("plumb compare", "compare.py", picture_json(subjects(one)), pictures);
      note(fmt::format("drawn: {}", folder.string()));
    }
  }

  Exit exit() const {
    const bool all_well = std::ranges::all_of(
        judged, [&](const Judged& one) { return any_ended_well(standings.campaign(), one.entrant); });
    return all_well ? Exit::ok : Exit::nothing_measured;
  }

 private:
  struct Judged {
    std::size_t entrant;
    std::vector<SecondsAtGoal> seconds;
  };

  Subjects subjects(const Judged& one) const { return {standings, one.entrant, one.seconds, command}; }

  Json all_json() const {
    Json pages = Json::array();
    for (const auto& one : judged) pages.push_back(comparison_json(subjects(one)));
    return {{"methods", pages}, {"runs", as_json(run_table(standings.campaign()))}};
  }

  /// Returns the folder of --plot for one judged method, and a subfolder of it for each of several.
  fs::path folder_of(std::size_t entrant) const {
    const auto folder = picture_folder(options.plot);
    if (judged.size() == 1) return folder;
    const auto name = short_name(standings.campaign().plan.entrants[entrant].spec);
    return output_folder(folder, for_a_file(fmt::format("{}-{}", entrant + 1, name)));
  }

  const CompareOptions& options;
  const std::string command = command_of({.methods = options.methods,
                                          .beside = options.beside,
                                          .problems = options.problems,
                                          .quick = options.quick,
                                          .timed = options.time});
  const Standings standings;
  std::vector<Judged> judged;
};

/// Runs the campaign of the options, until it ends or is stopped.
Campaign campaign_of(const CompareOptions& options, Store* store) {
  StatusLine line(stderr_is_terminal());
  return run_campaign(plan_of(options), {.jobs = options.jobs,
                                         .cell_timeout = 60,
                                         .global_timeout = options.timeout,
                                         .store = store,
                                         .progress = [&](const std::string& text) { line.show(text); },
                                         .progress_interval = progress_interval(),
                                         .interrupted = ctrl_c()});
}

Exit compare(const CompareOptions& options) {
  const auto format = table_format(options.json ? "json" : options.format);
  if (!options.plot.empty()) picture_folder(options.plot);  // rejects an invalid folder before the runs
  const auto store = options.store.empty() ? nullptr : std::make_unique<Store>(options.store);
  const auto campaign = campaign_of(options, store.get());
  if (campaign.interrupted || campaign.timed_out) {
    const auto [why, exit] = stop_of(campaign);
    note(fmt::format("{}; {}", why,
                     store ? "every finished run is in the store and will not be repeated"
                           : "without --store FILE.db the runs are lost"));
    return exit;
  }
  Pages pages(options, campaign);
  if (options.time)
    if (const auto stopped = pages.time(); stopped != Exit::ok) return stopped;
  pages.show(format);
  if (!options.plot.empty()) pages.draw();
  return pages.exit();
}

}  // namespace

void add_compare(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("compare", "one method compared with the catalogue: orders, cost, robustness");
  auto options = std::make_shared<CompareOptions>();
  verb.add_option("METHOD", options->methods, "methods: 'bathe(rho=0)', or a file: @mine.toml; one page for each")
      ->required();
  add_values(verb, "--beside", options->beside, "METHOD,..",
             "further methods to include, with exactly these parameters");
  add_values(verb, "-p,--on", options->problems, "PROBLEM,..",
             "problems instead of the default ones, or mechanisms of files: @mine.toml; each over its own horizon");
  verb.add_flag("--quick", options->quick,
                "run a quick subset: three problems, and only runs expected to take at most 0.02 s");
  verb.add_flag("--timed", options->time,
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
