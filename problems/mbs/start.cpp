#include "problems/mbs/start.hpp"

#include <sstream>

#include "numerics/binary_scale.hpp"
#include "numerics/each_scalar.hpp"
#include "problems/mbs/element_sections.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/natural_scales.hpp"

namespace plumb::mbs {
namespace {

template <class T>
class Beginning {
 public:
  explicit Beginning(const MultibodySystem<T>& of)
      : s(of),
        x(zero_state(of)),
        scales(of.assembly()),
        factors(of.template factors<T>()),
        gap(x.lambda),
        step(x.v),
        multipliers(x.lambda) {
    x.q = of.assembly().q;
    x.v = of.assembly().v;
  }

  T position_gap() {
    s.constraint(begin(), x.q, gap);
    return largest();
  }
  T velocity_gap() {
    s.constraint_rate(begin(), x.q, x.v, gap);
    return largest();
  }
  bool satisfies_positions() {
    position_gap();
    return relative_gap() <= rounding() * size_of_positions();
  }
  bool satisfies_velocities() {
    velocity_gap();
    const T size = relative(x.v, of_displacement());
    return relative_gap() <= rounding() * size_of_positions() * (T(binary_scale(static_cast<double>(size))) + size);
  }

  void correct_positions() {
    constexpr int most = 100;
    for (int i = 0; i < most && !satisfies_positions(); ++i) {
      move();
      const auto q = x.q;
      s.retract(q, step, x.q);
    }
    if (!satisfies_positions())
      refuse("position",
             "cannot be corrected, because no configuration near it satisfies all constraints: still violated");
  }
  void correct_velocities() {
    constexpr int most = 3;  // the equations are linear, so one correction suffices up to rounding
    for (int i = 0; i < most && !satisfies_velocities(); ++i) {
      move();
      x.v += step;
    }
    if (!satisfies_velocities())
      refuse("velocity", "cannot be corrected, because no velocity satisfies all constraints: still violated");
  }

  // The constraint sin(θ − f) = 0 of a driver (assembly.cpp) also holds at θ = f + π, where the motion would not follow
  // the driver. Throws in this case.
  void require_angles_of_drivers() const {
    using std::cos;
    for (const auto& driver : s.assembly().drivers) {
      if (driver.of_rate) continue;
      const T begins = driver.value.at(begin()).value;
      if (driver.coordinate != Coordinate::rotation || cos(angle(driver.joint, x.q) - begins) > T(0)) continue;
      throw MechanismMistake(contradiction, item("driver", driver.name),
                             "inconsistent initial values: the angle is " +
                                 in_words(angle(driver.joint, s.assembly().q)) + " rad, and the driver begins at " +
                                 in_words(begins) + " rad; only differences below pi/2 are corrected");
    }
  }

  // Throws an error that names the joint or driver with the largest component of `gap`.
  [[noreturn]] void refuse(std::string_view level, std::string_view verb) const {
    Eigen::Index row = 0;
    const T violation = gap.cwiseAbs().maxCoeff(&row);
    const Tie<T>* violated = nullptr;
    for (const auto& tie : s.assembly().ties)
      if (row >= tie.row && row < tie.row + tie.rows()) violated = &tie;
    throw MechanismMistake(contradiction, violated->owner,
                           "inconsistent initial values: " + std::string(level) + " level (" + violated->rule + ") " +
                               std::string(verb) + " by " + in_words(violation));
  }

  /// Sets x to the state of rest in which the forces at the initial time balance. Gravity and loads are increased in
  /// steps from zero.
  void settle() {
    x.v.setZero();
    T reached = 0, more = 1;
    constexpr double least = 1. / 1024;
    while (reached < T(1)) {
      const T load = std::min(T(reached + more), T(1));
      const auto before = x;
      if (balance(MultibodySystem<T>(under_part_of(s.assembly(), load), Form::index3))) {
        reached = load;
        more *= 2;
        continue;
      }
      x = before;
      more /= 2;
      if (more < T(least))
        throw MechanismMistake(contradiction, "mechanism",
                               "no initial equilibrium was found: Newton's iteration fails at " + in_words(reached) +
                                   " of the loads. Perhaps a body can move without a restoring force");
    }
  }

  const MultibodySystem<T>& s;
  typename MultibodySystem<T>::State x;

 private:
  static Assembly<T> under_part_of(Assembly<T> parts, const T& load) {
    parts.gravity *= load;
    for (auto& force : parts.forces)
      if (auto* applied = std::get_if<AppliedForce<T>>(&force.law)) applied->vector *= load;
    return parts;
  }

