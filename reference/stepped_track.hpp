#pragma once
// A motion as the steps of one implicit method in long double, stored at their ends. The state between two ends is
// computed by one shorter step of the same method. Times are since the beginning of the problem. In a formulation in
// momenta the steps use momenta, and the motion is returned in velocities.

#include <memory>
#include <mutex>
#include <vector>

#include "methods/method.hpp"
#include "problems/problem.hpp"
#include "reference/motion_units.hpp"
#include "reference/packed_numbers.hpp"

namespace plumb {

/// Constant members may be called while another thread extends the track.
class SteppedTrack {
 public:
  /// Integrates the equations of the formulation. All arguments must outlive the track.
  SteppedTrack(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
               const Method& method);
  ~SteppedTrack();
  SteppedTrack(const SteppedTrack&) = delete;

  /// Takes `steps` equal steps from reached() to `end`, unless `end` is reached already. If forces jump at `end`, the
  /// forces before the jump apply. If the stage equations of a step cannot be solved, all steps are halved and
  /// repeated. Throws MotionUnknown if halving does not help. After a stop or failure the track is unchanged.
  void extend(const quad& end, int steps);
  /// Integrates to `end` by steps that are at most `growth` times as long as the previous step; by one step if there is
  /// no previous step.
  void go_on(const quad& end, int growth);

  quad reached() const;  // time reached [s]
  /// Returns the number of steps that end before t.
  std::size_t step_at(const quad& t) const;
  /// Returns the motion at the end of the step with this number.
  Motion state(std::size_t step) const;
  /// Repeats a step and returns the difference between the repeated and the stored end, relative to the largest
  /// coordinate and the largest velocity there. Components are compared in `units`.
  double misfit(std::size_t step, const MotionUnits& units) const;
  /// Precondition: 0 <= t <= reached() [s].
  Motion at(const quad& t) const;

  void write(PackedNumbers& out) const;
  /// Restores a written track; throws NumberReader::NotThere on any other input.
  void read(NumberReader& in);

 private:
  class Walk;
  struct End {
    quad t;  // time [s]
    Configuration<long double> x;
  };

  std::vector<End> ends_to(const quad& end, int steps, Walk& walk) const;
  End end_before(const quad& t) const;
  /// Converts a stored state, which may contain momenta, to a state of the motion.
  Motion in_natural_coordinates(const Configuration<long double>& x) const;
  Configuration<long double> stepped(const End& from, const long double& h) const;
  std::unique_ptr<Walk> borrowed() const;
  void give_back(std::unique_ptr<Walk> walk) const;

  const Problem& problem_;
  const Parameters& parameters_;
  const Formulation& formulation_;
  const Method& method_;
  const std::vector<quad> breaks_;
  mutable std::mutex guard_;  // guards the members below
  std::vector<End> ends_;
  mutable std::vector<std::unique_ptr<Walk>> idle_;  // cached, because creating one takes longer than a step
};

}  // namespace plumb
