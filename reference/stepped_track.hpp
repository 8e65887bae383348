#pragma once
// A motion by the steps of one implicit method in long double, kept at their ends. What lies between two ends is the
// method's own: one shorter step from the end before. Times are since the beginning of the problem. In a formulation in
// momenta the steps carry these, and the motion is told in the velocities that they belong to.

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
  /// By the equations of the formulation. All that is given has to outlive the track.
  SteppedTrack(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
               const Method& method);
  ~SteppedTrack();
  SteppedTrack(const SteppedTrack&) = delete;

  /// Takes so many equal steps from where the track is to `end`, unless it is there. If forces jump at `end`, those
  /// before it hold. If a step fails, since the equations of its stages are not solved, all are halved and taken again.
  /// Throws MotionUnknown if that does not help. A stop or a failure leaves no step of them behind.
  void extend(const quad& end, int steps);
  /// Does the same by steps that are no longer than `growth` times the step before; by one step if there is none
  /// before.
  void go_on(const quad& end, int growth);

  quad reached() const;  // s
  /// Returns the number of steps whose ends lie before t.
  std::size_t step_at(const quad& t) const;
  /// Returns the motion at the end of so many steps.
  Motion state(std::size_t step) const;
  /// Returns how far from the end of a step the same step ends when it is taken again, relative to the largest
  /// coordinate and the largest velocity there, in the units of the motion.
  double misfit(std::size_t step, const MotionUnits& units) const;
  /// Precondition: 0 <= t <= reached() [s].
  Motion at(const quad& t) const;

  void write(PackedNumbers& out) const;
  /// Goes on from what was written; throws NumberReader::NotThere.
  void read(NumberReader& in);

 private:
  class Walk;
  struct End {
    quad t;  // s
    Configuration<long double> x;
  };

  std::vector<End> ends_to(const quad& end, int steps, Walk& walk) const;
  End end_before(const quad& t) const;
  /// A state of the steps as one of the motion.
  Motion told(const Configuration<long double>& x) const;
  Configuration<long double> stepped(const End& from, const long double& h) const;
  std::unique_ptr<Walk> borrowed() const;
  void give_back(std::unique_ptr<Walk> walk) const;

  const Problem& problem_;
  const Parameters& parameters_;
  const Formulation& formulation_;
  const Method& method_;
  const std::vector<quad> breaks_;
  mutable std::mutex guard_;  // of what follows
  std::vector<End> ends_;
  mutable std::vector<std::unique_ptr<Walk>> idle_;  // making one takes longer than a step
};

}  // namespace plumb
