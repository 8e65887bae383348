#pragma once
// Cells are timed beside each other, each in a run of its own, after their accuracy was checked.
//
//   auto session = timed(checked_cells(cells, results, {.metric = "end.q", .most = 1e-6}));
//   session.cells[i].result.timing    median, least and interval of cell i
//   session.compared(i, j)            the ratio of their times, and whether it is more than noise

#include <string>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "harness/timing/accuracy.hpp"
#include "harness/timing/interleaved.hpp"
#include "harness/timing/standing.hpp"

namespace plumb {

/// A cell that ran, with its result. `refusal` says why it must not be timed.
struct CheckedCell {
  ResolvedCell cell;
  RunResult result;
  std::string refusal = {};
};

/// Returns the cells with the results of their runs (none: it did not run). Those that fall short of the bound are
/// refused.
std::vector<CheckedCell> checked_cells(const std::vector<ResolvedCell>& cells,
                                       const std::vector<std::optional<RunResult>>& results,
                                       const AccuracyBound& bound);

struct TimedCell {
  ResolvedCell cell;
  RunResult result;             // result of the run that was checked; once timed, with this timing and environment
  std::string refusal;          // says why it is not ranked; empty: it is
  std::vector<double> samples;  // s of one run
  std::int64_t rank = 0;        // 1 + the number of faster cells; equal in a tie; 0: none
};

struct Compared {
  Ratio ratio;  // of the first cell's time to the second's
  Standing standing = Standing::unknown;
};

struct TimingSession {
  std::vector<TimedCell> cells = {};        // in the given order
  std::size_t twin_of = 0;                  // index of the cell that ran a second time, beside the others
  std::vector<double> twin = {};            // samples of that [s]
  std::optional<Ratio> twin_ratio = {};     // of that cell's time to its twin's
  std::optional<double> noise = {};         // relative difference of twins; none: too few samples to tell
  std::optional<int> core = {};             // the thread was pinned to it
  std::optional<double> load = {};          // of the machine at the end, average of a minute
  bool is_static = false;                   // binding of all: static if each cell has that one, else erased
  std::optional<std::size_t> fastest = {};  // index of the ranked cell with the least median time

  /// Compares two ranked cells. The interval of their ratio is widened by the noise.
  Compared compared(std::size_t first, std::size_t second) const;
};

/// Times the cells that are not refused, in one binding, beside each other and beside a twin of the one whose checked
/// run was the shortest. The binding is the fastest that all of them have. If the erased one is asked for, a time does
/// not depend on what else is timed. The runs are those that were checked, so they must end in the same state. There
/// are stopping points between slices.
TimingSession timed(std::vector<CheckedCell> cells, const TimingPlan& plan = {}, const Clock& clock = thread_seconds,
                    Binding wanted = Binding::fastest);

/// Finds times, noise, the fastest cell and the ranks of a session from its samples.
void judge(TimingSession& session);

/// With more noise, a machine is not fit for verdicts on times.
inline constexpr double tolerated_noise = 0.03;

}  // namespace plumb
