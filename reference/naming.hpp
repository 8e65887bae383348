#pragma once
// Evaluates the named quantities of a formulation at states of a motion given in other coordinates.

#include <string>
#include <vector>

#include "problems/problem.hpp"
#include "reference/certify.hpp"
#include "reference/known_motion.hpp"
#include "reference/motion_units.hpp"

namespace plumb {

/// Evaluates all quantities of a formulation at states of the motion: q, v, a, lambda, outputs. Problem, parameters and
/// formulation must outlive the object.
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

/// Converts states of the motion to named quantities of a formulation, and error bounds of states to error bounds of
/// quantities. Problem, parameters and formulation must outlive the object.
class Naming {
 public:
  Naming(const Problem& problem, const Parameters& parameters, const Formulation& formulation);

  NamedValues at(const quad& t, const Motion& carried);

  /// Returns a unit for each quantity; quantities of one class (q, v, a, lambda) are comparable in these units. The
  /// unit of outputs is 1.
  std::vector<quad> units() const;

  /// Returns bounds on the errors of the quantities if the errors of the motion are within `bound`. Each bound is twice
  /// the largest change of the quantity over several perturbed states, plus the rounding error of the evaluation. In
  /// one state all errors have the same sign, which is the worst case for sums, such as the tip of a beam as a sum of
  /// angles. The directions to the other states are pseudorandom.
  std::vector<quad> uncertainty(const quad& t, const Motion& carried, const Motion& bound);

  /// Returns magnitudes for quantities that consist of rounding errors only, as in an equilibrium. A magnitude is the
  /// sum of two terms: the size of the terms that cancel in the quantity, estimated from the rounding error of its
  /// evaluation, and the change of the quantity if such rounding errors act as accelerations over `time` [s].
  /// Magnitudes exist for multipliers and outputs too, unlike in rounding_noise.hpp.
  std::vector<quad> magnitudes(const quad& t, const Motion& carried, const quad& time);

 private:
  /// Returns the rounding errors of the evaluation in quad: the errors in long double, divided by the ratio of the
  /// precisions. The sample states are within `nearby`, and both precisions represent them exactly.
  std::vector<quad> rounding(const quad& t, const Motion& carried, const Motion& nearby);
  /// Returns the largest acceleration by a single term, in the units of the carried motion, from such rounding errors.
  quad fastest(const std::vector<quad>& rounded) const;

  const Problem& problem_;
  const Parameters& parameters_;
  const Formulation& formulation_;
  Evaluation<quad> in_quad_;
  Evaluation<long double> in_long_;
  std::vector<std::string> names_;
};

}  // namespace plumb
