#pragma once
// The animations of `plumb run --animate`: the motion of each cell, which runs once more for this purpose.
//
// A run is compared with its reference at the times of its samples. A picture needs states where the motion is curved,
// if possible at every step. So a second run, without errors and outside of the store, provides the states, and the
// results of the first run do not depend on the option.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/schedule/matrix.hpp"

namespace plumb {

class Animations {
 public:
  /// Prepares the pictures. `target` is as in files_of_cells. Cells of a problem without a drawing have no picture.
  /// Throws UsageError if a file has another extension or must not be replaced.
  Animations(const std::filesystem::path& target, const Cells& cells);

  /// Returns a file for each cell. The file of a cell without a picture is not written.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  bool has_pictures() const { return !runs_.empty(); }
  /// Returns a line for each problem without a drawing.
  const std::vector<std::string>& notes() const { return notes_; }

  /// Runs the cells and writes a picture of each, except for runs with fewer than two states.
  MatrixOutcome write(MatrixOptions options) const;

 private:
  struct Drawn {
    std::size_t file;
    std::string caption;
  };

  std::vector<std::filesystem::path> files_;  // one file for each cell, in the order of the cells
  std::vector<std::string> notes_;
  std::vector<ResolvedCell> runs_;
  std::map<std::string, std::vector<Drawn>> drawn_;  // animations by cell id
};

}  // namespace plumb
