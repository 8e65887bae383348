#include "problems/mechanisms/mechanism_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>

#include "problems/adapters/with_rotation.hpp"
#include "problems/mbs/beam_nodes.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/momentum_system.hpp"
#include "problems/mbs/natural_scales.hpp"
#include "problems/mbs/redundancy.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mechanisms/beam_vibrations.hpp"
#include "problems/mechanisms/breakpoints.hpp"
#include "problems/mechanisms/driven_motion.hpp"
#include "problems/mechanisms/fit_for_joints.hpp"
#include "problems/mechanisms/mechanism_drawing.hpp"
#include "problems/mechanisms/mechanism_elements.hpp"
#include "problems/mechanisms/motion_limits.hpp"
#include "problems/mechanisms/start_correction.hpp"
#include "problems/registration.hpp"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 4> algebras = {"automatic", "tree", "klu", "dense"};

/// Returns a function that caches mechanisms by their parameters, because the system, the parts and the outputs of a
/// problem all need the mechanism, and creating a mechanism with beams takes some hundredths of a second.
MechanismOf remembering(MechanismOf make) {
  struct Known {
    std::mutex guard;
    std::map<std::string, std::shared_ptr<const mbs::Mechanism>> mechanisms;
  };
  return [make = std::move(make), known = std::make_shared<Known>()](const Parameters& p) {
    constexpr std::size_t most = 32;
    const auto key = p.canonical();
    {
      const std::lock_guard lock(known->guard);
      if (const auto found = known->mechanisms.find(key); found != known->mechanisms.end()) return *found->second;
    }
    const auto made = std::make_shared<const mbs::Mechanism>(make(p));
    const std::lock_guard lock(known->guard);
    if (known->mechanisms.size() >= most) known->mechanisms.clear();
    known->mechanisms.emplace(key, made);
    return *made;
  };
}

template <class T>
mbs::MultibodySystem<T> equations(const mbs::Mechanism& mechanism, const Parameters& p, Form form) {
  const auto algebra = std::ranges::find(algebras, p.text("solver")) - algebras.begin();
  return {mbs::assemble<T>(mechanism), form, chart_of_rotations<T>(p), static_cast<mbs::Algebra>(algebra)};
}

template <class T>
mbs::MomentumSystem<T> equations_in_momenta(const mbs::Mechanism& mechanism, const Parameters& p, Form form) {
  auto origins = p.is("positions", "nodes") ? mbs::beam_nodes<T>(mechanism) : std::vector<mbs::Vector<T>>();
  mbs::MomentumSystem<T> out(equations<T>(mechanism, p, form), chart_of_rotations<T>(p), std::move(origins));
  if (p.is("tangent", "predicted")) out.use_predicted_rotations();
  return out;
}

template <class T>
Configuration<T> start(const mbs::Mechanism& mechanism, const Parameters& p) {
  const auto state = mbs::initial_state(equations<T>(mechanism, p, Form::index1), mechanism.start);
  return {state.q, state.v};
}

template <class T>
Model<T> model(const MechanismOf& mechanism) {
  const auto momenta = [mechanism](const Parameters& p, const Formulation& f, const Configuration<T>& x) {
    auto out = x;
    equations_in_momenta<T>(mechanism(p), p, f.form).momenta(x.q, x.v, out.v);
    return out;
  };
  return {.system =
              [mechanism](const Parameters& p, const Formulation& f) {
                if (!f.momenta_of.empty()) return AnySystem<T>(equations_in_momenta<T>(mechanism(p), p, f.form));
                return AnySystem<T>(equations<T>(mechanism(p), p, f.form));
              },
          .initial =
              [mechanism, momenta](const Parameters& p, const Formulation& f) {
                const auto x = start<T>(mechanism(p), p);
                return f.momenta_of.empty() ? x : momenta(p, f, x);
              },
          .momenta = momenta,
          .velocities =
              [mechanism](const Parameters& p, const Formulation& f, const Configuration<T>& x) {
                auto out = x;
                equations_in_momenta<T>(mechanism(p), p, f.form).velocities(x.q, x.v, out.v);
                return out;
              }};
}

/// Adds the parts of carried sections, whose components follow the components of the bodies.
void add_sections(const mbs::Mechanism& mechanism, int first, std::vector<Part>& to) {
  std::map<std::string, int> elements;
  int k = first;
  for (const auto& element : mechanism.beam_elements) {
    const int number = ++elements[element.beam];
    if (element.rotations == mbs::BeamRotations::relative) continue;
    for (const char* cut : {"first", "second"}) {
      const auto name =
          "the " + std::string(cut) + " section in element " + std::to_string(number) + " of " + element.beam;
      to.push_back({"turn by xi of " + name, PartKind::angle, "rad", {7 * k, 3}, {6 * k, 3}});
      to.push_back({"attitude of " + name, PartKind::rotation, "-", {7 * k + 3, 4}, {6 * k + 3, 3}});
      ++k;
    }
  }
}

