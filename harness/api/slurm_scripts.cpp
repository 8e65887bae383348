#include "harness/api/slurm_scripts.hpp"

#include <fmt/format.h>

#include "text/printable.hpp"

namespace plumb {
namespace {

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
std::string literal(const std::filesystem::path& path) {
  std::string out;
  for (const char c : path.string()) out += c == '%' ? "%%" : std::string(1, c);
  return out;
}

std::string shell_settings(const SlurmJobs& jobs) {
  return fmt::format("cd {} || exit 3\nplumb={}\nstudy={}\nfolder={}\n", shell_quoted(jobs.working_directory.string()),
                     shell_quoted(jobs.program.string()), shell_quoted(jobs.study.string()),
                     shell_quoted(jobs.folder.string()));
}

}  // namespace

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

std::string merge_script(const SlurmJobs& jobs) {
  const auto log = literal(jobs.folder) + "/logs/merge.log";
  auto out = beginning(jobs, "merges the shards");
  out += directives(jobs, {directive("job-name", job_name(jobs) + "-merge"), "--time=30", "--mem=" + jobs.memory,
                           "--requeue", "--open-mode=append", directive("output", log)});
  out += shell_settings(jobs) + fmt::format("merged={}\n", shell_quoted(merged_store(jobs).string()));
  return out + R"(exec "$plumb" merge "$merged" "$folder"/shards/*.db --study "$study"
)";
}

std::string submit_script(const SlurmJobs& jobs) {
  auto out = beginning(jobs, "submits the study; a repeated call runs cells without a result");
  out += fmt::format("set -euo pipefail\nfolder={}\n", shell_quoted(jobs.folder.string()));
  return out + R"(array=$(sbatch --parsable "$folder/array.sbatch")
merge=$(sbatch --parsable --dependency="afterany:${array%%;*}" "$folder/merge.sbatch")
echo "${array%%;*} ${merge%%;*}"
)";
}

std::filesystem::path merged_store(const SlurmJobs& jobs) { return jobs.folder / (jobs.study.stem().string() + ".db"); }

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace plumb
