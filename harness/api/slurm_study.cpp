#include "harness/api/slurm_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>

#include "contract/excerpt.hpp"
#include "harness/api/requested_cells.hpp"
#include "harness/schedule/shard.hpp"
#include "text/duration.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"
#include "text/printable.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// The beginning of every script.
constexpr const char* slurm_script_begins = "#!/bin/bash\n# Written by `plumb slurm`";

constexpr int most_restarts = 100;  // limit of restarts of a stopped task; then the task fails

std::string beginning(const SlurmJobs& jobs, const char* label) {
  return fmt::format("{}: {}\n# Study: {}; {}.\n", slurm_script_begins, label, printable(jobs.study.string()),
                     jobs.about);
}

std::string job_name(const SlurmJobs& jobs) { return jobs.study.stem().string(); }

std::string directives(const SlurmJobs& jobs, const std::vector<std::string>& own) {
  std::string out;
  for (const auto* list : {&own, &jobs.options})
    for (const auto& option : *list) out += fmt::format("#SBATCH {}\n", option);
  return out;
}

/// Returns an option of sbatch with a text that may contain blanks and quotes.
std::string directive(const char* name, const std::string& text) {
  std::string quoted;
  for (const char c : text) quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return fmt::format("--{}=\"{}\"", name, quoted);
}

/// Returns a path for sbatch with escaped percent signs, because sbatch replaces patterns such as %j.
std::string literal(const fs::path& path) {
  std::string out;
  for (const char c : path.string()) out += c == '%' ? "%%" : std::string(1, c);
  return out;
}

/// Returns the text as one word of a shell.
std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string shell_settings(const SlurmJobs& jobs) {
  return fmt::format("cd {} || exit 3\nplumb={}\nstudy={}\nfolder={}\n", shell_quoted(jobs.working_directory.string()),
                     shell_quoted(jobs.program.string()), shell_quoted(jobs.study.string()),
                     shell_quoted(jobs.folder.string()));
}

/// Returns the script of tasks 1 to N. Each task runs one shard with its own store. If a task is stopped by a signal,
/// or if its node fails, it restarts and continues from its store.
std::string array_script(const SlurmJobs& jobs) {
  const auto at_once = jobs.at_once == 0 ? "" : fmt::format("%{}", jobs.at_once);
  const auto log = literal(jobs.folder) + "/logs/%a.log";
  auto out = beginning(jobs, "a shard for each task");
  out += directives(jobs, {directive("job-name", job_name(jobs)), fmt::format("--array=1-{}{}", jobs.shards, at_once),
                           fmt::format("--cpus-per-task={}", jobs.cores), "--time=" + jobs.time, "--mem=" + jobs.memory,
                           "--requeue", "--signal=B:TERM@60", "--open-mode=append", directive("output", log)});
  out += shell_settings(jobs) + fmt::format("shards={}\nmost_restarts={}\n", jobs.shards, most_restarts);
  return out + R"(shard=$SLURM_ARRAY_TASK_ID
echo "shard $shard of $shards on $(hostname), restart ${SLURM_RESTART_COUNT:-0}"

# On SIGTERM (preemption, 60 s before the time limit) plumb ends with code 130; its store has the finished cells.
# A cluster that ends a job signals this script and plumb; a second signal would end plumb at once.
trap 'sleep 2; kill -TERM $! 2>/dev/null' TERM
"$plumb" run "$study" --shard "$shard/$shards" --store "$folder/shards/$shard.db" -j "${SLURM_CPUS_PER_TASK:-1}" \
  --format csv >/dev/null &
child=$!
wait "$child"
code=$?
while ((code == 143)) && kill -0 "$child" 2>/dev/null; do # only this script got the signal
  wait "$child"
  code=$?
done
if ((code == 130 || code == 143)) && ((${SLURM_RESTART_COUNT:-0} < most_restarts)); then
  echo "stopped; to be continued"
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
)";
}

/// Returns the script that joins the stores into one. It fails if a cell of the study has no result.
std::string merge_script(const SlurmJobs& jobs) {
  const auto log = literal(jobs.folder) + "/logs/merge.log";
  auto out = beginning(jobs, "merges the shards");
  out += directives(jobs, {directive("job-name", job_name(jobs) + "-merge"), "--time=30", "--mem=" + jobs.memory,
                           "--requeue", "--open-mode=append", directive("output", log)});
  out += shell_settings(jobs) + fmt::format("merged={}\n", shell_quoted(merged_store(jobs).string()));
  return out + R"(exec "$plumb" merge "$merged" "$folder"/shards/*.db --study "$study"
)";
}

/// Returns the script that submits the array, and a merge that runs after the array has ended, successfully or not.
std::string submit_script(const SlurmJobs& jobs) {
  auto out = beginning(jobs, "submits the study; a repeated call runs cells without a result");
  out += fmt::format("set -euo pipefail\nfolder={}\n", shell_quoted(jobs.folder.string()));
  return out + R"(array=$(sbatch --parsable "$folder/array.sbatch")
merge=$(sbatch --parsable --dependency="afterany:${array%%;*}" "$folder/merge.sbatch")
echo "${array%%;*} ${merge%%;*}"
)";
}

