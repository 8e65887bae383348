#pragma once
// References that cells need, as tasks of their own: begun before the cells, with a cost and a progress that are theirs.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/schedule/pool.hpp"

namespace plumb {

class ReferenceTasks {
 public:
  /// Notes what the cell needs.
  void need(const ResolvedCell& cell);
  /// A task for every motion that is needed further than any earlier task takes it.
  std::vector<Task> take();

 private:
  struct Needed {
    std::shared_ptr<const ResolvedCell> cell;  // the one of the longest horizon; none: nothing beyond what was begun
    double horizon = 0;                        // s
  };
  std::map<std::string, Needed> needed_;  // by the name of the motion
};

}  // namespace plumb
