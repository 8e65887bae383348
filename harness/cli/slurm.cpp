// plumb slurm writes scripts that run a study as an array of jobs on a cluster.

#include <fmt/format.h>

#include <memory>

#include "harness/api/catalogue_pages.hpp"
#include "harness/api/slurm_study.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "text/duration.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

struct SlurmOptions {
  SlurmRequest request;
  bool json = false;
};

constexpr const char* slurm_examples = R"(Examples:
  plumb slurm study.toml && study.slurm/submit
  plumb slurm study.toml --shards 50 --partition short --at-once 10
  plumb slurm study.toml --cpus 4 --time 2:00:00 --mem 4G --sbatch=--qos=low
  plumb slurm study.toml --out /scratch/study

Writes three scripts into study.slurm: array.sbatch (each task runs a shard: `plumb run --shard`), merge.sbatch (runs
`plumb merge` after all tasks have ended) and submit, which submits both. The limits of time and memory are far above
the estimates, which are orders of magnitude. A task that is preempted, reaches its time limit or loses its node is
queued again and continues from its store, so at most the running cells are repeated. submit may be called again at any
time. Program, study and folder must have the same paths on all nodes.)";

std::string is_from_one(const std::string& text) {
  return is_count(text).empty() && text != "0" ? "" : fmt::format("{} is not allowed: a whole number from 1 on", text);
}

void print_jobs(const SlurmStudy& study, bool json) {
  const auto& jobs = study.jobs;
  if (json)
    return print_json(Json{{"folder", jobs.folder.string()},
                           {"submit", (jobs.folder / "submit").string()},
                           {"merged", merged_store(jobs).string()},
                           {"cells", study.expected.cells},
                           {"core_seconds", study.expected.seconds},
                           {"reference_seconds", study.expected.reference_seconds},
                           {"shards", jobs.shards},
                           {"longest_shard_seconds", study.longest_shard},
                           {"time", jobs.time},
                           {"memory", jobs.memory}});
  print(facts({{"study", fmt::format("{} in {}", jobs.about, counted(jobs.shards, "shard"))},
               {"a task", fmt::format("about {} on one core; time limit {}, memory limit {}",
                                      duration(study.longest_shard), jobs.time, jobs.memory)},
               {"submit", (jobs.folder / "submit").string()},
               {"results", merged_store(jobs).string()}}));
}

Exit slurm(const SlurmOptions& options) {
  StatusLine line(stderr_is_terminal());
  const auto study = slurm_study(options.request, conduct_of(line));
  line.clear();
  if (study.ending.delivered != 0) print_jobs(study, options.json);
  return exit_of(study.ending, "study");
}

}  // namespace

void add_slurm(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("slurm", "scripts that run a study as a job array of a cluster under Slurm");
  auto options = std::make_shared<SlurmOptions>();
  verb.add_option("EXPERIMENT", options->request.study, "experiment file (TOML)")->required();
  verb.add_option("--shards", options->request.shards, "number of tasks; default: tasks of about an hour, at most 100")
      ->type_name("N")
      ->check(is_from_one);
  verb.add_option("--cpus", options->request.cores,
                  "number of cores of a task, each with one run at a time; default: 1")
      ->type_name("N")
      ->check(is_from_one);
  verb.add_option("--at-once", options->request.at_once, "largest number of tasks at a time; default: no limit")
      ->type_name("N")
      ->check(is_from_one);
  verb.add_option("--partition", options->request.partition, "partition of the jobs")->type_name("NAME");
  verb.add_option("--account", options->request.account, "account that the jobs are charged to")->type_name("NAME");
  verb.add_option("--time", options->request.time, "time limit of a task; default: ten times its estimate")
      ->type_name("H:MM:SS");
  verb.add_option("--mem", options->request.memory, "memory limit of a task; default: twice its estimate")
      ->type_name("SIZE");
  add_values(verb, "--sbatch", options->request.others, "OPTION",
             "another option of sbatch for all jobs: --sbatch=--qos=low");
  add_out(verb, options->request.out, "the folder of scripts, stores and logs; default: STUDY.slurm");
  add_json(verb, options->json, "one object");
  verb.footer(slurm_examples);
  verb.callback([options, &exit] { exit = slurm(*options); });
}

}  // namespace plumb
