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

/// Says how a verb ends that was stopped early.
struct Stop {
  std::string why;  // for stderr
  Exit exit;
};
/// Returns the stop of an outcome that ended by Ctrl-C (`interrupted`) or by the timeout.
template <class Outcome>
Stop stop_of(const Outcome& outcome) {
  return outcome.interrupted ? Stop{"interrupted", Exit::interrupted} : Stop{"out of time", Exit::timeout};
}

struct WorkOptions {
  std::string noun;                                                                // name of one piece: "method"
  std::optional<double> timeout = {};                                              // s, for all pieces
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();  // of the timeout
  std::optional<double> piece_timeout = {};                                        // s, for each piece
  int jobs = 1;
  /// Returns the expected time of a piece, by its index. It is asked for first. A piece that takes long is
  /// announced before it begins.
  std::function<ExpectedSeconds(std::size_t piece)> expected_seconds = {};
};

/// Does one piece. It returns what is to be done with the outcome, such as printing it.
using Piece = std::function<std::function<void()>()>;

/// Does all pieces, several at a time, and hands out their outcomes in order, each as soon as it and all before it are
/// there. Outcomes after a piece that was stopped are handed out at the end. Returns Exit::ok, or interrupted or
/// timeout, which it reports on stderr. Throws what a piece throws, and UsageError if the timeout is not positive.
Exit work(const std::vector<std::pair<std::string, Piece>>& titled_pieces, const WorkOptions& options);

}  // namespace plumb
