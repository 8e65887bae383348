// plumb doctor checks this machine, this build and a store.

#include <memory>
#include <string>

#include "harness/api/health_report.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

struct DoctorOptions {
  std::string store_alone, store;
  bool repair = false, json = false;
};

constexpr const char* doctor_examples = R"(Examples:
  plumb doctor
  plumb doctor --store study.db --json
  plumb doctor study.db                           checks the store only: one line for each damaged row
  plumb doctor study.db --repair                  restores the readable rows of a damaged store

Timing noise: a cell and a copy of it are timed alternately, as by `plumb time`. The exit code is 5 if their times may
differ by more than 3 %, or if their samples spread by more than 20 %: this machine cannot compare run times then. Exit
code 3: the store is damaged.

Damage is confined to the row: `plumb run` runs its cell again, and `plumb export` omits it. --repair deletes damaged
rows. If whole pages or the header are damaged, it copies all intact rows that it finds to a new file, and keeps the old
file as STORE.damaged.)";

HealthReport examined(const DoctorOptions& options) {
  const auto& alone = options.store_alone;
  if (alone.empty() && options.repair)
    throw missing_part("doctor: --repair needs a store: plumb doctor STORE --repair");
  if (options.repair) note(repair_text(repair(alone), alone));
  return alone.empty() ? health_report(options.store) : health_report_of_store(alone);
}

Exit examine(const DoctorOptions& options) {
  const auto report = examined(options);
  if (options.json)
    print_json(report.data);
  else
    print(as_text(report.table));
  return report.exit;
}

}  // namespace

void add_doctor(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("doctor", "machine, libraries, build, timing noise, store");
  auto options = std::make_shared<DoctorOptions>();
  verb.add_option("STORE", options->store_alone, "check only this store, every run in it");
  add_store(verb, options->store, "every run in it is checked");
  verb.add_flag("--repair", options->repair, "restore the readable rows, and print the changes");
  add_json(verb, options->json, "one object");
  verb.footer(doctor_examples);
  verb.callback([options, &exit] { exit = examine(*options); });
}

}  // namespace plumb
