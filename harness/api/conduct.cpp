#include "harness/api/conduct.hpp"

#include <fmt/format.h>

#include <utility>

#include "harness/schedule/engine.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

/// Delivers outcomes in order. Outcomes that are complete before earlier ones wait.
class InOrder {
 public:
  explicit InOrder(std::size_t count) : outcomes_(count) {}

  void add(std::size_t place, std::function<void()> outcome) {
    outcomes_[place] = std::move(outcome);
    for (; next_ < outcomes_.size() && outcomes_[next_]; ++next_) deliver(next_);
  }

  /// Delivers the outcomes that wait for stopped pieces.
  void deliver_rest() {
    for (; next_ < outcomes_.size(); ++next_)
      if (outcomes_[next_]) deliver(next_);
  }

  std::size_t delivered() const { return delivered_; }

 private:
  void deliver(std::size_t place) {
    ++delivered_;
    std::exchange(outcomes_[place], {})();
  }

  std::vector<std::function<void()>> outcomes_;
  std::size_t next_ = 0, delivered_ = 0;
};

/// The goal of one piece: first its expected time, if requested, then its outcome.
class PieceGoal {
 public:
  PieceGoal(const TitledPieces& pieces, std::size_t piece, const PiecesOptions& options, InOrder& outcomes)
      : piece_(pieces[piece]), place_(piece), options_(options), outcomes_(outcomes) {
    if (!options.expected_seconds) seconds_ = 1;
  }

  Missing missing() {
    if (!seconds_) return {.tasks = {{estimate()}}, .later = {.tasks = 1}};
    if (!has_ended_) return {.tasks = {{work()}}};
    return {};
  }

 private:
  Task estimate() {
    return {.work = [this](TaskState&) -> Finish {
              return [this, expected = options_.expected_seconds(place_)] {
                seconds_ = expected.middle();
                if (options_.estimated) options_.estimated(place_, expected);
                return true;
              };
            },
            .title = piece_.first,
            .is_prerequisite = true};
  }

  Task work() {
    return {.seconds = *seconds_,
            .work = [this](TaskState&) -> Finish {
              return [this, outcome = piece_.second()] {
                has_ended_ = true;
                outcomes_.add(place_, outcome);
                return true;
              };
            },
            .title = piece_.first,
            .is_one_progress = options_.is_one_progress};
  }

  const TitledPieces::value_type& piece_;
  const std::size_t place_;
  const PiecesOptions& options_;
  InOrder& outcomes_;
  std::optional<double> seconds_;  // expected time of the piece [s]; none: not estimated yet
  bool has_ended_ = false;
};

}  // namespace

PiecesEnding deliver_pieces(const TitledPieces& pieces, const PiecesOptions& options, Conduct conduct) {
  conduct.store.clear();
  InOrder outcomes(pieces.size());
  std::vector<PieceGoal> of_pieces;
  for (std::size_t i = 0; i < pieces.size(); ++i) of_pieces.emplace_back(pieces, i, options, outcomes);
  std::vector<Goal> goals;
  for (auto& piece : of_pieces) goals.push_back({.missing = [&piece] { return piece.missing(); }});
  EngineOptions engine{.pool = Conducted(conduct).options.pool()};
  engine.pool.noun = options.noun;
  const auto ending = reach(goals, engine);
  outcomes.deliver_rest();
  return {{ending}, outcomes.delivered(), pieces.size()};
}

Conducted::Conducted(const Conduct& conduct) {
  for (const auto& timeout : {conduct.cell_timeout, conduct.total_timeout})
    if (timeout && !(*timeout > 0)) throw out_of_range("timeout: {} is not allowed: greater than 0 s", *timeout);
  if (conduct.jobs < 1 || conduct.jobs > most_jobs)
    throw out_of_range("jobs: {} is not allowed: 1 to {}", conduct.jobs, most_jobs);
  if (!conduct.store.empty()) store = std::make_unique<Store>(conduct.store);
  options.jobs = conduct.jobs;
  options.cell_timeout = conduct.cell_timeout;
  options.global_timeout = conduct.total_timeout;
  options.store = store.get();
  options.progress = conduct.progress;
  options.progress_interval = conduct.progress_interval;
  options.begin = conduct.begin;
  options.interrupted = conduct.interrupted;
  options.isolation = conduct.isolation;
  options.trajectory = conduct.states;
}

}  // namespace plumb
