// plumb selftest inserts faults on purpose, and prints which of them the nightly check detects.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "contract/stop.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "harness/selftest/selftest.hpp"
#include "reference/reference_cache.hpp"
#include "text/suggest.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

struct SelftestOptions {
  std::vector<std::string> wanted;
  int jobs = all_cores();
  std::optional<double> timeout;
  bool list = false, json = false;
};

constexpr const char* selftest_examples = R"(Examples:
  plumb selftest                       # every fault; exit 1 if the check misses one
  plumb selftest reaction-sign         # one of them
  plumb selftest --list

A fault is inserted into the equations, a method, the reference, the measurement or the stored results. The same cells
are measured without and with the fault, and compared as by `plumb check`. Faults of the matrix are inserted into all
cells of the nightly matrix that they affect, and compared with the accepted baseline. Faults that the check cannot
detect are listed with the reason.)";

std::vector<Fault> chosen(const SelftestOptions& options) {
  auto all = faults(options.jobs);
  const auto& requested = options.wanted;
  if (requested.empty()) return all;
  std::vector<std::string> names;
  for (const auto& fault : all) names.push_back(fault.name);
  for (const auto& name : requested)
    if (std::ranges::find(names, name) == names.end()) throw unknown_name("fault", name, names);
  std::erase_if(all, [&](const Fault& f) { return std::ranges::find(requested, f.name) == requested.end(); });
  return all;
}

Table table_of(const std::vector<Fault>& list) {
  Table table{.columns = {{"fault"}, {"where"}, {"what is wrong"}}, .rows = {}};
  for (const auto& fault : list) table.rows.push_back({fault.name, fault.place, fault.description});
  return table;
}

/// Returns the remark on a tested fault: the worst finding, or the reason why the check does not detect the fault.
std::string remark(const Trial& trial) {
  const auto& because = trial.fault.slips_because;
  if (trial.by.empty()) return because.empty() ? "no check detects it" : because;
  return because.empty() ? trial.by : fmt::format("{} ({})", trial.by, because);
}

Table table_of(const std::vector<Trial>& trials) {
  Table table{.columns = {{"fault"}, {"where"}, {"verdict"}, {"after [s]", Align::right}, {"worst finding"}},
              .rows = {}};
  for (const auto& trial : trials)
    table.rows.push_back({trial.fault.name, trial.fault.place, std::string(name(trial.made)),
                          fmt::format("{:.2f}", trial.seconds), remark(trial)});
  return table;
}

Json json_of(const Trial& trial) {
  return {{"fault", trial.fault.name},   {"place", trial.fault.place}, {"says", trial.fault.description},
          {"verdict", name(trial.made)}, {"passes", trial.passes()},   {"by", trial.by},
          {"findings", trial.findings},  {"seconds", trial.seconds},   {"slips_because", trial.fault.slips_because}};
}

Exit print_trials(const std::vector<Trial>& trials, bool json) {
  const auto count = [&](auto... made) {
    return std::ranges::count_if(trials, [&](const Trial& t) { return ((t.made == made) || ...); });
  };
  const auto failed = std::ranges::count_if(trials, [](const Trial& t) { return !t.passes(); });
  if (json) {
    Json out = Json::array();
    for (const auto& trial : trials) out.push_back(json_of(trial));
    print(out.dump() + "\n");
  } else {
    auto table = table_of(trials);
    table.notes.push_back(fmt::format("{} faults: {} caught, {} caught with a warning, {} missed; {} not as required",
                                      trials.size(), count(Catch::failed, Catch::refused), count(Catch::warned),
                                      count(Catch::slipped), failed));
    print(as_text(table));
  }
  return failed == 0 ? Exit::ok : Exit::verdict_failed;
}

/// Tests the faults that can be tested in parallel, as tasks of one pool.
Exit try_each(const std::vector<Fault>& list, const SelftestOptions& options, std::vector<Trial>& trials) {
  TitledPieces pieces;
  for (const auto& fault : list) {
    if (fault.accepted) continue;
    pieces.emplace_back(fault.name, [&]() -> std::function<void()> {
      return [&trials, trial = tried(fault)] { trials.push_back(trial); };
    });
  }
  return work(pieces, {.noun = "fault", .timeout = options.timeout, .jobs = options.jobs});
}

using SteadyClock = std::chrono::steady_clock;

/// Tests the faults that need the whole matrix, and so all cores, one after the other.
Exit try_in_matrix(const std::vector<Fault>& list, std::optional<SteadyClock::time_point> end,
                   std::vector<Trial>& trials) try {
  StatusLine line(stderr_is_terminal());
  for (const auto& fault : list) {
    if (!fault.accepted) continue;
    if (end && SteadyClock::now() > *end) return Exit::timeout;
    if (stderr_is_terminal()) line.show(fault.name);
    trials.push_back(tried(fault));
  }
  return Exit::ok;
} catch (const Stopped&) {
  return Exit::interrupted;
}

Exit selftest(const SelftestOptions& options) {
  const auto list = chosen(options);
  if (options.list) {
    print(as_text(table_of(list)));
    return Exit::ok;
  }
  keep_references_in(nullptr);  // disables the cache, because faults make references wrong
  std::optional<SteadyClock::time_point> end;
  if (options.timeout)
    end = SteadyClock::now() +
          std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(*options.timeout));
  std::vector<Trial> trials;
  auto ended = try_each(list, options, trials);
  if (ended == Exit::ok) ended = try_in_matrix(list, end, trials);
  const auto exit = print_trials(trials, options.json);
  if (trials.size() < list.size())
    note(fmt::format("{} of {} faults were tested; faults of whole matrices are tested last", trials.size(),
                     list.size()));
  return ended == Exit::ok ? exit : ended;
}

}  // namespace

void add_selftest(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("selftest", "test which inserted faults the nightly check detects");
  auto options = std::make_shared<SelftestOptions>();
  verb.add_option("fault", options->wanted, "names of faults; default: all")->type_name("FAULT");
  verb.add_flag("--list", options->list, "list the built-in faults without testing them");
  add_jobs(verb, options->jobs);
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "an array with one object for each fault");
  verb.footer(selftest_examples);
  verb.callback([options, &exit] { exit = selftest(*options); });
}

}  // namespace plumb
