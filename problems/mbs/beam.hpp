#pragma once
// Beams as parts of a mechanism: nodes, which are bodies with the mass of what is nearest to them, and elements, each
// of which connects three nodes.
//
// Inertia stands at the nodes; l = L/(2 n) is the distance of neighbours along the line of n elements. Lumped, a node
// inside has the mass m l and the moments (J_1 l, J_2 l + m l³/12, J_3 l + m l³/12); at the ends it is half of these,
// with the centre of mass l/4 inside (zhang2022, section 4: the data of its beams). By Simpson's rule an element gives
// its nodes, which are the centres of mass, a sixth, four sixths and a sixth of m and (J_1, J_2, J_3) times its length.
// Either way M is constant, and has no block between nodes. Some programs use another length for their nodes:
// `node_length`, in units of l, follows them; then the masses do not add up to that of the beam. Others halve the m
// l³/96 of the ends, the moments of their masses about their centres: `end_moment` is a factor of these alone.

#include <optional>

#include "problems/mbs/nodes.hpp"

namespace plumb::mbs {

/// A circular arc from the beginning of a beam, about an axis through a centre.
struct Arc {
  Triple centre, axis;
  ExactNumber angle;  // rad
};

enum class BeamInertia { lumped, simpson };
inline constexpr std::array<std::string_view, 2> beam_inertia_names = {"lumped", "simpson"};

struct Beam {
  std::string name;
  Section section;
  Triple from = triple("0", "0", "0");     // m; not of a curve
  std::optional<Triple> to = {};           // a straight beam
  std::optional<Arc> arc = {};             // along an arc
  std::vector<Triple> curve = {};          // along a curve through points (beam_line.hpp): one of the three
  std::optional<Triple> orientation = {};  // half-plane of the section's y axis at the beginning
  int elements = 1;                        // >= 1
  BeamInertia inertia = BeamInertia::lumped;
  ExactNumber node_length = number("1");  // of l; > 0
  ExactNumber end_moment = number("1");   // > 0; of lumped ends
  BeamBalance balance = BeamBalance::finite_volume;
  BeamRotations rotations = BeamRotations::relative;
  std::optional<std::string> first = {}, last = {};  // what the ends are clamped to; unset: nothing
  // The velocity of the whole beam as of a rigid body: that of its beginning, in space.
  Triple velocity = triple("0", "0", "0"), angular_velocity = triple("0", "0", "0");
};

/// Adds a beam's bodies NAME_0, ..., NAME_2n, its elements, and joints NAME_first and NAME_last where its ends are
/// clamped. Its nodes get these names, and also NAME_first, NAME_middle and NAME_last. Everything is computed in 50
/// digits. Throws MechanismMistake.
void add_beam(const Beam& beam, Mechanism& mechanism, NodesByName& nodes);

}  // namespace plumb::mbs
