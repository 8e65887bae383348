#pragma once
// A verb works in a pool, with progress on stderr, Ctrl-C and a timeout.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/schedule/pool.hpp"
#include "reference/expected_seconds.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// How a stopped verb ends.
struct Stop {
  std::string why;  // reason of the stop, for stderr
  Exit exit;
};
/// Returns the stop of an outcome that ended by Ctrl-C (`interrupted`) or by the timeout.
template <class Outcome>
Stop stop_of(const Outcome& outcome) {
  return outcome.interrupted ? Stop{"interrupted", Exit::interrupted} : Stop{"out of time", Exit::timeout};
}

struct WorkOptions {
  std::string noun;                    // noun for one piece of work: "method"
  std::optional<double> timeout = {};  // limit on the time for all pieces [s]
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();  // begin of the timeout
  std::optional<double> piece_timeout = {};  // limit on the time for each piece [s]
  int jobs = 1;
  /// Returns the expected time of a piece, by its index. It is called before the piece begins, and a piece that takes
  /// long is announced.
  std::function<ExpectedSeconds(std::size_t piece)> expected_seconds = {};
};

/// Does one piece. Returns a function that uses the outcome, for example prints it.
using Piece = std::function<std::function<void()>()>;

/// Runs all tasks, several in parallel, and delivers their outcomes in order, each as soon as it and all earlier
/// outcomes are complete. Outcomes after a stopped task are delivered at the end. Returns Exit::ok, or interrupted or
/// timeout, which it reports on stderr. Throws the exceptions of a task, and UsageError if the timeout is not
/// positive.
Exit work(const std::vector<std::pair<std::string, Piece>>& titled_pieces, const WorkOptions& options);

}  // namespace plumb
