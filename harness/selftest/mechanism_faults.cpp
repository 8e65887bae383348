// Faults in beams, in a nonholonomic constraint, and in a reference that ignores a discontinuity of a force.

#include <cmath>
#include <memory>

#include "harness/selftest/fault.hpp"
#include "harness/selftest/flawed_system.hpp"
#include "numerics/three.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"

namespace plumb {
namespace {

// The mechanisms of these faults. `arc`: a beam, a quarter of a circle, is clamped at one end, under a gravity so large
// that it bends at once. The next one: a body on a rail, pushed by a force from 0.32 s on.
constexpr const char* arc = R"(schema = 1
name = "arc"
t_end = 0.016
gravity = [500, -1000, -3000]
[[section]]
name = "soft"
mass = 0.8
inertia = [0.05, 0.02, 0.03]
stiffness = [70, 40, 30, 1.1, 2, 3]
[[beam]]
name = "arc"
section = "soft"
from = [0, 0, 0]
arc = { centre = [0, 1, 0], axis = [0, 0, 1], angle = "pi/2" }
orientation = [0, 1, 1]
elements = 1
first = "ground"
)";
constexpr const char* pushed = R"(schema = 1
name = "pushed"
t_end = 0.64
gravity = [0, 0, 0]
[[body]]
name = "body"
mass = 2
inertia = [1, 1, 1]
position = [0, 0, 0]
velocity = [1, 0, 0]
[[joint]]
name = "rail"
kind = "translational"
bodies = ["ground", "body"]
point = [0, 0, 0]
axis = [1, 0, 0]
[[force]]
name = "push"
kind = "force"
body = "body"
vector = [3, 0, 0]
pieces = [{ until = 0.32, polynomial = [0] }, { until = 1, polynomial = [1] }]
)";

// A body on a ball joint must not turn about its own z axis.
constexpr const char* blade = R"(schema = 1
name = "blade"
t_end = 0.32
gravity = [0, 0, 0]
[[body]]
name = "body"
mass = 1
inertia = [2, 1.5, 1.8, 0, 0.4, 0]
position = [0, 0, 0]
angular_velocity = [1.5, 0, 0]
[[joint]]
name = "ball"
kind = "spherical"
bodies = ["body", "ground"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[driver]]
name = "blade"
joint = "ball"
coordinate = "rotation"
imposes = "rate"
polynomial = [0]
)";

/// A cell of a mechanism that is not in the catalogue, with its problem.
struct OwnCell {
  std::shared_ptr<const Problem> problem;
  ResolvedCell cell;

  OwnCell(Problem of, const std::string& formulation, const std::string& method, const std::string& step)
      : problem(std::make_shared<const Problem>(std::move(of))), cell(resolved(*problem, formulation, method, step)) {}

 private:
  static ResolvedCell resolved(const Problem& of, const std::string& formulation, const std::string& method,
                               const std::string& step) {
    const auto known = cell_of("pendulum", "ode", method, step, of.t_end);
    auto text = known.text();
    text.problem = of.name;
    text.problem_parameters = {};
    text.formulation = formulation;
    return {text,
            of,
            *of.formulation(formulation),
            known.method(),
            std::make_shared<const Parameters>(of.parameters, std::map<std::string, std::string>()),
            std::make_shared<const Parameters>(known.options()),
            known.steps()};
  }
};

using Parts = mbs::Assembly<double>;

/// Returns the mechanism of a text, in double, with its parts modified by `spoil`.
Problem mechanism_with(const char* written, const std::function<void(Parts&)>& spoil) {
  const auto text = mechanism_from_text(written, "fault");
  auto out = mechanism_problem(text);
  out.in_double.system = [spoil, mechanism = text.mechanism](const Parameters& p, const Formulation& formulation) {
    auto parts = mbs::assemble<double>(mechanism(p));
    spoil(parts);
    return SystemInDouble(mbs::MultibodySystem<double>(std::move(parts), formulation.form));
  };
  return out;
}

using Beam = mbs::BeamForce<double>;
using Spoil = std::function<void(Beam& element)>;

Problem arc_with(const Spoil& spoil) {
  return mechanism_with(arc, [spoil](Parts& parts) {
    for (auto& force : parts.forces)
      if (auto* element = std::get_if<Beam>(&force.law)) spoil(*element);
  });
}

/// The cells without and with the fault. They live as long as the fault, because items refer to them.
struct BothCells {
  OwnCell right, wrong;

  std::vector<Item> run(bool is_wrong, bool has_reference) const {
    const auto& cell = (is_wrong ? wrong : right).cell;
    return {item_of_run(cell, erased_run(has_reference ? cell : cell.without_reference()))};
  }
};

Fault beam_fault(const std::string& name, const std::string& description, const Spoil& spoil) {
  const auto of_arc = [](const Spoil& by) { return OwnCell(arc_with(by), "index3", "generalized-alpha", "1e-3"); };
  const auto cells = std::make_shared<const BothCells>(BothCells{of_arc([](Beam&) {}), of_arc(spoil)});
  return {name, "equations", description, [cells](bool wrong) { return cells->run(wrong, false); }};
}

