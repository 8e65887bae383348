#pragma once
// The scripts that a cluster under Slurm runs a study by: an array of shards, a job that merges them, and who submits
// both.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace plumb {

struct SlurmJobs {
  std::filesystem::path program, study, folder, working_directory;  // absolute
  std::uint32_t shards = 1;
  int cores = 1;                          // of a task of the array, each with a run at a time
  std::string time, memory;               // limits of a task as Slurm writes them: "1:30:00", "200M"
  std::string about;                      // "120 cells, 3 h of one core", for who reads the script
  int at_once = 0;                        // tasks of the array; 0: as many as the cluster likes
  std::vector<std::string> options = {};  // of sbatch, for all jobs: "--partition=short"
};

/// How every script begins.
inline constexpr const char* slurm_script_begins = "#!/bin/bash\n# Written by `plumb slurm`";

/// Tasks 1 to N, each of which runs a shard into a store of its own. A task that is told to stop, or whose node fails,
/// begins again and goes on from its store.
std::string array_script(const SlurmJobs& jobs);
/// Joins the stores into one, and fails if a cell of the study has no result.
std::string merge_script(const SlurmJobs& jobs);
/// Submits the array, and the merging for when it has ended, well or not.
std::string submit_script(const SlurmJobs& jobs);

/// Where the merged results go: the study's name in the folder.
std::filesystem::path merged_store(const SlurmJobs& jobs);

/// The text as one word of a shell.
std::string shell_quoted(const std::string& text);

}  // namespace plumb
