#include "python/module/step_system.hpp"

#include <fmt/format.h>

#include <map>

#include "python/module/signature.hpp"
#include "text/exit_codes.hpp"

namespace plumb::python {
namespace {

/// Returns the weight of a blend that has this name; throws UsageError if it does not exist.
double& weight_named(plumb_blend& blend, const std::string& name) {
  static const std::map<std::string, double plumb_blend::*> known = {{"mass", &plumb_blend::mass},
                                                                     {"damping", &plumb_blend::damping},
                                                                     {"stiffness", &plumb_blend::stiffness},
                                                                     {"identity", &plumb_blend::identity},
                                                                     {"jacobian", &plumb_blend::jacobian},
                                                                     {"position", &plumb_blend::position},
                                                                     {"rate", &plumb_blend::rate},
                                                                     {"by_v", &plumb_blend::by_v},
                                                                     {"by_q", &plumb_blend::by_q}};
  const auto found = known.find(name);
  if (found == known.end()) throw UsageError("factor: unknown weight '" + name + "'");
  return blend.*found->second;
}

}  // namespace

const plumb_system& StepSystem::table() const {
  if (!s) throw UsageError("this system is that of a step that has ended");
  return *s;
}

void StepSystem::require(int status, const char* function) const {
  if (status != PLUMB_OK) throw StepFailed(status, fmt::format("{} of the system", function));
}

py::tuple StepSystem::acceleration(double t, const Array& q, const Array& v) const {
  const auto& p = table();
  auto a = new_array(p.nv), lam = new_array(p.nl);
  require(p.acceleration(s, t, numbers_of(q, p.nq, "q").data(), numbers_of(v, p.nv, "v").data(), a.mutable_data(),
                         lam.mutable_data()),
          "acceleration");
  return py::make_tuple(a, lam);
}

Array StepSystem::force(double t, const Array& q, const Array& v) const {
  const auto& p = table();
  auto out = new_array(p.nv);
  require(p.force(s, t, numbers_of(q, p.nq, "q").data(), numbers_of(v, p.nv, "v").data(), out.mutable_data()), "force");
  return out;
}

Array StepSystem::momentum(const Array& q, const Array& v) const {
  const auto& p = table();
  auto out = new_array(p.nv);
  require(p.momentum(s, numbers_of(q, p.nq, "q").data(), numbers_of(v, p.nv, "v").data(), out.mutable_data()),
          "momentum");
  return out;
}

Array StepSystem::reaction(double t, const Array& q, const Array& lam) const {
  const auto& p = table();
  auto out = new_array(p.nv);
  require(p.reaction(s, t, numbers_of(q, p.nq, "q").data(), numbers_of(lam, p.nl, "lam").data(), out.mutable_data()),
          "reaction");
  return out;
}

py::tuple StepSystem::mass_solve(double t, const Array& q, const Array& w, const Array& e) const {
  const auto& p = table();
  auto out_w = array_of(numbers_of(w, p.nv, "w")), out_e = array_of(numbers_of(e, p.nl, "e"));
  require(p.mass_solve(s, t, numbers_of(q, p.nq, "q").data(), out_w.mutable_data(), out_e.mutable_data()),
          "mass_solve");
  return py::make_tuple(out_w, out_e);
}

Array StepSystem::constraint(double t, const Array& q) const {
  const auto& p = table();
  auto out = new_array(p.nl);
  require(p.constraint(s, t, numbers_of(q, p.nq, "q").data(), out.mutable_data()), "constraint");
  return out;
}

Array StepSystem::constraint_rate(double t, const Array& q, const Array& v) const {
  const auto& p = table();
  auto out = new_array(p.nl);
  require(p.constraint_rate(s, t, numbers_of(q, p.nq, "q").data(), numbers_of(v, p.nv, "v").data(), out.mutable_data()),
          "constraint_rate");
  return out;
}

Array StepSystem::constraint_acceleration(double t, const Array& q, const Array& v, const Array& a) const {
  const auto& p = table();
  auto out = new_array(p.nl);
  require(p.constraint_acceleration(s, t, numbers_of(q, p.nq, "q").data(), numbers_of(v, p.nv, "v").data(),
                                    numbers_of(a, p.nv, "a").data(), out.mutable_data()),
          "constraint_acceleration");
  return out;
}

Array StepSystem::constraint_bias(double t, const Array& q, const Array& v) const {
  const auto& p = table();
  auto out = new_array(p.nl);
  require(p.constraint_bias(s, t, numbers_of(q, p.nq, "q").data(), numbers_of(v, p.nv, "v").data(), out.mutable_data()),
          "constraint_bias");
  return out;
}

void StepSystem::factor(int slot, double t, const Array& q, const Array& v, const std::optional<Array>& a,
                        const std::optional<Array>& lam, const py::dict& weights) const {
  const auto& p = table();
  if (slot < 0 || slot >= PLUMB_FACTORS)
    throw UsageError(fmt::format("slot: {} is not allowed: 0 to {}", slot, PLUMB_FACTORS - 1));
  plumb_blend blend{};
  for (const auto& [name, value] : weights) weight_named(blend, name.cast<std::string>()) = value.cast<double>();
  plumb_point at{};
  at.t = t;
  at.q = numbers_of(q, p.nq, "q").data();
  at.v = numbers_of(v, p.nv, "v").data();
  if (a) at.a = numbers_of(*a, p.nv, "a").data();
  if (lam) at.lambda = numbers_of(*lam, p.nl, "lam").data();
  require(p.factor(s, slot, &at, &blend), "factor");
}

py::tuple StepSystem::solve(int slot, const Array& w, const Array& e) const {
  const auto& p = table();
  auto out_w = array_of(numbers_of(w, p.nv, "w")), out_e = array_of(numbers_of(e, p.nl, "e"));
  require(p.solve(s, slot, out_w.mutable_data(), out_e.mutable_data(), nullptr), "solve");
  return py::make_tuple(out_w, out_e);
}

Array StepSystem::retract(const Array& q, const Array& theta) const {
  const auto& p = table();
  auto out = new_array(p.nq);
  require(p.retract(s, numbers_of(q, p.nq, "q").data(), numbers_of(theta, p.nv, "theta").data(), out.mutable_data()),
          "retract");
  return out;
}

Array StepSystem::local(const Array& q, const Array& q1) const {
  const auto& p = table();
  auto out = new_array(p.nv);
  require(p.local(s, numbers_of(q, p.nq, "q").data(), numbers_of(q1, p.nq, "q1").data(), out.mutable_data()), "local");
  return out;
}

Array StepSystem::chart_rate(const Array& q, const Array& theta, const Array& v) const {
  const auto& p = table();
  auto out = new_array(p.nv);
  require(p.chart_rate(s, numbers_of(q, p.nq, "q").data(), numbers_of(theta, p.nv, "theta").data(),
                       numbers_of(v, p.nv, "v").data(), out.mutable_data()),
          "chart_rate");
  return out;
}

Array StepSystem::chart_tangent(const Array& q, const Array& theta, const Array& u) const {
  const auto& p = table();
  auto out = new_array(p.nv);
  require(p.chart_tangent(s, numbers_of(q, p.nq, "q").data(), numbers_of(theta, p.nv, "theta").data(),
                          numbers_of(u, p.nv, "u").data(), out.mutable_data()),
          "chart_tangent");
  return out;
}

void StepSystem::begin_iteration() const { require(table().begin_iteration(s), "begin_iteration"); }

bool StepSystem::judge(double size, double scale, const std::string& label) const {
  const int status = table().judge(s, size, scale, label.c_str());
  if (status != PLUMB_ITERATE) require(status, "judge");
  return status == PLUMB_OK;
}

double StepSystem::norm(const Array& x, const std::optional<Array>& y) const {
  return table().norm(s, x.data(), static_cast<int>(x.size()), y ? y->data() : nullptr,
                      y ? static_cast<int>(y->size()) : 0);
}

void StepSystem::count(const std::string& counter, long number) const {
  static const std::map<std::string, int> known = {{"stages", PLUMB_STAGES},
                                                   {"newton_iterations", PLUMB_NEWTON_ITERATIONS},
                                                   {"residual_evaluations", PLUMB_RESIDUAL_EVALUATIONS},
                                                   {"newton_failures", PLUMB_NEWTON_FAILURES}};
  const auto found = known.find(counter);
  if (found == known.end()) throw UsageError("count: unknown counter '" + counter + "'");
  require(table().count(s, found->second, number), "count");
}

namespace {

using Bound = py::class_<StepSystem, std::shared_ptr<StepSystem>>;

void add_state(py::module_& module) {
  py::class_<StepState>(
      module, "StepState",
      "The state that a step of a method in Python advances from t to t + h; see `plumb.method`.\n\n"
      "The arrays may be changed in place or replaced. a and lam may be NaN at the beginning of a step.")
      .def_readwrite("q", &StepState::q, "Coordinates, shape (nq,) [m, rad]; rotations are unit quaternions.")
      .def_readwrite("v", &StepState::v, "Velocities, shape (nv,) [m/s, rad/s].")
      .def_readwrite("a", &StepState::a, "Accelerations, shape (nv,) [m/s^2, rad/s^2].")
      .def_readwrite("lam", &StepState::lam, "Multipliers lambda, shape (nl,) [SI].")
      .def_readwrite("memory", &StepState::memory, "Values that the method carries from step to step.");
}

void add_properties(Bound& bound) {
  const auto form = [](const StepSystem& s) {
    constexpr const char* names[] = {"ode", "index1", "index2", "index3", "ggl"};
    return names[s.table().form];
  };
  bound
      .def_property_readonly(
          "nq", [](const StepSystem& s) { return s.table().nq; }, "Number of coordinates.")
      .def_property_readonly(
          "nv", [](const StepSystem& s) { return s.table().nv; }, "Number of velocities.")
      .def_property_readonly(
          "nl", [](const StepSystem& s) { return s.table().nl; }, "Number of multipliers.")
      .def_property_readonly("form", form, "\"ode\", \"index1\", \"index2\", \"index3\" or \"ggl\".")
      .def_property_readonly(
          "velocity_dependent", [](const StepSystem& s) { return s.table().velocity_dependent != 0; },
          "Whether the accelerations of the index-1 equations depend on v.")
      .def_property_readonly(
          "vector_space", [](const StepSystem& s) { return s.table().vector_space != 0; },
          "Whether q [+] theta is q + theta, and q' = v.")
      .def_property_readonly(
          "tests_residual", [](const StepSystem& s) { return s.table().tests_residual != 0; },
          "Whether `judge` receives norms of residuals, not of increments.");
}

void add_functions(Bound& bound) {
  using namespace py::literals;
  define(bound, "acceleration", &StepSystem::acceleration, "t"_a, "q"_a, "v"_a);
  define(bound, "force", &StepSystem::force, "t"_a, "q"_a, "v"_a);
  define(bound, "momentum", &StepSystem::momentum, "q"_a, "v"_a);
  define(bound, "reaction", &StepSystem::reaction, "t"_a, "q"_a, "lam"_a);
  define(bound, "mass_solve", &StepSystem::mass_solve, "t"_a, "q"_a, "w"_a, "e"_a);
  define(bound, "constraint", &StepSystem::constraint, "t"_a, "q"_a);
  define(bound, "constraint_rate", &StepSystem::constraint_rate, "t"_a, "q"_a, "v"_a);
  define(bound, "constraint_acceleration", &StepSystem::constraint_acceleration, "t"_a, "q"_a, "v"_a, "a"_a);
  define(bound, "constraint_bias", &StepSystem::constraint_bias, "t"_a, "q"_a, "v"_a);
  define(
      bound, "factor", Keywords{"weights"},
      [](const StepSystem& s, int slot, double t, const Array& q, const Array& v, const std::optional<Array>& a,
         const std::optional<Array>& lam, const py::kwargs& weights) { s.factor(slot, t, q, v, a, lam, weights); },
      "slot"_a, "t"_a, "q"_a, "v"_a, "a"_a = py::none(), "lam"_a = py::none());
  define(bound, "solve", &StepSystem::solve, "slot"_a, "w"_a, "e"_a);
  define(bound, "retract", &StepSystem::retract, "q"_a, "theta"_a);
  define(bound, "local", &StepSystem::local, "q"_a, "q1"_a);
  define(bound, "chart_rate", &StepSystem::chart_rate, "q"_a, "theta"_a, "v"_a);
  define(bound, "chart_tangent", &StepSystem::chart_tangent, "q"_a, "theta"_a, "u"_a);
  define(bound, "begin_iteration", &StepSystem::begin_iteration);
  define(bound, "judge", &StepSystem::judge, "size"_a, "scale"_a, "what"_a = "iteration");
  define(bound, "norm", &StepSystem::norm, "x"_a, "y"_a = py::none());
  define(bound, "count", &StepSystem::count, "counter"_a, "number"_a = 1);
}

}  // namespace

void add_step_system(py::module_& module) {
  add_state(module);
  Bound bound(module, "StepSystem",
              "The equations M v' = f - G^T lam, Phi = 0 of a run, for a method in Python; see `plumb.method`.\n\n"
              "Valid during one call of `start` or `step`. A function that fails raises StepFailed.");
  add_properties(bound);
  add_functions(bound);
}

}  // namespace plumb::python
