#pragma once
// A problem: a physical system with its data, formulations, outputs, invariants, reference and origin.
//
// A problem's folder exports one `Problem`; `problems/catalogue.cpp` lists them.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract/erasure.hpp"
#include "contract/parameters.hpp"
#include "problems/consistency.hpp"
#include "problems/drawing.hpp"
#include "problems/hidden_variation.hpp"
#include "problems/mechanism_facts.hpp"
#include "problems/motion.hpp"
#include "problems/parts.hpp"

namespace plumb {

struct Output {
  std::string name, unit, meaning;
  std::string sized_as = {};  // output whose scale is used for relative errors if this output is 0 on the exact motion
  bool wraps = false;         // true: an angle between −π and π, whose differences are computed modulo 2π
};

struct Derivation;

/// One set of equations of a problem. `projects_*`: the state is projected onto the constraints after every step.
struct Formulation {
  std::string name;
  std::string meaning;
  Form form = Form::ode;
  bool projects_positions = false, projects_velocities = false;
  bool settles = false;                 // whether the system settles the state after every step (contract/system.hpp)
  std::vector<Output> invariants = {};  // invariants in addition to the energy
  std::string coordinates = {};         // name of the coordinates q and v: formulations with equal names share them
  Parts parts = {};                     // function that returns the parts of q and v for given data
  std::string momenta_of = {};          // coordinates of the velocities, if v are momenta; empty: no momenta
  /// The derivation of these equations from a listed formulation, a formulation that the problem itself defines
  /// (derived_formulations.hpp). Null: this formulation is listed.
  std::shared_ptr<const Derivation> derivation = {};

  /// The keyword by which methods list their supported formulations: the form; `projected` if the state is changed
  /// after every step, which not all methods with a history tolerate; or `momenta` if v are momenta.
  std::string_view family() const {
    if (!momenta_of.empty()) return "momenta";
    return projects_positions ? "projected" : plumb::name(form);
  }
};

/// Equations that are derived from a listed formulation, in the same way for every problem.
struct Derivation {
  /// A function that returns the equations of the listed formulation with the constraints imposed at the level of
  /// `Form`.
  template <class T>
  using AtLevel = std::function<AnySystem<T>(Form)>;

  const Formulation& of;         // the listed formulation; a member of the problem, which outlives this object
  std::string name, parameters;  // name and parameters: "baumgarte", "alpha=5,beta=5"
  /// True: the multipliers that methods compute are auxiliary, not λ; they vanish on the exact motion. The a and λ of a
  /// state are then computed from its q and v, by the index-1 equations of `of`.
  bool has_own_multipliers = false;
  /// True: Runge-Kutta methods solve these equations as an ordinary differential equation, whatever the form. Their
  /// orders are then the orders for index 1.
  bool is_ordinary = false;
  std::function<AnySystem<double>(const AtLevel<double>&)> in_double;
  std::function<AnySystem<long double>(const AtLevel<long double>&)> in_long;
  std::function<AnySystem<quad>(const AtLevel<quad>&)> in_quad;

  template <class T>
  AnySystem<T> system(const AtLevel<T>& at_level) const {
    if constexpr (std::is_same_v<T, double>)
      return in_double(at_level);
    else if constexpr (std::is_same_v<T, long double>)
      return in_long(at_level);
    else
      return in_quad(at_level);
  }
};

/// Returns the listed formulation from which a formulation is derived, or the formulation itself if it is listed.
inline const Formulation& listed(const Formulation& formulation) {
  return formulation.derivation ? formulation.derivation->of : formulation;
}

/// Returns whether the multipliers of methods are other multipliers than λ of the equations of motion.
inline bool has_own_multipliers(const Formulation& formulation) {
  return formulation.derivation && formulation.derivation->has_own_multipliers;
}

/// Creates the equations of any formulation, by means of a function that creates the equations of listed formulations.
template <class T>
class SystemMaker {
 public:
  using Make = std::function<AnySystem<T>(const Parameters&, const Formulation&)>;

