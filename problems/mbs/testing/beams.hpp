#pragma once
// Beams for tests.

#include <cmath>
#include <string>
#include <vector>

#include "problems/mbs/beam.hpp"
#include "problems/mbs/testing/mechanisms.hpp"

namespace plumb::mbs::testing {

/// Returns the observed order from the last two errors; each error has twice the number of elements of the previous
/// one.
inline double order(const std::vector<double>& errors) { return std::log2(errors[errors.size() - 2] / errors.back()); }

/// A section with mass and the stiffness EA = 70, GA_y = 40, GA_z = 30, GJ = 1.1, EJ_y = 2, EJ_z = 3.
inline Section soft_section() {
  return {.name = "soft",
          .mass = number("0.8"),
          .inertia = {number("0.05"), number("0.02"), number("0.03")},
          .stiffness = {number("70"), number("40"), number("30"), number("1.1"), number("2"), number("3")}};
}

/// A damped curved beam (arc) with a body at its end; the body also hangs on a spring.
inline Mechanism bent_beam(BeamBalance balance = BeamBalance::finite_volume,
                           BeamRotations rotations = BeamRotations::relative) {
  Mechanism m;
  m.bodies = {{"ball", number("0.7"), moments("0.02", "0.03", "0.04"), triple("1.2", "0.9", "0.1")}};
  m.springs = {{"spring", "ground", "ball", in_space(triple("2", "1", "1")), in_body(triple("0", "0.1", "0")),
                number("3"), number("0.2"), number("0.5")}};
  auto section = soft_section();
  section.damping = number("0.03");
  const Arc arc{triple("0", "1", "0"), triple("0", "0", "1"), number("pi/2")};
  NodesByName nodes;
  add_beam({.name = "arc",
            .section = section,
            .from = triple("0", "0", "0"),
            .arc = arc,
            .orientation = triple("0", "1", "1"),
            .elements = 2,
            .balance = balance,
            .rotations = rotations,
            .first = "ground"},
           m, nodes);
  m.joints.push_back(joint("hold", JointKind::spherical, "arc_last", "ball", in_space(triple("1", "1", "0"))));
  m.outputs = {{"x", "m", "tip", OutputKind::position, "arc_last", 0},
               {"moment", "N m", "in the middle", OutputKind::section_moment, "arc", 2}};
  m.outputs.back().station = number("0.5");
  attach_to_nodes(nodes, m);
  return m;
}

/// Returns bent_beam() with sections that are states along the path of the nodes.
inline Mechanism carried_beam() { return bent_beam(BeamBalance::finite_volume, BeamRotations::incremental); }

}  // namespace plumb::mbs::testing
