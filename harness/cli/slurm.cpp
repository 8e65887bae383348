// plumb slurm writes scripts that run a study as an array of jobs on a cluster.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <regex>

#include "contract/excerpt.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/estimate_report.hpp"
#include "harness/cli/show.hpp"
#include "harness/cli/slurm_scripts.hpp"
#include "harness/cli/work.hpp"
#include "harness/schedule/shard.hpp"
#include "text/duration.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct SlurmOptions {
  std::string study, out, partition, account, time, memory;
  std::vector<std::string> others;
  int shards = 0, cores = 1, at_once = 0;
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

constexpr double hour = 3600;
constexpr int most_by_default = 100;    // default limit of shards
constexpr double time_reserve = 10;     // safety factor of times, which are known only in order of magnitude
constexpr double least_time = 600;      // smallest time limit [s]
constexpr double memory_reserve = 2;    // safety factor of the memory
constexpr double least_memory = 256e6;  // smallest memory limit [bytes]

/// The expected time and memory of the shards of a study.
struct Plan {
  StudyEstimate all;
  std::uint32_t shards = 1;
  double longest_shard = 0;  // expected time of the longest shard on one core [s]
};

std::uint32_t shards_of(const SlurmOptions& options, const StudyEstimate& all) {
  if (options.shards > 0) return static_cast<std::uint32_t>(options.shards);
  const double hours = std::ceil(all.seconds / (hour * options.cores));
  const double most = std::min<double>(most_by_default, static_cast<double>(all.cells));
  return static_cast<std::uint32_t>(std::clamp(hours, 1., std::max(1., most)));
}

double most_loaded(const std::vector<WeighedCell>& cells, std::uint32_t shards) {
  std::vector<double> loads(shards, 0);
  const auto numbers = dealt(cells, shards);
  for (std::size_t i = 0; i < cells.size(); ++i) loads[numbers[i] - 1] += cells[i].seconds;
  return *std::max_element(loads.begin(), loads.end());
}

Plan plan(const SlurmOptions& options) {
  const auto cells = cells_of(experiment_from_file(options.study)).cells;
  Plan out{estimate(cells, nullptr), 1, 0};
  out.shards = shards_of(options, out.all);
  out.longest_shard = most_loaded(weighed(cells), out.shards);
  return out;
}

/// Returns the time limit of a task, "1:30:00", in steps of ten minutes: for references and then cells on `cores`
/// cores, times a safety factor.
std::string time_limit(const Plan& plan, int cores) {
  const double cells = std::max(plan.longest_shard / cores, plan.all.longest);
  const double seconds = time_reserve * (cells + plan.all.reference_seconds / cores);
  const auto steps = static_cast<std::int64_t>(std::ceil(std::max(seconds, least_time) / 600));
  return fmt::format("{}:{:02}:00", steps / 6, steps % 6 * 10);
}

std::string memory_limit(const Plan& plan, int cores) {
  return fmt::format("{:.0f}M", std::ceil(std::max(memory_reserve * plan.all.bytes(cores), least_memory) / 1e6));
}

void check(const SlurmOptions& options) {
  static const std::regex time("[0-9]+([-:][0-9]+)*"), memory("[0-9]+[KMGT]?");
  if (!options.time.empty() && !std::regex_match(options.time, time))
    throw malformed("--time: '{}' is not allowed: minutes, or hours, minutes and seconds as 1:30:00",
                    excerpt(options.time));
  if (!options.memory.empty() && !std::regex_match(options.memory, memory))
    throw UsageError(
        fmt::format("--mem: '{}' is not allowed: a whole number followed by K, M, G or T", excerpt(options.memory)));
  constexpr int most_shards = 10'000, most_cores = 1024;
  if (options.shards > most_shards || options.cores > most_cores)
    throw out_of_range("--shards, --cpus: at most {} and {} are allowed", most_shards, most_cores);
  for (const auto& other : options.others)
    if (!other.starts_with("--") || other.find('\n') != other.npos)
      throw UsageError(fmt::format("--sbatch: '{}' is not allowed: an option of sbatch, --qos=low", excerpt(other)));
}

std::string is_from_one(const std::string& text) {
  return is_count(text).empty() && text != "0" ? "" : fmt::format("{} is not allowed: a whole number from 1 on", text);
}

fs::path folder_of(const SlurmOptions& options) {
  if (!options.out.empty()) return options.out;
  return fs::path(options.study).stem().string() + ".slurm";
}

