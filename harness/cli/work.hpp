#pragma once
// Work of a verb in a pool: with progress on stderr, Ctrl-C and a timeout.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/schedule/pool.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// How a verb ends that was stopped before its end.
struct Stop {
  std::string why;  // for stderr
  Exit exit;
};
/// Of an outcome with a stop by Ctrl-C, `interrupted`, or by the timeout.
template <class Outcome>
Stop stop_of(const Outcome& outcome) {
  return outcome.interrupted ? Stop{"interrupted", Exit::interrupted} : Stop{"out of time", Exit::timeout};
}

struct WorkOptions {
  std::string noun;                                                                // what one piece is: "method"
  std::optional<double> timeout = {};                                              // s, of all
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();  // of the timeout
  int jobs = 1;
  /// Expected time of a piece [s], by its place; found out first. What takes long is announced before it begins.
  std::function<double(std::size_t piece)> expected_seconds = {};
};

/// Does one piece: returns what is to be done with its outcome, print it say.
using Piece = std::function<std::function<void()>()>;

/// Does all pieces, several at a time, and hands out their outcomes in their order, each as soon as it and all before
/// it are there; what has ended behind a piece that was stopped is handed out at the end. Exit::ok, or interrupted or
/// timeout, which stderr is told. Throws what a piece throws, UsageError if the timeout is not positive.
Exit work(const std::vector<std::pair<std::string, Piece>>& titled_pieces, const WorkOptions& options);

}  // namespace plumb
