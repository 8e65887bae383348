#pragma once
// Runs the work of a verb in a pool of threads, with progress on stderr, Ctrl-C and a timeout.

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

/// The reason of a stop, and the exit code.
struct Stop {
  std::string why;  // text for stderr: "interrupted" or "out of time"
  Exit exit;
};
/// Returns the stop of an outcome that ended by Ctrl-C (`interrupted`) or by the timeout.
template <class Outcome>
Stop stop_of(const Outcome& outcome) {
  return outcome.interrupted ? Stop{"interrupted", Exit::interrupted} : Stop{"out of time", Exit::timeout};
}

struct WorkOptions {
  std::string noun;                    // noun for one piece of work: "method"
  std::optional<double> timeout = {};  // limit on the time for all pieces [s]; none: no limit
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();  // time from which `timeout` counts
  std::optional<double> piece_timeout = {};  // limit on the time for each piece [s]; none: no limit
  int jobs = 1;
  /// Returns the expected time of the piece with this index. It is called in the pool before the piece; a piece of more
  /// than 10 s is announced.
  std::function<ExpectedSeconds(std::size_t piece)> expected_seconds = {};
};

/// Does one piece of the work. Returns a function that delivers the outcome, for example prints it.
using Piece = std::function<std::function<void()>()>;

/// Runs all pieces, `jobs` at a time, and delivers their outcomes in order, each as soon as it and all earlier outcomes
/// are complete. Outcomes after a stopped piece are delivered at the end. Returns Exit::ok; after a stop, writes a note
/// on stderr and returns interrupted or timeout. Throws the exceptions of a piece, and UsageError if the timeout is not
/// positive.
Exit work(const std::vector<std::pair<std::string, Piece>>& titled_pieces, const WorkOptions& options);

}  // namespace plumb
