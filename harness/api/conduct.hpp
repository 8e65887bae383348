#pragma once
// The resources of a call of the API, its progress and its end; and pieces of work that are done in parallel.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"
#include "harness/run/sampled_states.hpp"
#include "harness/schedule/isolation.hpp"
#include "harness/schedule/matrix.hpp"
#include "harness/schedule/pool.hpp"
#include "reference/expected_seconds.hpp"

namespace plumb {

/// The resources of a call, its progress, and its stop.
struct Conduct {
  int jobs = 1;
  std::function<bool()> interrupted = {};  // stop request, called every few milliseconds by another thread
  std::function<void(const std::string&)> progress = {};  // receives progress lines at intervals, from another thread
  std::optional<double> cell_timeout = {}, total_timeout = {};  // limits on wall-clock time [s]
  std::string store = {};  // path of the store, whose results are not computed again; empty: no store
  IsolationOptions isolation = {};
  /// Only for `run`: is called with every cell and its sampled states, never concurrently. If it is set, all cells run,
  /// even if the store has their results.
  std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> states = {};
  std::function<void(const std::string&)> note = {};   // receives notes for the user before the work that they concern
  double progress_interval = 0.25;                     // interval between two progress lines [s]
  SteadyClock::time_point begin = SteadyClock::now();  // time from which `total_timeout` counts
};

/// How a call ended: completed, interrupted, or stopped by a timeout.
using Ending = PoolOutcome;

/// Returns the reason of a stop: "interrupted" or "out of time".
inline std::string reason_of_stop(const Ending& ending) { return ending.interrupted ? "interrupted" : "out of time"; }

/// Does one piece of the work. Returns a function that delivers the outcome, for example prints it.
using Piece = std::function<std::function<void()>()>;

/// Pieces of work with their titles for progress lines.
using TitledPieces = std::vector<std::pair<std::string, Piece>>;

struct PiecesOptions {
  std::string noun;  // noun for one piece of work: "method"
  /// Returns the expected time of the piece with this index. It is called in parallel, before the piece. None: equal
  /// times.
  std::function<ExpectedSeconds(std::size_t piece)> expected_seconds = {};
  std::function<void(std::size_t piece, const ExpectedSeconds&)> estimated = {};  // receives each expected time
  bool is_one_progress = false;  // as in Task: each piece reports one progress range
};

struct PiecesEnding : Ending {
  std::size_t delivered = 0, pieces = 0;  // number of delivered outcomes, of all pieces
};

/// Does all pieces, `conduct.jobs` at a time and each within `conduct.cell_timeout`. Delivers their outcomes in order,
/// one call at a time, each as soon as it and all earlier outcomes are complete. Outcomes after a stopped piece are
/// delivered at the end. Throws the exceptions of a piece. The store of `conduct` is not used.
PiecesEnding deliver_pieces(const TitledPieces& pieces, const PiecesOptions& options, Conduct conduct);

inline constexpr int most_jobs = 1024;  // upper limit of simultaneous runs

/// The options for running a list of cells, and the opened store, as the conduct of a call requires them.
struct Conducted {
  /// Throws UsageError for numbers out of range, and StoreError.
  explicit Conducted(const Conduct& conduct);

  std::unique_ptr<Store> store;
  MatrixOptions options;
};

}  // namespace plumb
