#pragma once
// `plumb run --animate` makes these pictures: the motion of each cell, which runs once more for it.
//
// A run is compared with its reference at the times of its samples. A picture needs states where the motion is curved,
// and takes them at every step if it can. So the picture has a run of its own, without errors and outside of the store,
// and the numbers of the first run do not depend on whether there is a picture.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/schedule/matrix.hpp"

namespace plumb {

class Animations {
 public:
  /// Prepares the pictures. `target` is as in files_of_cells. Throws UsageError if a problem has no drawing, or if a
  /// file has another extension or must not be replaced.
  Animations(const std::filesystem::path& target, const Cells& cells);

  const std::vector<std::filesystem::path>& files() const { return files_; }

  /// Runs the cells and writes their pictures, except those of runs with fewer than two states.
  MatrixOutcome write(MatrixOptions options) const;

 private:
  struct Drawn {
    std::size_t file;
    std::string caption;
  };

  std::vector<std::filesystem::path> files_;  // in the order of the cells
  std::vector<ResolvedCell> runs_;
  std::map<std::string, std::vector<Drawn>> drawn_;  // by the ids of the runs
};

}  // namespace plumb
