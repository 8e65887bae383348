#include "harness/cli/work.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "harness/cli/console.hpp"
#include "harness/cli/interruption.hpp"
#include "text/duration.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr double long_piece = 10;  // pieces with a longer expected time are announced [s]

std::string announced(const ExpectedSeconds& time) {
  return time.is_certain() ? "about " + duration(time.middle()) : "up to about " + duration(time.most);
}

/// Delivers outcomes in order. Outcomes that are complete before earlier ones wait.
class InOrder {
 public:
  explicit InOrder(std::size_t count) : outcomes_(count) {}

  void add(std::size_t place, std::function<void()> outcome) {
    outcomes_[place] = std::move(outcome);
    for (; next_ < outcomes_.size() && outcomes_[next_]; ++next_) hand_out(next_);
  }

  /// Delivers the outcomes that wait for stopped pieces.
  void deliver_rest() {
    for (; next_ < outcomes_.size(); ++next_)
      if (outcomes_[next_]) hand_out(next_);
  }

  std::size_t handed_out() const { return handed_out_; }

 private:
  void hand_out(std::size_t place) {
    ++handed_out_;
    std::exchange(outcomes_[place], {})();
  }

  std::vector<std::function<void()>> outcomes_;
  std::size_t next_ = 0, handed_out_ = 0;
};

/// Runs the pieces as tasks of a pool.
class PooledPieces {
 public:
  PooledPieces(const std::vector<std::pair<std::string, Piece>>& titled_pieces, const WorkOptions& wanted)
      : pieces(titled_pieces),
        options(wanted),
        line(stderr_is_terminal()),
        outcomes(pieces.size()),
        pool({.jobs = options.jobs,
              .task_timeout = options.piece_timeout,
              .global_timeout = options.timeout,
              .progress = [this](const std::string& text) { line.show(text); },
              .progress_interval = progress_interval(),
              .noun = options.noun,
              .begin = options.begin,
              .interrupted = ctrl_c()}) {
    if (options.expected_seconds) pool.expect(static_cast<std::ptrdiff_t>(pieces.size()), 0);
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (options.expected_seconds)
        estimate(i);
      else
        begin(i, 1);
  }

  Exit run() {
    const auto outcome = pool.run();
    line.clear();
    outcomes.deliver_rest();
    if (!outcome.stopped()) return Exit::ok;
    const auto [why, exit] = stop_of(outcome);
    note(fmt::format("{}; {} of {} ended", why, outcomes.handed_out(), counted(pieces.size(), options.noun)));
    return exit;
  }

 private:
  void estimate(std::size_t i) {
    pool.add({.work = [this, i](TaskState&) -> Finish {
                return [this, i, expected = options.expected_seconds(i)] {
                  if (expected.most >= long_piece) line.note(pieces[i].first + " takes " + announced(expected));
                  pool.expect(0, expected.middle());
                  begin(i, expected.middle());
                  return true;
                };
              },
              .title = pieces[i].first,
              .is_prerequisite = true});
  }

  void begin(std::size_t i, double seconds) {
    pool.add({.seconds = seconds,
              .work = [this, i](TaskState&) -> Finish {
                auto outcome = pieces[i].second();
                return [this, i, outcome = std::move(outcome)] {
                  line.clear();
                  outcomes.add(i, outcome);
                  return true;
                };
              },
              .title = pieces[i].first});
  }

  const std::vector<std::pair<std::string, Piece>>& pieces;
  const WorkOptions& options;
  StatusLine line;
  InOrder outcomes;
  Pool pool;
};

}  // namespace

Exit work(const std::vector<std::pair<std::string, Piece>>& pieces, const WorkOptions& options) {
  return PooledPieces(pieces, options).run();
}

}  // namespace plumb