  SystemMaker() = default;
  template <class F>
  requires(!std::same_as<F, SystemMaker> && std::constructible_from<Make, F>) SystemMaker(F make)
      : make_(std::move(make)) {}

  AnySystem<T> operator()(const Parameters& data, const Formulation& formulation) const {
    if constexpr (!contract::moves_alone<T>)
      if (formulation.derivation)
        return formulation.derivation->system<T>([&](Form form) {
          auto at_level = formulation.derivation->of;
          at_level.form = form;
          return make_(data, at_level);
        });
    return make_(data, formulation);
  }

 private:
  Make make_;
};

/// A time at which the motion is not smooth.
struct Breakpoint {
  quad time;       // time of the discontinuity [s]
  int derivative;  // lowest derivative of q with a possible jump: 2 for accelerations
};

/// The parts of a problem in one working precision; `parameters` are complete and valid.
template <class T>
struct Model {
  SystemMaker<T> system;
  /// The initial state, at the problem's `t_begin`, in the coordinates of a formulation.
  std::function<Configuration<T>(const Parameters&, const Formulation&)> initial;
  /// Converts a state in minimal coordinates (of the formulation with the form `ode`) at time t to the coordinates of a
  /// formulation. It is unset if no formulation has minimal coordinates, or if all formulations have the same
  /// coordinates.
  std::function<Configuration<T>(const Parameters&, const Formulation&, const T& t, const Configuration<T>&)> embed =
      {};
  /// Converts a state with velocities to a state with the momenta of a formulation; unset if none has momenta.
  std::function<Configuration<T>(const Parameters&, const Formulation&, const Configuration<T>&)> momenta = {};
  /// The inverse of `momenta`.
  std::function<Configuration<T>(const Parameters&, const Formulation&, const Configuration<T>&)> velocities = {};
};

/// Limits of the motion, for example of joint coordinates. They are not enforced: a run reports if they are exceeded.
struct MotionLimits {
  std::vector<std::string> names = {};  // descriptions, one for each limit
  /// Sets passed[i] to whether q exceeds the limit i.
  std::function<void(const Vec<double>& q, std::vector<bool>& passed)> at = {};
};

struct Problem;

/// The source of the reference solution, from which errors are computed.
struct Reference {
  /// Another problem with the same motion, whose reference is used; it must outlive this problem. Null: none.
  const Problem* of = nullptr;
  /// The formulation that defines the coordinates of the motion; empty: the formulation with the form `ode`.
  std::string formulation = {};
  /// The exact motion in these coordinates; throws std::invalid_argument for data without a closed form.
  std::function<ExactMotion(const Parameters&)> closed_form = {};
  /// The exact motion by solving nonlinear equations. If neither closed_form nor `solved` is set, the reference is
  /// integrated numerically.
  std::function<SolvedMotion(const Parameters&)> solved = {};
  /// Returns the reason why there is no reference for these data; empty if there is one.
  std::function<std::string(const Parameters&)> none = [](const Parameters&) { return std::string(); };
  /// Returns the reason why not even a quick reference can be computed (quick_routes.hpp); empty if it can.
  std::function<std::string(const Parameters&)> none_of_few_digits = [](const Parameters&) { return std::string(); };
};

struct Problem {
  std::string name, title, source;
  std::string t_begin = "0";  // time of the initial state [s]
  std::string t_end;          // default end time [s]
  std::vector<ParameterSpec> parameters;
  std::vector<Formulation> formulations;  // formulations, starting with the default
  std::vector<Output> outputs;
  std::string invariants;  // description of the invariants
  Model<double> in_double;
  Model<long double> in_long;
  Model<quad> in_quad;
  /// The equations of a formulation in double-doubles, for one of the reference integrations. If unset, this
  /// integration uses the equations in quad.
  std::function<AnySystem<double_double>(const Parameters&, const Formulation&)> in_double_double = {};
  /// Throws std::invalid_argument if individually valid parameter values are inconsistent with each other.
  std::function<void(const Parameters&)> check = [](const Parameters&) {};
  Reference reference = {};
  /// The times at which the functions of drivers and forces change segments, after the initial time, in order.
  std::function<std::vector<Breakpoint>(const Parameters&)> breakpoints = [](const Parameters&) {
    return std::vector<Breakpoint>();
  };
  /// The limits in the coordinates of a formulation.
  std::function<MotionLimits(const Parameters&, const Formulation&)> limits =
      [](const Parameters&, const Formulation&) { return MotionLimits(); };
  /// Returns the reason why a formulation does not support these data; empty if it does. Runs then end as unsupported.
  std::function<std::string(const Parameters&, const Formulation&)> why_unsupported =
      [](const Parameters&, const Formulation&) { return std::string(); };
  /// Returns a function that detects variation of the equations between samples, with times counted from the initial
  /// time; empty unless the equations are formulas of a file. Only one thread at a time may call this function.
  std::function<HiddenVariation(const Parameters&)> hidden_variation = [](const Parameters&) {
    return HiddenVariation();
  };
  /// The description of the mechanism; empty if the problem is none.
  std::optional<MechanismFacts> mechanism = {};
  /// Data for tests: nothing is zero or symmetric, so that a wrong term is detected.
  std::map<std::string, std::string> general_data = {};
  /// The picture of the motion; none if `strokes` is empty.
  MotionDrawing drawing = {};

