#pragma once
// The integrations of refined_motion.hpp are refined up to the horizon and continued beyond it, a block at a time.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/agreement.hpp"
#include "reference/refined_routes.hpp"
#include "reference/stepped_track.hpp"
#include "reference/time_blocks.hpp"

namespace plumb {

/// The states that integrations give at a time; the last is at (1 - Refinement::earlier) t.
struct MotionOpinions {
  Motion first, second, coarser, first_earlier;
};

/// The goal of a refinement.
struct RefinementGoal {
  /// Returns the digits at the horizon of what is wanted, from two levels that reached it. If empty, those of all
  /// components count.
  std::function<std::vector<double>(const std::function<MotionOpinions(const quad&)>&, const TimeBlocks&)> digits = {};
  double enough_digits = 11;  // rounding leaves not much more than these
  double most_work = 1e6;     // steps up to the horizon times velocities: some minutes
  int blocks = TimeBlocks::parts;
  std::optional<quad> horizon = {};  // s; none: that of the problem
};

class Refinement {
 public:
  /// The values that integrations give for a quantity at a time, and that of the first one a little earlier, at
  /// (1 - earlier) t.
  struct Opinions {
    quad first, second, coarser, first_earlier;
  };
  static constexpr double earlier = 0x1p-40;
  /// Returns what is not known of the quantity. Halving the steps of a method of order 23 leaves less than a thousandth
  /// of an error as soon as an order of 10 shows. What rounding makes of data, and so of frequencies, is the same in
  /// all integrations, as if the time was off by some roundings.
  static quad unknown(const Opinions& of);
  /// Does the same for a vector of quantities in each of them.
  static Vec<quad> unknown(const Vec<quad>& first, const Vec<quad>& second, const Vec<quad>& coarser,
                           const Vec<quad>& first_earlier);

  /// Problem and parameters have to outlive the refinement.
  Refinement(const Problem& problem, const Parameters& parameters, RefinedRoutes routes, RefinementGoal goal = {});

  /// Computes the next block. Throws MotionUnknown if no steps come to the horizon, or beyond it no further. A stop
  /// leaves no block half done.
  void advance();
  /// Returns the time up to where the motion is known [s]; negative until the number of steps is settled.
  quad reached() const { return settled_ ? agreement().reached() : quad(-1); }

  // The following members are for times up to there, and may be called while another thread advances the refinement.
  const SteppedTrack& first() const { return best_.fine->first; }
  const SteppedTrack& second() const { return best_.fine->second; }
  const SteppedTrack& coarser() const { return best_.coarse->first; }
  const Agreement& agreement() const { return *best_.agreement; }
  MotionOpinions opinions(const quad& t) const { return best_.opinions(t); }

  const RefinedRoutes& routes() const { return routes_; }
  const quad& horizon() const { return blocks_.horizon; }
  const TimeBlocks& blocks() const { return blocks_; }

  /// Returns how many levels have reached the horizon since the beginning.
  int levels() const { return levels_; }

  /// Writes all that a settled refinement knows.
  void write(PackedNumbers& out) const;
  /// Writes all that is needed to go on with a refinement that is not settled.
  void write_unsettled(PackedNumbers& out) const;
  /// Reads what that wrote; throws NumberReader::NotThere.
  void read_unsettled(NumberReader& in);
  /// Returns whether some steps of each integration end where they did when they are taken again, since what another
  /// build has written may be of other equations.
  bool repeats() const;
  /// Reads what `write` wrote; throws NumberReader::NotThere if it is nothing of the kind.
  void read(NumberReader& in);

 private:
  /// Both integrations with twice the steps of a coarser level in every block. If there is no coarser level, only the
  /// first is used.
  struct Level {
    SteppedTrack first, second;
  };
  /// Two levels, and how far apart they are. The first pair has no coarser level.
  struct Pair {
    std::shared_ptr<Level> coarse, fine;
    std::shared_ptr<Agreement> agreement;
    std::vector<double> digits = {};  // at the horizon

    quad reached() const;  // s
    MotionOpinions opinions(const quad& t) const;
    Motion unknown(const quad& t) const;
    void write(PackedNumbers& out) const;
    void read(NumberReader& in);
    void extend(const quad& begin, const quad& end) const;
  };

  std::shared_ptr<Level> new_level() const;
  Pair pair_of(std::shared_ptr<Level> coarse) const;
  void refine();
  void require_in_reach() const;
  void judge_trial();
  bool is_enough() const;
  void settle();

  const Problem& problem_;
  const Parameters& parameters_;
  const RefinedRoutes routes_;
  const RefinementGoal goal_;
  const TimeBlocks blocks_;
  const std::vector<PartsOfKind> kinds_;
  const int velocities_;
  Pair trial_, best_;
  int stalled_ = 0, levels_ = 0;
  bool settled_ = false;
};

}  // namespace plumb
