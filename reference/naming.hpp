#pragma once
// The quantities of a formulation by their names, at states of a motion that is carried in other coordinates.

#include <string>
#include <vector>

#include "problems/problem.hpp"
#include "reference/certify.hpp"
#include "reference/known_motion.hpp"
#include "reference/motion_units.hpp"

namespace plumb {

/// Evaluates all quantities of a formulation at states of the motion: q, v, a, lambda, outputs. Problem, parameters and
/// formulation have to outlive the evaluation.
template <class T>
class Evaluation {
 public:
  Evaluation(const Problem& problem, const Parameters& parameters, const Formulation& formulation)
      : problem_(problem),
        parameters_(parameters),
        formulation_(formulation),
        system_(problem.in<T>().system(parameters, formulation)) {}

  std::vector<T> at(const T& t, const Configuration<T>& carried) {
    const auto state = in_own_coordinates(t, carried);
    auto x = zero_state(system_);
    x.q = state.q;
    x.v = state.v;
    acceleration_or_nan(system_, t, x.q, x.v, x.a, x.lambda);
    Vec<T> outputs(static_cast<Eigen::Index>(problem_.outputs.size()));
    system_.outputs(t, x, outputs);
    std::vector<T> out;
    for (const auto* part : {&x.q, &x.v, &x.a, &x.lambda, &outputs}) out.insert(out.end(), part->begin(), part->end());
    return out;
  }
  Sizes sizes() const { return system_.sizes(); }

 private:
  Configuration<T> in_own_coordinates(const T& t, const Configuration<T>& carried) const {
    if constexpr (std::is_same_v<T, quad>) {
      return in_coordinates(problem_, parameters_, formulation_, t, carried);
    } else {
      const auto& from = *carrier(problem_);
      const auto& to = in_velocities(problem_, formulation_);
      const bool same = from.name == to.name || (from.coordinates == to.coordinates && !from.coordinates.empty());
      const auto x = same ? carried : problem_.in<T>().embed(parameters_, to, t, carried);
      return formulation_.momenta_of.empty() ? x : problem_.in<T>().momenta(parameters_, formulation_, x);
    }
  }

  const Problem& problem_;
  const Parameters& parameters_;
  const Formulation& formulation_;
  AnySystem<T> system_;
};

/// Turns states of the motion into the named quantities of a formulation, and bounds on the errors of the states into
/// bounds on those of the quantities. Problem, parameters and formulation have to outlive it.
class Naming {
 public:
  Naming(const Problem& problem, const Parameters& parameters, const Formulation& formulation);

  NamedValues at(const quad& t, const Motion& carried);

  /// Returns units of the quantities, in which those of one class (q, v, a, lambda) may be compared; 1 for outputs.
  std::vector<quad> units() const;

  /// Returns bounds on the quantities' errors at a motion that is known within `bound`. Each is twice the largest
  /// change of the quantity over several states at that distance, and the rounding of its evaluation. In one of the
  /// states all components err to the same side, as the angles of a beam do of which the tip is a sum; the directions
  /// of the others are pseudorandom.
  std::vector<quad> uncertainty(const quad& t, const Motion& carried, const Motion& bound);

  /// Returns magnitudes of quantities that are nothing but rounding there, as in an equilibrium. They are those of the
  /// terms that cancel in a quantity, measured by what rounding makes of its evaluation, and of what such accelerations
  /// would make of it over `time` [s]. Multipliers and outputs have these magnitudes too, while the accelerations of
  /// the motion (rounding_noise.hpp) say nothing of them.
  std::vector<quad> magnitudes(const quad& t, const Motion& carried, const quad& time);

 private:
  /// Returns what rounding makes of the evaluation: what it makes of it in long double, divided by the ratio of the
  /// precisions. The states are at the distance `nearby`, and both precisions hold them exactly.
  std::vector<quad> rounding(const quad& t, const Motion& carried, const Motion& nearby);
  /// Returns the largest acceleration by a single term, in the units of the carried motion, from these roundings.
  quad fastest(const std::vector<quad>& rounded) const;

  const Problem& problem_;
  const Parameters& parameters_;
  const Formulation& formulation_;
  Evaluation<quad> in_quad_;
  Evaluation<long double> in_long_;
  std::vector<std::string> names_;
};

}  // namespace plumb
