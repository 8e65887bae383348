#pragma once
// The animations of `plumb run --animate`: animated SVG (SMIL), which any browser can show. Each cell runs a second time
// for its animation.
//
// The first run has states only at the sample times, at which it is compared with its reference. An animation needs
// more states, if possible at every step. The second run provides them, without errors and without the store. So the
// results of the first run do not depend on the option.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/api/film.hpp"
#include "harness/cell/cells.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// Returns the playing speed: seconds of the motion per second of the animation. It is 1 if the motion lasts 2 to 30 s.
/// Otherwise it is 1, 2 or 5 times a power of ten, so that the animation lasts 4 to 10 s.
double playing_speed(double seconds);

/// Returns an SVG of the first frame of a film.
std::string still_svg(const Film& film);

class Animations {
 public:
  /// Prepares the animations. `target` is the argument of files_of_cells. Cells of a problem without a drawing have no
  /// animation. Throws UsageError if a file has another extension than .svg or must not be replaced.
  Animations(const std::filesystem::path& target, const Cells& cells);

  /// Returns the path for each cell. No file is written for a cell without an animation.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  bool has_pictures() const { return !runs_.empty(); }
  /// Returns a line for each problem without a drawing.
  const std::vector<std::string>& notes() const { return notes_; }

  /// Runs the cells and writes their animations, except for runs with fewer than two states.
  Ending write(Conduct conduct) const;

 private:
  /// An animation to write: index of its file in `files_`, and its caption.
  struct Drawn {
    std::size_t file;
    std::string caption;
  };

  std::vector<std::filesystem::path> files_;  // one file for each cell, in the order of the cells
  std::vector<std::string> notes_;
  std::vector<ResolvedCell> runs_;
  std::map<std::string, std::vector<Drawn>> drawn_;  // animations by id of the second run
};

}  // namespace plumb
