// Faults in the equations of motion, their linearisation, the charts of rotations, and the outputs of the motion.

#include "harness/selftest/fault.hpp"
#include "harness/selftest/flawed_system.hpp"

namespace plumb {
namespace {

using V = Flaws::V;
using Q = Flaws::Q;
using L = Flaws::L;

/// Runs cells, with the flaws in their equations if `wrong` is set.
std::function<std::vector<Item>(bool)> runs_of(const std::vector<ResolvedCell>& cells, const Flaws& flaws) {
  return [cells, flaws](bool wrong) {
    std::vector<Item> out;
    for (const auto& cell : cells) out.push_back(item_of_run(cell, run_with(cell, wrong ? flaws : Flaws{})));
    return out;
  };
}

ResolvedCell explicit_pendulum() { return cell_of("pendulum", "ode", "dopri5", "2e-2", "0.32"); }
ResolvedCell two_link(const std::string& formulation) {
  return cell_of("two-link", formulation, "radau-iia", "2e-2", "0.32");
}
ResolvedCell fast_pendulum() { return cell_of("pendulum", "ode", "dop853", "2e-2", "0.32"); }
ResolvedCell axle() { return cell_of("car-axis", "index3", "radau-iia", "2e-2", "0.32"); }
ResolvedCell top(const std::string& method) { return cell_of("heavy-top", "rotation-index3", method, "1e-3", "0.032"); }

std::vector<Fault> force_faults() {
  const auto minimal = std::vector{explicit_pendulum()};
  const auto constrained = std::vector{two_link("index3")};
  return {
      {"acceleration-3rd-digit", "equations", "q'' of minimal coordinates, wrong in its 3rd digit",
       runs_of(minimal, {.acceleration = [](double, const Q&, const V&, V& a, L&) { a *= 1.001; }})},
      {"acceleration-10th-digit", "equations", "q'' of minimal coordinates, wrong in its 10th digit",
       runs_of(minimal, {.acceleration = [](double, const Q&, const V&, V& a, L&) { a *= 1 + 1e-10; }})},
      {"force-sign", "equations", "the first force has the wrong sign",
       runs_of(constrained, {.force = [](double, const Q&, const V&, V& f) { f[1] = -f[1]; }})},
      {"force-10th-digit", "equations", "forces, wrong in their 10th digit",
       runs_of(constrained, {.force = [](double, const Q&, const V&, V& f) { f *= 1 + 1e-10; }})},
      {"mass-3rd-digit", "equations", "M v of one coordinate, wrong in its 3rd digit",
       runs_of(constrained, {.momentum = [](const Q&, const V&, V& p) { p[2] *= 1.001; }})},
      {"unknown-damping", "equations", "a damping of 1e-6 that is not in the data",
       runs_of({cell_of("two-link", "ode", "radau-iia", "2e-2", "0.32")},
               {.force = [](double, const Q&, const V& v, V& f) { f -= 1e-6 * v; }})},
  };
}

std::vector<Fault> constraint_faults() {
  return {
      {"reaction-sign", "equations", "a row of the constraints' reaction has the wrong sign",
       runs_of({two_link("index3")}, {.reaction = [](double, const Q&, const L&, V& r) { r[0] = -r[0]; }})},
      {"reaction-10th-digit", "equations", "the reaction, wrong in its 10th digit",
       runs_of({two_link("index3")}, {.reaction = [](double, const Q&, const L&, V& r) { r[0] *= 1 + 1e-10; }})},
      {"constraint-sign", "equations", "a row of the constraints has the wrong sign",
       runs_of({two_link("index3")}, {.constraint = [](double, const Q&, L& g) { g[0] = -g[0]; }})},
      {"constraint-offset", "equations", "a rod is longer by 1e-9 m than in its data",
       runs_of({two_link("index3")}, {.constraint = [](double, const Q&, L& g) { g[0] += 1e-9; }})},
      {"moving-constraint", "equations", "the velocity of moving constraints is left out",
       runs_of({cell_of("car-axis", "index2", "radau-iia", "2e-2", "0.32")}, {.no_constraint_velocity = true})},
      {"curvature-term", "equations", "the term G'v is missing in the constraints at acceleration level",
       runs_of({two_link("index1"), cell_of("two-link", "index1", "erk4", "2e-2", "0.32")}, {.no_curvature = true})},
  };
}

std::vector<Fault> linearisation_faults() {
  return {
      {"frozen-jacobian", "linearisation", "every Jacobian is evaluated at the state of the first one",
       runs_of({two_link("index3"), axle()}, {.frozen_linearisation = true})},
      {"no-stiffness", "linearisation", "Jacobians without the curvature of constraints and forces",
       runs_of({two_link("index3"), axle()}, {.no_stiffness = true})},
  };
}

std::vector<Fault> chart_faults() {
  return {
      {"chart-without-tangent", "chart", "the tangent map of the chart of rotations is the identity",
       runs_of({top("radau-iia"), top("bdf2")}, {.no_tangent = true})},
      {"chart-without-rate", "chart", "the rates of chart coordinates are equal to the angular velocity",
       runs_of({top("radau-iia"), top("esdirk436l2sa2")},
               {.chart_rate = [](const Q&, const V&, const V& v, V& out) { out = v; }})},
      {"retraction-10th-digit", "chart", "rotations too far by 1e-10 of their angle",
       runs_of({top("radau-iia")}, {.retract = [](const Q& q, const V&, Q& out) { out += 1e-10 * (out - q); }})},
  };
}

std::vector<Fault> observation_faults() {
  return {
      {"shifted-output", "measurement", "an output is shifted by 1e-9",
       runs_of({explicit_pendulum()},
               {.outputs = [](double, const Flaws::State&, Vec<double>& out) { out[0] += 1e-9; }})},
      {"kinetic-energy-10th-digit", "measurement", "the kinetic energy, wrong in its 10th digit",
       runs_of({fast_pendulum()}, {.energy = [](const V& v, double e) { return e + 1e-10 * v.squaredNorm(); }})},
      {"energy-3rd-digit", "measurement", "kinetic and potential energy, wrong in the 3rd digit",
       runs_of({fast_pendulum()}, {.energy = [](const V&, double e) { return e * 1.001; }}),
       "the energy is compared with its initial value, so a common factor has no effect"},
      {"power-left-out", "measurement", "the work of driving forces is left out of the energy balance",
       runs_of({cell_of("car-axis", "index3", "radau-iia", "2e-3", "0.32")}, {.power = [](double) { return 0.; }})},
  };
}

}  // namespace

std::vector<Fault> equation_faults() {
  std::vector<Fault> out;
  for (auto& group :
       {force_faults(), constraint_faults(), linearisation_faults(), chart_faults(), observation_faults()})
    out.insert(out.end(), group.begin(), group.end());
  return out;
}

}  // namespace plumb
