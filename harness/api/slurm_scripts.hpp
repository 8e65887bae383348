#pragma once
// Scripts that run a study on a Slurm cluster: an array of shards (parts of the study), a job that merges their
// results, and a script that submits both.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace plumb {

struct SlurmJobs {
  std::filesystem::path program, study, folder, working_directory;  // absolute paths
  std::uint32_t shards = 1;
  int cores = 1;                          // cores of each array task; each core executes one run at a time
  std::string time, memory;               // limits of an array task in Slurm's format: "1:30:00", "200M"
  std::string about;                      // comment for readers of the script: "120 cells, 3 h of one core"
  int at_once = 0;                        // limit of simultaneous tasks; 0: none
  std::vector<std::string> options = {};  // options of sbatch for all jobs: "--partition=short"
};

/// The beginning of every script.
inline constexpr const char* slurm_script_begins = "#!/bin/bash\n# Written by `plumb slurm`";

/// Returns the script of tasks 1 to N. Each task runs one shard with its own store. If a task is stopped by a signal,
/// or if its node fails, it restarts and continues from its store.
std::string array_script(const SlurmJobs& jobs);
/// Returns the script that joins the stores into one. It fails if a cell of the study has no result.
std::string merge_script(const SlurmJobs& jobs);
/// Returns the script that submits the array, and a merge that runs after the array has ended, successfully or not.
std::string submit_script(const SlurmJobs& jobs);

/// Returns the store of the merged results: the study's name in the folder.
std::filesystem::path merged_store(const SlurmJobs& jobs);

/// Returns the text as one word of a shell.
std::string shell_quoted(const std::string& text);

}  // namespace plumb
