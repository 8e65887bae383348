#pragma once
// The integrations of refined_motion.hpp, refined up to the horizon and continued beyond it, a block at a time.

#include <memory>
#include <string>

#include "reference/agreement.hpp"
#include "reference/refined_routes.hpp"
#include "reference/stepped_track.hpp"

namespace plumb {

class Refinement {
 public:
  /// What integrations say of a quantity: at a time, and of the first one a little earlier, at (1 - earlier) t.
  struct Opinions {
    quad first, second, coarser, first_earlier;
  };
  static constexpr double earlier = 0x1p-40;
  /// What is not known of it. Halving the steps of a method of order 23 leaves less than a thousandth of an error as
  /// soon as an order of 10 shows. What rounding makes of data, and so of frequencies, is the same in all of them, as if
  /// the time was off by some roundings.
  static quad unknown(const Opinions& of);

  /// Problem and parameters have to outlive it.
  Refinement(const Problem& problem, const Parameters& parameters, RefinedRoutes routes);

  /// The next block of what is being computed. Throws MotionUnknown where no steps come to the horizon, or beyond it
  /// not any further. A stop leaves no block half done.
  void advance();
  /// Up to where the motion is known [s]; negative until the number of steps is settled.
  quad reached() const { return settled_ ? agreement().reached() : quad(-1); }

  // What follows is for times up to there, and may be called while another thread advances it.
  const SteppedTrack& first() const { return best_.fine->first; }
  const SteppedTrack& second() const { return best_.fine->second; }
  const SteppedTrack& coarser() const { return best_.coarse->first; }
  const Agreement& agreement() const { return *best_.agreement; }

  const RefinedRoutes& routes() const { return routes_; }
  const quad& horizon() const { return horizon_; }
  std::vector<quad> block_ends(const quad& until) const;

  /// All that a settled one knows.
  void write(PackedNumbers& out) const;
  /// From what was written; throws NumberReader::NotThere if it is nothing of the kind.
  void read(NumberReader& in);

 private:
  /// Both integrations with twice the steps of a coarser level in every block; the first alone where there is none.
  struct Level {
    SteppedTrack first, second;
  };
  /// Two levels, and how far what they say is apart. The first has no coarser one.
  struct Pair {
    std::shared_ptr<Level> coarse, fine;
    std::shared_ptr<Agreement> agreement;
    double digits = 0;  // at the horizon

    quad reached() const;  // s
    Motion unknown(const quad& t) const;
    void extend(const quad& begin, const quad& end) const;
  };

  std::shared_ptr<Level> new_level() const;
  Pair pair_of(std::shared_ptr<Level> coarse) const;
  quad block_end_after(const quad& t) const;
  void refine();
  void require_in_reach() const;
  void judge_trial();
  void settle();

  const Problem& problem_;
  const Parameters& parameters_;
  const RefinedRoutes routes_;
  const quad horizon_;  // s
  const std::vector<quad> breaks_;
  const std::vector<PartsOfKind> kinds_;
  const int velocities_;
  Pair trial_, best_;
  int stalled_ = 0;
  bool settled_ = false;
};

}  // namespace plumb