// Returns a fault in the beam `arc`: the force at the second cut acts on the last node without its lever arm, because
// p_II − x_3 is omitted in the moment balance of the node. p_II follows from the shape functions at ξ = 1/√3.
Fault beam_arm_forgotten() {
  constexpr Eigen::Index last = 2;
  const auto text = mechanism_from_text(arc, "fault");
  const auto problem = mechanism_problem(text);
  const auto node = mbs::assemble<double>(text.mechanism(Parameters(text.parameters, {}))).bodies[last];
  const Vec<double, 3> weight = node.mass * Vec<double, 3>(500, -1000, -3000);
  const Flaws flaws{.force = [weight](double, const Flaws::Q& q, const Flaws::V&, Flaws::V& f) {
    const auto place = [&q](Eigen::Index of) { return Vec<double, 3>(q.segment<3>(7 * of)); };
    const double xi = 1 / std::sqrt(3.);
    const Vec<double, 3> cut =
        xi * (xi - 1) / 2 * place(0) + (1 - xi * xi) * place(1) + xi * (xi + 1) / 2 * place(last);
    const Vec<double, 3> arm = cut - place(last), pull = weight - f.segment<3>(6 * last);
    f.segment<3>(6 * last + 3) += so3::matrix<double>(q.segment<4>(7 * last + 3)).transpose() * three::cross(arm, pull);
  }};
  const auto cells = std::make_shared<const BothCells>(
      BothCells{OwnCell(problem, "index3", "generalized-alpha", "1e-3"),
                OwnCell(with(problem, flaws), "index3", "generalized-alpha", "1e-3")});
  return {"beam-arm-forgotten", "equations", "the moment of the cut force about the last node of a beam is left out",
          [cells](bool wrong) { return cells->run(wrong, false); }};
}

// Returns a fault in the beam `arc` with incremental rotations: the curvature increments of the sections are added in
// spatial axes, without rotating them back to the axes of the section.
Fault carried_bend_in_space() {
  std::string text = arc;
  const std::string one = "elements = 1\n";
  text.replace(text.find(one), one.size(), one + "rotations = \"incremental\"\n");
  const auto problem = mechanism_problem(mechanism_from_text(text, "fault"));
  constexpr Eigen::Index bodies = 3;
  const Flaws flaws{.retract = [](const Flaws::Q& q, const Flaws::V&, Flaws::Q& out) {
    for (Eigen::Index place = bodies; 7 * place < q.size(); ++place) {
      const Vec<double, 3> bend = out.segment<3>(7 * place) - q.segment<3>(7 * place);
      out.segment<3>(7 * place) = q.segment<3>(7 * place) + so3::matrix<double>(q.segment<4>(7 * place + 3)) * bend;
    }
  }};
  const auto cells = std::make_shared<const BothCells>(
      BothCells{OwnCell(problem, "index3", "generalized-alpha", "1e-3"),
                OwnCell(with(problem, flaws), "index3", "generalized-alpha", "1e-3")});
  return {"carried-bend-in-space", "equations",
          "the path-dependent curvature of a section is not rotated back into the section",
          [cells](bool wrong) { return cells->run(wrong, false); }};
}

Fault nonholonomic_as_holonomic() {
  const auto of = [](const std::function<void(Parts&)>& spoil) {
    return OwnCell(mechanism_with(blade, spoil), "index3", "bdf2", "2e-2");
  };
  const auto cells = std::make_shared<const BothCells>(
      BothCells{of([](Parts&) {}), of([](Parts& parts) { parts.nonholonomic_rows = 0; })});
  return {"nonholonomic-as-holonomic", "equations", "a velocity constraint is imposed as a position constraint",
          [cells](bool wrong) { return cells->run(wrong, true); }};
}

Fault break_ignored() {
  const auto problem = mechanism_problem(mechanism_from_text(pushed, "pushed"));
  auto ignorant = problem;
  ignorant.breakpoints = [](const Parameters&) { return std::vector<Breakpoint>(); };
  const auto cells =
      std::make_shared<const BothCells>(BothCells{OwnCell(problem, "index3", "generalized-alpha", "2e-2"),
                                                  OwnCell(std::move(ignorant), "index3", "generalized-alpha", "2e-2")});
  return {"break-ignored", "reference", "the reference integrates across a jump of a force",
          [cells](bool wrong) { return cells->run(wrong, true); }};
}

}  // namespace

std::vector<Fault> mechanism_faults() {
  return {
      beam_fault("beam-force-sign", "the shear force of a beam has the wrong sign",
                 [](Beam& e) { e.stiffness(1, 1) = -e.stiffness(1, 1); }),
      beam_fault("beam-without-its-curve", "the initial curvature of a beam is treated as strain",
                 [](Beam& e) {
                   for (auto& cut : e.cuts) cut.strain.tail<3>().setZero();
                 }),
      beam_fault("beam-cuts-swapped", "the forces at the two cuts of a beam are swapped",
                 [](Beam& e) { std::swap(e.cuts[0], e.cuts[1]); }),
      beam_fault("beam-weights-swapped",
                 "points in a beam are interpolated with the shape functions of the node at the other end",
                 [](Beam& e) {
                   for (auto& cut : e.cuts) std::swap(cut.at.shape[0], cut.at.shape[2]);
                 }),
      beam_fault("beam-static-moment", "the end of a beam is placed at the centre of mass of its last node",
                 [](Beam& e) { e.frames[2].point.setZero(); }),
      beam_fault("beam-cheap-tangent",
                 "the tangent stiffness of a beam without its geometric part: slower, but the same result",
                 [](Beam& e) { e.exact_tangent = false; }),
      beam_arm_forgotten(),
      carried_bend_in_space(),
      nonholonomic_as_holonomic(),
      break_ignored(),
  };
}

}  // namespace plumb