  // Solves f − Gᵀλ = 0, Φ = 0 by Newton's iteration, with steps of less than half a radian. Returns false if it does
  // not converge.
  bool balance(const MultibodySystem<T>& loaded) {
    constexpr int most = 60;
    T last = std::numeric_limits<T>::infinity();
    Vec<T> reaction = step;
    for (int i = 0; i < most; ++i) {
      loaded.force(begin(), x.q, x.v, step);
      loaded.reaction(begin(), x.q, x.lambda, reaction);
      step -= reaction;
      loaded.constraint(begin(), x.q, gap);
      multipliers = -gap;
      if (!loaded.factor(factors, {begin(), x}, Blend<T>{.stiffness = 1})) return false;
      loaded.solve(factors, step, multipliers);
      const T size = relative(step, of_displacement());
      if (!(size < T(1e6))) return false;  // NaN included
      if (size > T(0.5)) {
        step *= T(0.5) / size;
        multipliers *= T(0.5) / size;
      }
      const auto q = x.q;
      s.retract(q, step, x.q);
      x.lambda += multipliers;
      if (size <= rounding() * size_of_positions() || (size < T(1e-10) && size >= last / 2)) return true;
      last = size;
    }
    return false;
  }

  static std::string in_words(const T& number) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.precision(3);
    text << static_cast<double>(number);
    return text.str();
  }

  // Returns the angle of the second body of a joint relative to the first [rad].
  T angle(int joint, const Vec<T>& q) const {
    using std::atan2;
    const auto& of = s.assembly().joints[static_cast<std::size_t>(joint)];
    const auto turned = [&](int body, const Matrix<T>& axes) {
      return body == on_ground ? axes : Matrix<T>(so3::matrix(quaternion(q, body)) * axes);
    };
    const Matrix<T> first = turned(of.first, of.on_first.axes), second = turned(of.second, of.on_second.axes);
    return atan2(T(first.col(1).dot(second.col(0))), T(first.col(0).dot(second.col(0))));
  }

  // Solves M w + Gᵀ μ = 0, G w = −gap.
  void move() {
    if (!s.factor(factors, {begin(), x}, Blend<T>{.mass = 1}))
      throw std::invalid_argument("inconsistent initial values: the constraints are singular there");
    clear(step);
    multipliers = -gap;
    s.solve(factors, step, multipliers);
  }
  const T& begin() const { return s.assembly().begin; }
  T largest() const { return gap.size() == 0 ? T(0) : T(gap.cwiseAbs().maxCoeff()); }
  // Returns the largest component in its unit, so that tests do not depend on the units of the description.
  template <class Unit>
  static T relative(const Vec<T>& x, Unit unit) {
    using std::abs;
    T out = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const T size = abs(x[i]) / T(unit(static_cast<int>(i)));
      if (!(size <= out)) out = size;  // NaN included
    }
    return out;
  }
  auto of_displacement() const {
    return [this](int i) { return scales.unit_of_displacement(i); };
  }
  T relative_gap() const {
    return relative(gap, [this](int k) { return scales.unit_of_constraint(k); });
  }
  T size_of_positions() const {
    return 1 + relative(x.q, [this](int i) { return scales.unit_of_coordinate(i); });
  }
  static T rounding() { return 64 * std::numeric_limits<T>::epsilon(); }

  NaturalScales scales;
  MultibodyFactors<T, T> factors;
  Vec<T> gap, step, multipliers;
};

}  // namespace

namespace {

template <class T>
InitialState<T> state_of_bodies(const MultibodySystem<T>& system, Start start) {
  Beginning<T> at(system);
  InitialState<T> out;
  if (start == Start::equilibrium) at.settle();
  if (!at.satisfies_positions()) {
    out.position_gap = at.position_gap();
    if (start == Start::refuse) at.refuse("position", "violated");
    at.correct_positions();
  }
  at.require_angles_of_drivers();
  if (!at.satisfies_velocities()) {
    out.velocity_gap = at.velocity_gap();
    if (start == Start::refuse) at.refuse("velocity", "violated");
    at.correct_velocities();
  }
  out.q = at.x.q;
  out.v = at.x.v;
  return out;
}

}  // namespace

// Computes the state of the mechanism with relative rotations, which has the same initial state, and then adds the
// carried sections.
template <class T>
InitialState<T> initial_state(const MultibodySystem<T>& system, Start start) {
  const auto& parts = system.assembly();
  if (parts.sections.empty()) return state_of_bodies(system, start);
  auto out = state_of_bodies(MultibodySystem<T>(with_relative_rotations(parts), system.form()), start);
  out.q.conservativeResize(7 * parts.places());
  out.v.conservativeResize(6 * parts.places());
  begin_sections(parts, out.q, out.v);
  return out;
}

#define PLUMB_INSTANTIATE(T) template InitialState<T> initial_state(const MultibodySystem<T>&, Start);
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