Parts parts(const MechanismOf& mechanism) {
  return [mechanism](const Parameters& p) {
    std::vector<Part> out;
    int k = 0;
    for (const auto& body : mechanism(p).bodies) {
      out.push_back({"position of " + body.name, PartKind::translation, "m", {7 * k, 3}, {6 * k, 3}});
      out.push_back({"attitude of " + body.name, PartKind::rotation, "-", {7 * k + 3, 4}, {6 * k + 3, 3}});
      ++k;
    }
    add_sections(mechanism(p), k, out);
    return out;
  };
}

std::vector<Formulation> formulations(const MechanismOf& mechanism, bool has_momenta) {
  const Formulation shared = {
      .name = "",
      .meaning = "centre of mass and unit quaternion of every body, velocity and angular velocity in the body",
      .coordinates = "space",
      .parts = parts(mechanism)};
  auto out = at_every_level(shared);
  for (auto& formulation : projected_formulations(shared)) out.push_back(std::move(formulation));
  if (!has_momenta) return out;
  auto of_momenta = shared;
  of_momenta.name = "momenta-";
  of_momenta.meaning =
      "centre of mass and unit quaternion of every body, momentum and angular momentum about that centre in space";
  of_momenta.coordinates = "momenta";
  of_momenta.momenta_of = shared.coordinates;
  for (auto& formulation : at_every_level(of_momenta))
    if (!is_stabilised(formulation.form)) out.push_back(std::move(formulation));
  return out;
}

/// Returns the function `why_unsupported` of a problem with these formulations: only momentum formulations have matrices
/// with predicted rotations.
auto unsupported_by(const std::vector<Formulation>& all) {
  std::string in_momenta;
  for (const auto& formulation : all)
    if (!formulation.momenta_of.empty()) in_momenta += " " + formulation.name;
  return [in_momenta](const Parameters& p, const Formulation& formulation) -> std::string {
    if (!p.is("tangent", "predicted") || !formulation.momenta_of.empty()) return {};
    return "tangent=predicted is fit for:" + in_momenta + "; choose one of these formulations, or tangent=exact";
  };
}

// Returns the reason why a reference in quad is not affordable; empty if it is. The time grows with the square of the
// number of bodies; the number of steps for a stiff motion grows with the number of its vibrations.
std::string why_not_in_quad(const mbs::Mechanism& mechanism) {
  for (const auto& element : mechanism.beam_elements)
    if (element.rotations == mbs::BeamRotations::incremental)
      return "beams with incremental rotations have no equations of second order, which references in quad need";
  constexpr std::size_t most_bodies = 32;
  constexpr double most_vibrations = 1e4;
  if (const double w = fastest_vibration(mechanism); w > most_vibrations)
    return "beam vibrations at up to " + std::to_string(static_cast<long>(w)) +
           " rad/s take too long to compute in quad; the limit is 10000 rad/s";
  if (mechanism.bodies.size() <= most_bodies) return {};
  return "a reference for more than " + std::to_string(most_bodies) + " bodies takes too long to compute in quad";
}

std::string why_not_smooth(const mbs::Mechanism& mechanism) {
  for (const auto& friction : mechanism.frictions)
    if (friction.coefficient.in<double>() != 0)
      return "the friction of '" + friction.name + "' is not smooth, so there is no certified reference";
  return {};
}

// Returns the reason why there is no reference. With `refines`, the file allows a reference with fewer digits if 20 are
// not affordable; this reference takes minutes, so it is computed only if the file allows it.
std::string why_no_reference(const mbs::Mechanism& mechanism, bool refines) {
  const auto rough = why_not_smooth(mechanism);
  if (refines || !rough.empty()) return rough;
  const auto why = why_not_in_quad(mechanism);
  return why.empty() ? why : why + "; fewer digits are computed for files with reference = \"refined\"";
}

Reference reference_of(const MechanismOf& mechanism, const mbs::Mechanism& standard, bool refines) {
  Reference out{.formulation = "index1",
                .none = [mechanism, refines](const Parameters& p) { return why_no_reference(mechanism(p), refines); },
                .none_of_few_digits = [mechanism](const Parameters& p) { return why_not_smooth(mechanism(p)); }};
  if (is_driven(standard)) out.solved = [mechanism](const Parameters& p) { return driven_motion(mechanism(p)); };
  return out;
}

std::vector<Output> outputs(const mbs::Mechanism& mechanism) {
  std::vector<Output> out;
  for (const auto& output : mechanism.outputs)
    out.push_back({.name = output.name, .unit = output.unit, .meaning = output.meaning, .wraps = mbs::wraps(output)});
  return out;
}

ParameterSpec solver_parameter() {
  return {.name = "solver",
          .default_value = std::string(algebras.front()),
          .unit = "-",
          .meaning =
              "linear algebra: tree: block elimination; klu: KLU (in double only, otherwise tree); dense; automatic: "
              "chosen by the mechanism",
          .choices = "automatic|tree|klu|dense",
          .numerical = true};
}

struct MechanismCheck {
  MechanismProblem of;