SlurmJobs jobs_of(const SlurmOptions& options, const Plan& plan) {
  SlurmJobs out{.program = fs::canonical("/proc/self/exe"),
                .study = fs::absolute(options.study).lexically_normal(),
                .folder = fs::absolute(folder_of(options)).lexically_normal(),
                .working_directory = fs::current_path(),
                .shards = plan.shards,
                .cores = options.cores,
                .time = options.time.empty() ? time_limit(plan, options.cores) : options.time,
                .memory = options.memory.empty() ? memory_limit(plan, options.cores) : options.memory,
                .about = fmt::format("{}, {} of one core", counted(plan.all.cells, "cell"),
                                     duration(plan.all.seconds + plan.all.reference_seconds)),
                .at_once = options.at_once,
                .options = options.others};
  if (!options.partition.empty()) out.options.push_back("--partition=" + options.partition);
  if (!options.account.empty()) out.options.push_back("--account=" + options.account);
  return out;
}

void write_scripts(const SlurmJobs& jobs) {
  std::error_code error;
  fs::create_directories(jobs.folder, error);
  if (!fs::is_directory(jobs.folder, error))
    throw std::runtime_error(fmt::format("{}: is not a folder and cannot be created as one", jobs.folder.string()));
  for (const char* name : {"shards", "logs"}) output_folder(jobs.folder, name);
  const auto kind = beginning_with(slurm_script_begins, "a script of `plumb slurm`");
  write_file(jobs.folder / "array.sbatch", kind, array_script(jobs));
  write_file(jobs.folder / "merge.sbatch", kind, merge_script(jobs));
  write_file(jobs.folder / "submit", kind, submit_script(jobs));
  fs::permissions(jobs.folder / "submit", fs::perms::owner_exec, fs::perm_options::add);
}

void print_jobs(const SlurmJobs& jobs, const Plan& plan, bool json) {
  if (json)
    return print_json(Json{{"folder", jobs.folder.string()},
                           {"submit", (jobs.folder / "submit").string()},
                           {"merged", merged_store(jobs).string()},
                           {"cells", plan.all.cells},
                           {"core_seconds", plan.all.seconds},
                           {"reference_seconds", plan.all.reference_seconds},
                           {"shards", jobs.shards},
                           {"longest_shard_seconds", plan.longest_shard},
                           {"time", jobs.time},
                           {"memory", jobs.memory}});
  print(facts({{"study", fmt::format("{} in {}", jobs.about, counted(jobs.shards, "shard"))},
               {"a task", fmt::format("about {} on one core; time limit {}, memory limit {}",
                                      duration(plan.longest_shard), jobs.time, jobs.memory)},
               {"submit", (jobs.folder / "submit").string()},
               {"results", merged_store(jobs).string()}}));
}

Exit slurm(const SlurmOptions& options) {
  check(options);
  const Piece piece = [&]() -> std::function<void()> {
    const auto all = plan(options);
    return [&options, all] {
      const auto jobs = jobs_of(options, all);
      write_scripts(jobs);
      print_jobs(jobs, all, options.json);
    };
  };
  return work({{options.study, piece}}, {.noun = "study"});
}

}  // namespace

void add_slurm(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("slurm", "scripts that run a study as a job array of a cluster under Slurm");
  auto options = std::make_shared<SlurmOptions>();
  verb.add_option("EXPERIMENT", options->study, "experiment file (TOML)")->required();
  verb.add_option("--shards", options->shards, "number of tasks; default: tasks of about an hour, at most 100")
      ->type_name("N")
      ->check(is_from_one);
  verb.add_option("--cpus", options->cores, "number of cores of a task, each with one run at a time; default: 1")
      ->type_name("N")
      ->check(is_from_one);
  verb.add_option("--at-once", options->at_once, "largest number of tasks at a time; default: no limit")
      ->type_name("N")
      ->check(is_from_one);
  verb.add_option("--partition", options->partition, "partition of the jobs")->type_name("NAME");
  verb.add_option("--account", options->account, "account that the jobs are charged to")->type_name("NAME");
  verb.add_option("--time", options->time, "time limit of a task; default: ten times its estimate")
      ->type_name("H:MM:SS");
  verb.add_option("--mem", options->memory, "memory limit of a task; default: twice its estimate")->type_name("SIZE");
  add_values(verb, "--sbatch", options->others, "OPTION", "another option of sbatch for all jobs: --sbatch=--qos=low");
  add_out(verb, options->out, "the folder of scripts, stores and logs; default: STUDY.slurm");
  add_json(verb, options->json, "one object");
  verb.footer(slurm_examples);
  verb.callback([options, &exit] { exit = slurm(*options); });
}

}  // namespace plumb
