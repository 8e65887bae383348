#pragma once
// Times cells in alternation, after runs without timing have verified their accuracy.
//
//   auto session = timed(checked_cells(cells, results, {.metric = "end.q", .most = 1e-6}));
//   session.cells[i].result.timing    median, least and interval of cell i
//   session.compared(i, j)            the ratio of the times of cells i and j, and whether it exceeds the noise

#include <string>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "harness/timing/accuracy.hpp"
#include "harness/timing/interleaved.hpp"
#include "harness/timing/standing.hpp"

namespace plumb {

/// A cell with the result of its run. If `refusal` is not empty, it contains the reason for which the cell must not be
/// timed.
struct CheckedCell {
  ResolvedCell cell;
  RunResult result;
  std::string refusal = {};
};

/// Returns the cells with the results of their runs (none: it did not run). Cells that do not meet the bound are
/// excluded by a `refusal`.
std::vector<CheckedCell> checked_cells(const std::vector<ResolvedCell>& cells,
                                       const std::vector<std::optional<RunResult>>& results,
                                       const AccuracyBound& bound);

struct TimedCell {
  ResolvedCell cell;
  RunResult result;             // result of the preceding run without timing; after timing, with timing and environment
  std::string refusal;          // reason why the cell is not ranked; empty: it is ranked
  std::vector<double> samples;  // processor times of a run [s]
  std::int64_t rank = 0;        // 1 + the number of faster cells; equal in a tie; 0: none
};

struct Compared {
  Ratio ratio;  // ratio of the first cell's time to the second cell's
  Standing standing = Standing::unknown;
};

struct TimingSession {
  std::vector<TimedCell> cells = {};        // cells in the order of the request
  std::size_t copy_of = 0;                  // index of the cell with a repeat run, which alternates with the others
  std::vector<double> copy = {};            // samples of the repeat run [s]
  std::optional<Ratio> copy_ratio = {};     // ratio of the cell's time to the time of its repeat run
  std::optional<double> noise = {};         // noise (noise_of) of these two times; none: too few samples
  std::optional<int> core = {};             // core to which the thread was pinned; none: not pinned
  std::optional<double> load = {};          // load average of the machine at the end, over one minute
  bool is_static = false;                   // true: all cells ran with static binding; false: with erased binding
  std::optional<std::size_t> fastest = {};  // index of the ranked cell with the least median time

  /// Compares two ranked cells. The confidence interval of their ratio is widened by the noise.
  Compared compared(std::size_t first, std::size_t second) const;
};

/// Times the cells without a refusal in alternation, together with a repeat run of the cell whose preceding run without
/// timing was the shortest. All use the same binding: the fastest that all of them support, or the erased binding if
/// `requested` is erased. With the erased binding, times do not depend on the choice of the other cells. The timed runs
/// must end in the same state as the preceding runs. There are stopping points between slices.
TimingSession timed(std::vector<CheckedCell> cells, const TimingPlan& plan = {}, const Clock& clock = thread_seconds,
                    Binding requested = Binding::fastest);

/// Computes times, noise, the fastest cell and the ranks of a session from its samples.
void judge(TimingSession& session);

/// Upper limit of the noise (a relative difference) for verdicts on times; with more noise there are no verdicts.
inline constexpr double tolerated_noise = 0.03;

}  // namespace plumb
