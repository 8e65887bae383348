#pragma once
// The verb `slurm`: scripts that run a study as an array of jobs on a cluster.

#include <cstdint>
#include <string>
#include <vector>

#include "harness/api/slurm_scripts.hpp"
#include "harness/api/work.hpp"
#include "harness/schedule/estimate.hpp"

namespace plumb {

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
