#include "harness/cli/work.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "harness/cli/console.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

/// Outcomes that wait for those before them.
class InOrder {
 public:
  explicit InOrder(std::size_t count) : outcomes_(count) {}

  void add(std::size_t place, std::function<void()> outcome) {
    outcomes_[place] = std::move(outcome);
    for (; next_ < outcomes_.size() && outcomes_[next_]; ++next_) hand_out(next_);
  }

  /// Those behind pieces that have not ended, and will not.
  void hand_out_the_rest() {
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

}  // namespace

Exit work(const std::vector<std::pair<std::string, Piece>>& pieces, const WorkOptions& options) {
  if (options.timeout && !(*options.timeout > 0))
    throw UsageError(fmt::format("--total-timeout: {} is not allowed: it must be greater than 0 s", *options.timeout));
  const bool terminal = stderr_is_terminal();
  StatusLine line(terminal);
  Pool pool({.jobs = options.jobs,
             .global_timeout = options.timeout,
             .progress = [&](const std::string& text) { line.show(text); },
             .progress_interval = terminal ? 0.25 : 10,
             .noun = options.noun});
  InOrder outcomes(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i)
    pool.add({.seconds = 1,
              .work = [&, i](TaskState&) -> Finish {
                auto outcome = pieces[i].second();
                return [&, i, outcome = std::move(outcome)] {
                  line.clear();
                  outcomes.add(i, outcome);
                  return true;
                };
              },
              .title = pieces[i].first});
  const auto outcome = pool.run();
  line.clear();
  outcomes.hand_out_the_rest();
  if (!outcome.interrupted && !outcome.timed_out) return Exit::ok;
  note(fmt::format("{}; {} of {} ended", outcome.interrupted ? "interrupted" : "out of time", outcomes.handed_out(),
                   counted(pieces.size(), options.noun)));
  return outcome.interrupted ? Exit::interrupted : Exit::timeout;
}

}  // namespace plumb