  /// Assembles the mechanism for the parameters; throws for mistakes that only the assembly detects.
  void operator()(const Parameters& p) const {
    const auto mechanism = of.mechanism(p);
    try {
      mbs::require_sound(mechanism);
      if (of.has_momenta) require_momenta(mechanism, p);
      const auto system = equations<double>(mechanism, p, Form::index1);
      require_axes_alike(mechanism, system);
      const auto state = mbs::initial_state(system, mechanism.start);
      if (mechanism.start == mbs::Start::correct) require_small_correction(mechanism, system, state);
    } catch (const mbs::MechanismMistake& e) {
      throw RefusedMechanism(of.located(e));
    }
  }
  static void require_momenta(const mbs::Mechanism& mechanism, const Parameters& p) {
    try {
      equations_in_momenta<double>(mechanism, p, Form::index1);
    } catch (const std::invalid_argument& e) {
      throw mbs::MechanismMistake(Mistake::contradiction, "mechanism", e.what());
    }
  }
};

std::string corrected_start(const mbs::Mechanism& mechanism, const Parameters& p) {
  if (mechanism.start != mbs::Start::correct) return {};
  const auto system = equations<double>(mechanism, p, Form::index1);
  return correction_in_words(mechanism, system, mbs::initial_state(system, mechanism.start));
}

std::string frictions_of(const mbs::Mechanism& mechanism) {
  std::string out;
  const auto add = [&out](const std::string& name, const ExactNumber& size) {
    if (size.in<double>() != 0) out += (out.empty() ? "'" : ", '") + name + "'";
  };
  for (const auto& spring : mechanism.rotational_springs) add(spring.name, spring.friction.size);
  for (const auto& spring : mechanism.translational_springs) add(spring.name, spring.friction.size);
  for (const auto& friction : mechanism.frictions) add(friction.name, friction.coefficient);
  return out;
}

std::optional<UsageError> refusal_of_joint_coordinates(const MechanismProblem& definition, const Problem& problem) {
  const auto mechanism = definition.mechanism(Parameters(problem.parameters, {}));
  auto obstacle = mbs::obstacle_to_joint_coordinates(mechanism);
  if (!obstacle && is_driven(mechanism)) obstacle = {"mechanism", "its joints leave no degree of freedom"};
  if (!obstacle) return {};
  std::string known;
  for (const auto& formulation : problem.formulations) known += (known.empty() ? "" : ", ") + formulation.name;
  const auto message =
      "no formulation 'ode' in the coordinates of joints: " + obstacle->why + "; this mechanism has " + known;
  return definition.located({Mistake::unknown_name, obstacle->item, message});
}

MechanismFacts facts_of(const MechanismProblem& problem) {
  const auto of = std::make_shared<const MechanismProblem>(problem);
  return {
      .corrected_start = [of](const Parameters& p) { return corrected_start(of->mechanism(p), p); },
      .remarks = of->remarks,
      .frictions = [of](const Parameters& p) { return frictions_of(of->mechanism(p)); },
      .natural_length =
          [of](const Parameters& p) { return mbs::NaturalScales(mbs::assemble<double>(of->mechanism(p))).length(); },
      .why_refined = [of](const Parameters& p) { return of->refines ? why_not_in_quad(of->mechanism(p)) : ""; },
      .refusal_of_joint_coordinates =
          [of](const Problem& requested) { return refusal_of_joint_coordinates(*of, requested); },
      .elements = [of](const Parameters& p) { return elements_by_kind(of->mechanism(p)); }};
}

}  // namespace

Problem mechanism_problem(const MechanismProblem& original) {
  auto of = original;
  of.mechanism = remembering(original.mechanism);
  auto parameters = of.parameters;
  parameters.push_back(retraction_parameter());
  parameters.push_back(solver_parameter());
  const auto standard = of.mechanism(Parameters(parameters, {}));
  const auto& mechanism = of.mechanism;
  const auto known = formulations(mechanism, of.has_momenta);
  return {.name = of.name,
          .title = of.title,
          .source = of.source,
          .t_begin = of.t_begin,
          .t_end = of.t_end,
          .parameters = parameters,
          .formulations = known,
          .outputs = outputs(standard),
          .invariants = "energy, where no driver, friction, damper, load or beam does work",
          .in_double = model<double>(mechanism),
          .in_long = model<long double>(mechanism),
          .in_quad = model<quad>(mechanism),
          .check = MechanismCheck{of},
          .reference = reference_of(mechanism, standard, of.refines),
          .breakpoints = [mechanism](const Parameters& p) { return mbs::breakpoints_of(mechanism(p)); },
          .limits = [mechanism](const Parameters& p, const Formulation& f) { return motion_limits(mechanism(p), f); },
          .why_unsupported = unsupported_by(known),
          .mechanism = facts_of(of),
          .drawing = mechanism_drawing(mechanism)};
}

Problem mechanism_problem(const MechanismText& text) {
  return mechanism_problem(MechanismProblem{.name = text.name,
                                            .title = text.title,
                                            .source = text.source,
                                            .t_begin = text.t_begin,
                                            .t_end = text.t_end,
                                            .remarks = text.remarks,
                                            .has_momenta = text.has_momenta,
                                            .refines = text.refines,
                                            .parameters = text.parameters,
                                            .mechanism = text.mechanism,
                                            .located = text.located});
}

}  // namespace plumb
