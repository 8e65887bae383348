#pragma once
// Beams as parts of a mechanism. A beam has nodes, which are bodies with the mass of their neighbourhood, and elements,
// which connect three nodes each.
//
// The nodes carry all inertia; l = L/(2 n) is the distance between neighbours on the line of n elements. Lumped
// inertia: an inner node has the mass m l and the moments (J_1 l, J_2 l + m l³/12, J_3 l + m l³/12). An end node has
// half of these, with its centre of mass l/4 inside the beam (zhang2022, section 4: its beam data). Simpson inertia:
// each node is a centre of mass; an element gives its nodes 1/6, 4/6 and 1/6 of m and (J_1, J_2, J_3) times its length.
// In both cases M is constant and has no blocks between nodes. Some programs use a different length per node:
// `node_length`, in units of l, follows them; then the node masses do not sum to the mass of the beam. Other programs
// halve m l³/96, the moments of the end masses about their centres: `end_moment` scales only these moments.

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
  Triple from = triple("0", "0", "0");     // begin [m]; unused for a curve
  std::optional<Triple> to = {};           // end of a straight beam
  std::optional<Arc> arc = {};             // arc, for a curved beam
  std::vector<Triple> curve = {};          // curve through points (beam_line.hpp); exactly one of the three is set
  std::optional<Triple> orientation = {};  // half-plane of the section's y axis at the beginning
  int elements = 1;                        // number of elements, >= 1
  BeamInertia inertia = BeamInertia::lumped;
  ExactNumber node_length = number("1");  // in units of l; > 0
  ExactNumber end_moment = number("1");   // factor > 0 on the moments of lumped end nodes
  BeamBalance balance = BeamBalance::finite_volume;
  BeamRotations rotations = BeamRotations::relative;
  std::optional<std::string> first = {}, last = {};  // body or ground to which each end is clamped; unset: free
  // The beam starts with the velocity of a rigid body. Values at its beginning, in space.
  Triple velocity = triple("0", "0", "0"), angular_velocity = triple("0", "0", "0");
};

/// Adds the bodies NAME_0, ..., NAME_2n of a beam, its elements, and joints NAME_first and NAME_last at clamped ends.
/// `nodes` receives these names, and also NAME_first, NAME_middle and NAME_last. Everything is computed in 50 digits.
/// Throws MechanismMistake.
void add_beam(const Beam& beam, Mechanism& mechanism, NodesByName& nodes);

}  // namespace plumb::mbs
