#pragma once
// Refines the integrations of refined_motion.hpp up to the horizon, and continues them beyond it block by block.

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

/// The states of all integrations at a time t; `first_earlier` is the state of the first one at (1 -
/// Refinement::earlier) t.
struct MotionOpinions {
  Motion first, second, coarser, first_earlier;
};

/// The goal of a refinement.
struct RefinementGoal {
  /// Returns the number of correct digits of the wanted quantities at the horizon, from two levels that have reached
  /// it. If this function is not set, the digits of all components of q and v count.
  std::function<std::vector<double>(const std::function<MotionOpinions(const quad&)>&, const TimeBlocks&)> digits = {};
  double enough_digits = 11;  // sufficient number of correct digits; rounding in long double allows few more
  double most_work = 1e6;     // limit of (steps up to the horizon) x (velocities): some minutes
  int blocks = TimeBlocks::parts;
  std::optional<quad> horizon = {};  // horizon [s]; none: horizon of the problem
};

class Refinement {
 public:
  /// The values of a quantity by all integrations at a time; `first_earlier` is the value of the first at (1 - earlier)
  /// t.
  struct Opinions {
    quad first, second, coarser, first_earlier;
  };
  static constexpr double earlier = 0x1p-40;
  /// Returns the uncertainty of the quantity. If the observed order is at least 10 (the order of the method is 23), the
  /// error of `first` is at most a thousandth of its difference from `coarser`, which has half as many steps. Rounding
  /// of the data, and so of frequencies, is equal in all integrations; its effect is a shift of the time by some
  /// roundings.
  static quad unknown(const Opinions& of);
  /// Returns the uncertainty of a vector of quantities, component by component.
  static Vec<quad> unknown(const Vec<quad>& first, const Vec<quad>& second, const Vec<quad>& coarser,
                           const Vec<quad>& first_earlier);

  /// Problem and parameters must outlive the refinement.
  Refinement(const Problem& problem, const Parameters& parameters, RefinedRoutes routes, RefinementGoal goal = {});

  /// Computes the next block. Throws MotionUnknown if no number of steps reaches the horizon, or if a step beyond it
  /// fails. If stopped, no partial block remains.
  void advance();
  /// Returns the time up to which the motion is known [s]; negative until the number of steps is settled.
  quad reached() const { return settled_ ? agreement().reached() : quad(-1); }

  // The following members describe the motion up to reached(), which is the precondition for times t. They may run
  // while another thread calls advance().
  const SteppedTrack& first() const { return best_.fine->first; }
  const SteppedTrack& second() const { return best_.fine->second; }
  const SteppedTrack& coarser() const { return best_.coarse->first; }
  const Agreement& agreement() const { return *best_.agreement; }
  MotionOpinions opinions(const quad& t) const { return best_.opinions(t); }

  const RefinedRoutes& routes() const { return routes_; }
  const quad& horizon() const { return blocks_.horizon; }
  const TimeBlocks& blocks() const { return blocks_; }

  /// Returns the number of levels that have reached the horizon, including levels read from the cache.
  int levels() const { return levels_; }

  /// Writes the state of a settled refinement.
  void write(PackedNumbers& out) const;
  /// Writes the state that is needed to continue a refinement that is not settled.
  void write_unsettled(PackedNumbers& out) const;
  /// Reads the output of write_unsettled(); throws NumberReader::NotThere on any other input.
  void read_unsettled(NumberReader& in);
  /// Repeats some steps of each integration and returns whether they end at the same states. The data may be from
  /// another build, which may have other equations.
  bool repeats() const;
  /// Reads the output of write(); throws NumberReader::NotThere on any other input.
  void read(NumberReader& in);

 private:
  /// Both integrations, with twice the steps of the coarser level in every block. If a level has no coarser level, only
  /// `first` is used.
  struct Level {
    SteppedTrack first, second;
  };
  /// Two consecutive levels and the agreement of their integrations. In the first pair `coarse` is null.
  struct Pair {
    std::shared_ptr<Level> coarse, fine;
    std::shared_ptr<Agreement> agreement;
    std::vector<double> digits = {};  // numbers of correct digits at the horizon

    quad reached() const;  // time reached [s]
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