constexpr double hour = 3600;
constexpr int most_by_default = 100;    // default limit of shards
constexpr double time_reserve = 10;     // safety factor of times, which are known only in order of magnitude
constexpr double least_time = 600;      // smallest time limit [s]
constexpr double memory_reserve = 2;    // safety factor of the memory
constexpr double least_memory = 256e6;  // smallest memory limit [bytes]

std::uint32_t shards_of(const SlurmRequest& request, const StudyEstimate& all) {
  if (request.shards > 0) return static_cast<std::uint32_t>(request.shards);
  const double hours = std::ceil(all.seconds / (hour * request.cores));
  const double most = std::min<double>(most_by_default, static_cast<double>(all.cells));
  return static_cast<std::uint32_t>(std::clamp(hours, 1., std::max(1., most)));
}

double most_loaded(const std::vector<WeighedCell>& cells, std::uint32_t shards) {
  std::vector<double> loads(shards, 0);
  const auto numbers = dealt(cells, shards);
  for (std::size_t i = 0; i < cells.size(); ++i) loads[numbers[i] - 1] += cells[i].seconds;
  return *std::max_element(loads.begin(), loads.end());
}

SlurmStudy planned(const SlurmRequest& request) {
  const auto cells = cells_of(experiment_from_file(request.study)).cells;
  SlurmStudy out{.expected = estimate(cells, nullptr)};
  out.jobs.shards = shards_of(request, out.expected);
  out.longest_shard = most_loaded(weighed(cells), out.jobs.shards);
  return out;
}

/// Returns the time limit of a task, "1:30:00", in steps of ten minutes: for references and then cells on `cores`
/// cores, times a safety factor.
std::string time_limit(const SlurmStudy& study, int cores) {
  const double cells = std::max(study.longest_shard / cores, study.expected.longest);
  const double seconds = time_reserve * (cells + study.expected.reference_seconds / cores);
  const auto steps = static_cast<std::int64_t>(std::ceil(std::max(seconds, least_time) / 600));
  return fmt::format("{}:{:02}:00", steps / 6, steps % 6 * 10);
}

std::string memory_limit(const SlurmStudy& study, int cores) {
  return fmt::format("{:.0f}M", std::ceil(std::max(memory_reserve * study.expected.bytes(cores), least_memory) / 1e6));
}

fs::path folder_of(const SlurmRequest& request) {
  if (!request.out.empty()) return request.out;
  return fs::path(request.study).stem().string() + ".slurm";
}

SlurmJobs jobs_of(const SlurmRequest& request, const SlurmStudy& study) {
  SlurmJobs out{.program = fs::canonical("/proc/self/exe"),
                .study = fs::absolute(request.study).lexically_normal(),
                .folder = fs::absolute(folder_of(request)).lexically_normal(),
                .working_directory = fs::current_path(),
                .shards = study.jobs.shards,
                .cores = request.cores,
                .time = request.time.empty() ? time_limit(study, request.cores) : request.time,
                .memory = request.memory.empty() ? memory_limit(study, request.cores) : request.memory,
                .about = fmt::format("{}, {} of one core", counted(study.expected.cells, "cell"),
                                     duration(study.expected.seconds + study.expected.reference_seconds)),
                .at_once = request.at_once,
                .options = request.others};
  if (!request.partition.empty()) out.options.push_back("--partition=" + request.partition);
  if (!request.account.empty()) out.options.push_back("--account=" + request.account);
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

void check(const SlurmRequest& request) {
  static const std::regex time("[0-9]+([-:][0-9]+)*"), memory("[0-9]+[KMGT]?");
  if (!request.time.empty() && !std::regex_match(request.time, time))
    throw malformed("--time: '{}' is not allowed: minutes, or hours, minutes and seconds as 1:30:00",
                    excerpt(request.time));
  if (!request.memory.empty() && !std::regex_match(request.memory, memory))
    throw UsageError(
        fmt::format("--mem: '{}' is not allowed: a whole number followed by K, M, G or T", excerpt(request.memory)));
  constexpr int most_shards = 10'000, most_cores = 1024;
  if (request.shards > most_shards || request.cores > most_cores)
    throw out_of_range("--shards, --cpus: at most {} and {} are allowed", most_shards, most_cores);
  for (const auto& other : request.others)
    if (!other.starts_with("--") || other.find('\n') != other.npos)
      throw UsageError(fmt::format("--sbatch: '{}' is not allowed: an option of sbatch, --qos=low", excerpt(other)));
}

}  // namespace

std::filesystem::path merged_store(const SlurmJobs& jobs) { return jobs.folder / (jobs.study.stem().string() + ".db"); }

SlurmStudy slurm_study(const SlurmRequest& request, const Conduct& conduct) {
  check(request);
  SlurmStudy out;
  const Piece piece = [&]() -> std::function<void()> {
    return [&, study = planned(request)] {
      out = study;
      out.jobs = jobs_of(request, study);
      write_scripts(out.jobs);
    };
  };
  const auto ending = deliver_pieces({{request.study, piece}}, {.noun = "study"}, conduct);
  out.ending = ending;
  return out;
}

}  // namespace plumb