  template <class T>
  T begin() const {
    return number_from_text<T>(t_begin);
  }
  /// The default duration, from the initial time to the horizon [s].
  double usual_duration() const { return number_from_text<double>(t_end) - begin<double>(); }
  template <class T>
  const Model<T>& in() const {
    if constexpr (std::is_same_v<T, double>)
      return in_double;
    else if constexpr (std::is_same_v<T, long double>)
      return in_long;
    else
      return in_quad;
  }
  const Formulation* formulation(std::string_view requested) const {
    for (const auto& f : formulations)
      if (f.name == requested) return &f;
    return nullptr;
  }
  /// The formulation in minimal coordinates, with the form `ode`. It has no constraints, but its coordinates need not be
  /// a vector space. Null if there is none.
  const Formulation* minimal() const {
    for (const auto& f : formulations)
      if (f.form == Form::ode) return &f;
    return nullptr;
  }
};

/// Returns the description of changed initial values (MechanismFacts::corrected_start); empty if there are none.
inline std::string corrected_start(const Problem& problem, const Parameters& parameters) {
  return problem.mechanism ? problem.mechanism->corrected_start(parameters) : std::string();
}

/// The initial state of a formulation, completed with accelerations and multipliers (index 1); empty if these do not
/// exist.
template <class T>
std::optional<typename AnySystem<T>::State> completed_start(const Problem& problem, const Parameters& parameters,
                                                            const Formulation& formulation, AnySystem<T>& system) {
  const auto start = problem.in<T>().initial(parameters, formulation);
  auto x = zero_state(system);
  x.q = start.q;
  x.v = start.v;
  if (!system.acceleration(problem.begin<T>(), x.q, x.v, x.a, x.lambda)) return {};
  return x;
}

/// Returns completed_start(). Throws std::invalid_argument if it is empty, or if it violates the constraints at any
/// level.
template <class T>
typename AnySystem<T>::State initial_state(const Problem& problem, const Parameters& parameters,
                                           const Formulation& formulation, AnySystem<T>& system) {
  const auto x = completed_start(problem, parameters, formulation, system);
  if (!x)
    throw std::invalid_argument(
        "inconsistent initial values: no acceleration, mass and constraints are singular there");
  require_consistent(system, problem.begin<T>(), *x);
  return *x;
}

/// Checks the initial state as initial_state() does, in quad. The result is cached for each problem, data and
/// formulation, so repeated calls throw the same exception. Thread-safe.
void require_consistent_start(const Problem& problem, const Parameters& parameters, const Formulation& formulation);

}  // namespace plumb
