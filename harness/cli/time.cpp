// plumb time measures and compares the run times of cells.

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "harness/api/time_study.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

struct TimeOptions {
  TimeRequest request;
  std::string store, format = "text";
  int jobs = all_cores();
  std::optional<double> timeout = {};
  bool json = false;
};

constexpr const char* time_examples = R"(Examples:
  plumb time -p pendulum -m erk4,gauss -s 1e-3
  plumb time -p two-link -f index1,index3 -m 'block(r=3),radau-iia' -s 1e-2 --accuracy end.q=1e-6
  plumb time sets.toml --set lms --store study.db --format csv
  plumb time --paper li2019/table-1 --store papers.db      the run times that `reproduce --store papers.db` then prints

First the cells run once, or their results are taken from the store. A run that fails, or whose error is above
--accuracy, is not timed, and is listed in the notes with its reason. The other cells run again without sampling,
alternately on one core in slices of half a millisecond, and the CPU time of the thread is measured. A sample consists
of up to five passes, and is the sum of the smallest times of their slices. Each cell is compared with the fastest: by
the ratio of their smallest samples, and a 95 % interval for the ratio in one round. The shortest cell is timed together
with a copy of itself, and their difference is the noise. A difference within the noise, or one that the interval does
not confirm, is a tie. Cells of one problem and horizon are compared. All of them run in the same binding: static
(method and problem compiled together) if each cell has it, otherwise erased (calls by pointers). The store receives the
times of cells that normally run in this binding.

Exit code 4: in at least one comparison nothing could be timed; 5: the noise is above 3 %.)";

void check(const TimeOptions& options) {
  const auto& [source, paper, accuracy, plan] = options.request;
  if (paper.empty())
    is_study(source, "time", "a problem (-p), methods (-m) and steps (-s)");
  else if (any_given(source.axes) || !source.study.empty() || !source.set.empty())
    throw contradiction("time: give only one of: --paper; an experiment file; or -p, -f, -m, -s and settings");
}

void print_times(const TimeStudy& found, TableFormat format) {
  const auto& [sessions, bound, notes, timing, ending] = found;
  if (format == TableFormat::json)
    return print(timing_json(sessions, bound).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  if (!is_for_people(format)) return print(printed(timing_table(sessions, bound), format));
  for (std::size_t i = 0; i < sessions.size(); ++i)
    print((i == 0 ? "" : "\n") + printed(timing_lines(sessions[i], bound), format));
}

Exit time_cells(const TimeOptions& options) {
  const auto format = table_format(options.json ? "json" : options.format);
  check(options);
  StatusLine line(stderr_is_terminal());
  const auto found = time_study(options.request, conduct_of(line, options.jobs, options.timeout, options.store));
  line.clear();
  if (found.timing)
    if (const auto stopped = exit_of(*found.timing, "comparison"); stopped != Exit::ok) return stopped;
  if (found.ending.stopped()) {
    const auto [why, exit] = stop_of(found.ending);
    note(fmt::format("{}; nothing was timed", why));
    return exit;
  }
  print_times(found, format);
  return exit_of(found.sessions);
}

}  // namespace

void add_time(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("time", "compare run times of cells, with the noise of the machine");
  auto options = std::make_shared<TimeOptions>();
  add_study_with_sets(verb, options->request.source);
  verb.add_option("--paper", options->request.paper, "run the cells whose times a paper, or one of its tables, prints")
      ->type_name("PAPER[/TABLE]");
  add_axes(verb, options->request.source.axes);
  verb.add_option("--accuracy", options->request.accuracy, "largest error of a run that is timed; default: re.q=0.01")
      ->type_name("METRIC=BOUND");
  verb.add_option("--repeats", options->request.plan.samples, "number of samples of each cell, at least 9; default: 15")
      ->type_name("N");
  verb.add_option("--budget", options->request.plan.budget,
                  "CPU seconds of each cell after which no new sample begins; default: 10")
      ->type_name("S");
  add_jobs(verb, options->jobs);
  add_total_timeout(verb, options->timeout);
  add_store(verb, options->store, "errors of stored runs are not measured again");
  add_format(verb, options->format);
  add_json(verb, options->json, "an array with one object for each comparison");
  verb.footer(time_examples);
  verb.callback([options, &exit] { exit = time_cells(*options); });
}

}  // namespace plumb
