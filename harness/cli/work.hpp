#pragma once
// Does the work of a verb in parallel, with progress on stderr, Ctrl-C and a timeout.

#include <functional>
#include <optional>
#include <string>

#include "harness/api/conduct.hpp"
#include "harness/cli/console.hpp"
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
  return {reason_of_stop({outcome.interrupted, outcome.timed_out}),
          outcome.interrupted ? Exit::interrupted : Exit::timeout};
}

/// Returns the conduct of a verb: `jobs` runs at the same time, Ctrl-C, notes on stderr, and progress in `line`, which
/// must outlive it.
Conduct conduct_of(StatusLine& line, int jobs = 1, std::optional<double> total_timeout = {}, std::string store = {});

/// Returns Exit::ok. After a stop, writes a note with the number of delivered outcomes to stderr, and returns
/// interrupted or timeout.
Exit exit_of(const PiecesEnding& ending, const std::string& noun);

/// Prints a note if the work with this title is expected to take more than 10 s.
void announce(StatusLine& line, const std::string& title, const ExpectedSeconds& expected);

struct WorkOptions {
  std::string noun;                          // noun for one piece of work: "method"
  std::optional<double> timeout = {};        // limit on the time for all pieces [s]; none: no limit
  std::optional<double> piece_timeout = {};  // limit on the time for each piece [s]; none: no limit
  int jobs = 1;
  /// As in PiecesOptions; a piece of more than 10 s is announced.
  std::function<ExpectedSeconds(std::size_t piece)> expected_seconds = {};
};

/// Does all pieces, `jobs` at a time, and delivers their outcomes as `deliver_pieces`. Returns the code of `exit_of`.
Exit work(const TitledPieces& pieces, const WorkOptions& options);

/// While an Interruption exists, Ctrl-C and SIGTERM do not end the program, but set a flag.
/// Must be used in the main thread. All objects that exist at the same time share one flag. So an outer object
/// preserves a signal that arrives between the lifetimes of two inner objects. A second signal ends the program
/// immediately. The last destroyed object restores the former signal handlers.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  bool requested() const;
};

/// Returns a function that returns whether Ctrl-C or SIGTERM was received. The function owns an Interruption, which
/// exists until its last copy is destroyed.
std::function<bool()> ctrl_c();

}  // namespace plumb
