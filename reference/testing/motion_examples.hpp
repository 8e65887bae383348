#pragma once
// Motions for the tests of references: one for every case that a closed form distinguishes. Their equations of motion
// are implemented here independently of the closed forms and of `problems/`.

#include "problems/catalogue.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "reference/refined_routes.hpp"
#include "reference/sampled_motion.hpp"
#include "reference/solution.hpp"

namespace plumb {

using Overrides = std::map<std::string, std::string>;

inline Parameters parameters_of(std::string_view problem, const Overrides& overrides) {
  return Parameters(catalogued_problem(problem).parameters, overrides);
}

inline ExactMotion exact_motion(std::string_view problem, const Overrides& overrides) {
  return [known = solution(catalogued_problem(problem), parameters_of(problem, overrides))](const quad& t) {
    return known->carried(t);
  };
}

template <class T>
Acceleration<T> pendulum_equation(const Parameters& p) {
  using std::cos;
  const T ratio = p.number<T>("gravity") / p.number<T>("length");
  return [=](const T&, const Vec<T>& q, const Vec<T>&, Vec<T>& a) { a[0] = -ratio * cos(q[0]); };
}

template <class T>
Acceleration<T> oscillator_equation(const Parameters& p) {
  using std::sin;
  const T w = p.number<T>("omega"), xi = p.number<T>("damping");
  const T size = p.number<T>("amplitude"), wf = p.number<T>("frequency");
  return [=](const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) {
    a[0] = size * sin(wf * t) - 2 * xi * w * v[0] - w * w * q[0];
  };
}

// Lagrange's equations of the spinning top: the momenta p = M(theta) (phi', psi') are constant, and
// I theta'' = dL/dtheta.
template <class T>
Acceleration<T> spinning_top_equation(const Parameters& p) {
  using std::sin, std::cos;
  const T transverse = p.number<T>("moment_transverse"), axial = p.number<T>("moment_axial");
  const T weight = p.number<T>("mass") * p.number<T>("gravity") * p.number<T>("length");
  return [=](const T&, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) {
    const T s = sin(q[1]), c = cos(q[1]);
    const T m11 = transverse * s * s + axial * c * c, m12 = axial * c, m22 = axial;
    const T d11 = 2 * (transverse - axial) * s * c * v[1], d12 = -axial * s * v[1];  // derivatives dM/dt
    const T r1 = -d11 * v[0] - d12 * v[2], r2 = -d12 * v[0];
    const T det = transverse * axial * s * s;
    a[0] = (m22 * r1 - m12 * r2) / det;
    a[2] = (m11 * r2 - m12 * r1) / det;
    a[1] = ((transverse - axial) * s * c * v[0] * v[0] - axial * s * v[0] * v[2] + weight * s) / transverse;
  };
}

struct MotionExample {
  std::string name;
  std::string_view problem;
  Overrides overrides;
  double rate = 4;               // highest frequency of the motion, approximately [rad/s]
  int extrapolated_digits = 25;  // number of digits that extrapolation in quad keeps for 10 s

  Parameters parameters() const { return parameters_of(problem, overrides); }
  ExactMotion exact() const { return exact_motion(problem, overrides); }
  template <class T>
  Acceleration<T> equation() const {
    const auto p = parameters();
    return problem == "pendulum"     ? pendulum_equation<T>(p)
           : problem == "oscillator" ? oscillator_equation<T>(p)
                                     : spinning_top_equation<T>(p);
  }
};

inline const std::vector<MotionExample>& motion_examples() {
  static const std::vector<MotionExample> all = {
      {"pendulum", "pendulum", {}},
      {"pendulum_small_swing", "pendulum", {{"angle", "-1.57"}, {"rate", "0.001"}}},
      {"pendulum_swing_from_any_state", "pendulum", {{"angle", "2.3"}, {"rate", "-1.5"}, {"length", "0.7"}}},
      {"pendulum_turning", "pendulum", {{"angle", "0.4"}, {"rate", "9"}}, 12},
      {"pendulum_turning_backwards", "pendulum", {{"angle", "-5"}, {"rate", "-7.5"}}, 12},
      {"pendulum_fast", "pendulum", {{"angle", "1"}, {"rate", "40"}}, 45},
      {"pendulum_below_separatrix", "pendulum", {{"length", "9.81"}, {"angle", "-pi/2"}, {"rate", "1.999999"}}},
      {"pendulum_above_separatrix", "pendulum", {{"length", "9.81"}, {"angle", "-pi/2"}, {"rate", "-2.000001"}}},
      {"oscillator", "oscillator", {}},
      {"oscillator_steady_damped", "oscillator", {{"damping", "0.3"}, {"frequency", "1.7"}}},
      {"oscillator_free", "oscillator", {{"amplitude", "0"}, {"start", "given"}, {"position", "1"}, {"omega", "3"}}},
      {"oscillator_underdamped",
       "oscillator",
       {{"damping", "0.05"}, {"frequency", "2"}, {"start", "given"}, {"velocity", "1"}}},
      {"oscillator_critical",
       "oscillator",
       {{"damping", "1"}, {"start", "given"}, {"position", "1"}, {"frequency", "3"}}},
      {"oscillator_nearly_critical", "oscillator", {{"damping", "1.00000001"}, {"start", "given"}, {"position", "1"}}},
      {"oscillator_overdamped",
       "oscillator",
       {{"damping", "4"}, {"start", "given"}, {"position", "1"}, {"velocity", "-2"}}},
      {"oscillator_resonance", "oscillator", {{"frequency", "1"}, {"start", "given"}}},
      {"oscillator_near_resonance",
       "oscillator",
       {{"frequency", "1.0000000001"}, {"start", "given"}, {"velocity", "1"}}},
      {"spinning_top", "spinning-top", {}, 60},
      {"spinning_top_looping", "spinning-top", {{"precession", "-3"}, {"nutation", "2"}, {"tilt", "1"}}, 60},
      {"spinning_top_hanging",
       "spinning-top",
       {{"tilt", "2.5"}, {"precession", "7"}, {"nutation", "-3"}, {"spin", "2"}},
       200},
      {"spinning_top_weightless", "spinning-top", {{"gravity", "0"}, {"nutation", "4"}, {"spin", "5"}}, 30},
      // The Euler angles turn quickly past the vertical. Rounding there leaves 24.5 digits, whatever the tolerance is.
      {"spinning_top_near_vertical", "spinning-top", {{"tilt", "0.02"}, {"precession", "1"}, {"spin", "3"}}, 40, 24},
  };
  return all;
}

/// Returns the names of the problems whose reference has at least 20 correct digits, that is, is not refined
/// (refined_motion.hpp).
inline std::vector<std::string> with_reference() {
  std::vector<std::string> names;
  for (const auto& problem : problems())
    if (has_reference(problem) && !is_refined(problem, Parameters(problem.parameters, {})))
      names.push_back(problem.name);
  return names;
}

}  // namespace plumb
