#pragma once
// The verb `slurm`: scripts that run a study on a Slurm cluster: an array of shards (parts of the study), a job that
// merges their results, and a script that submits both.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/schedule/estimate.hpp"

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

/// Returns the store of the merged results: the study's name in the folder.
std::filesystem::path merged_store(const SlurmJobs& jobs);

struct SlurmRequest {
  std::string study = {};  // study file
  std::string out = {};    // folder of the scripts; empty: the name of the study with the extension .slurm
  std::string partition = {}, account = {};
  std::string time = {}, memory = {};    // limits of a task in Slurm's format; empty: far above the estimates
  std::vector<std::string> others = {};  // further options of sbatch
  int shards = 0;                        // number of tasks; 0: tasks of about an hour, at most 100
  int cores = 1;                         // number of cores of a task
  int at_once = 0;                       // limit of simultaneous tasks; 0: none
};

/// The scripts that were written, and the expected time and memory of the shards of the study.
struct SlurmStudy {
  SlurmJobs jobs = {};
  StudyEstimate expected = {};
  double longest_shard = 0;  // expected time of the longest shard on one core [s]
  PiecesEnding ending = {};
};

/// Divides the study into shards, and writes the scripts. After a stop, nothing is written. Throws UsageError.
SlurmStudy slurm_study(const SlurmRequest& request, const Conduct& conduct);

}  // namespace plumb
