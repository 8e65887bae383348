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
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

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
