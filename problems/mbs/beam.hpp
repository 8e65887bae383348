#pragma once
// Beams as parts of a mechanism: nodes, which are bodies with the mass of what is nearest to them, and elements of
// three nodes between these.
//
// Inertia is lumped. With l = L/(2 n) between neighbouring nodes of n elements, a node inside has the mass m l and the
// moments (J_1 l, J_2 l + m l³/12, J_3 l + m l³/12); at the ends it is half of these, of which the centre of mass is
// l/4 inside (zhang2022, section 4: the data of its beams).

#include <optional>

#include "problems/mbs/nodes.hpp"

namespace plumb::mbs {

/// A circle's arc from the beginning of a beam: about an axis through a centre.
struct Arc {
  Triple centre, axis;
  ExactNumber angle;  // rad
};

struct Beam {
  std::string name;
  Section section;
  Triple from;                                       // m
  std::optional<Triple> to = {};                     // a straight beam
  std::optional<Arc> arc = {};                       // one of both
  std::optional<Triple> orientation = {};            // half-plane of the section's y axis at `from`
  int elements = 1;                                  // >= 1
  std::optional<std::string> first = {}, last = {};  // what the ends are clamped to; unset: nothing
  // Of all of it, as of a rigid body: of the point `from`, in space.
  Triple velocity = triple("0", "0", "0"), angular_velocity = triple("0", "0", "0");
};

/// Adds a beam's bodies NAME_0, ..., NAME_2n, its elements, and joints NAME_first and NAME_last where its ends are
/// clamped; and its nodes by these names, by NAME_first, NAME_middle and NAME_last. All of it is computed in 50 digits.
/// Throws MechanismMistake.
void add_beam(const Beam& beam, Mechanism& mechanism, NodesByName& nodes);

}  // namespace plumb::mbs
