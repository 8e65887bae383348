#pragma once
// Beams as parts of a mechanism. A beam has nodes, which are bodies with the mass of the beam near them, and elements,
// which connect three nodes each and have no mass.
//
// n elements have 2 n + 1 nodes at the distances l = L/(2 n) along the beam. m, J_1, J_2, J_3 are mass and moments of
// inertia per length. Lumped inertia: an inner node has the mass m l and the moments (J_1 l, J_2 l + m l³/12, J_3 l +
// m l³/12). An end node represents the length l/2, with its centre of mass l/4 inside the beam (beam data of zhang2022,
// section 4). Simpson inertia: each node is a centre of mass; an element adds 1/6, 4/6 and 1/6 of m and (J_1, J_2, J_3)
// times its length to its nodes. In both cases M is constant and has no blocks between nodes. Two parameters reproduce
// other programs: `node_length`, in units of l, replaces the length per node; then the node masses do not sum to the
// mass of the beam. `end_moment` is a factor on m l³/96, the moments of the end masses about their centres.

#include <optional>

#include "problems/mbs/nodes.hpp"

namespace plumb::mbs {

/// A circular arc that starts at the beginning of a beam and turns by `angle` about an axis through the centre.
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
  std::optional<Triple> orientation = {};  // direction in the half-plane of the section's y axis at the beginning
  int elements = 1;                        // number of elements, >= 1
  BeamInertia inertia = BeamInertia::lumped;
  ExactNumber node_length = number("1");  // in units of l; > 0
  ExactNumber end_moment = number("1");   // factor > 0 on the moments of lumped end nodes
  BeamBalance balance = BeamBalance::finite_volume;
  BeamRotations rotations = BeamRotations::relative;
  std::optional<std::string> first = {}, last = {};  // body or ground to which each end is clamped; unset: free
  // The beam starts with a rigid-body motion: velocity [m/s] of its first end, and angular velocity [rad/s], in space.
  Triple velocity = triple("0", "0", "0"), angular_velocity = triple("0", "0", "0");
};

/// Adds the bodies NAME_0, ..., NAME_2n of a beam, its elements, and joints NAME_first and NAME_last at clamped ends.
/// Adds the names of these bodies, and NAME_first, NAME_middle and NAME_last, to `nodes`. Computes in 50 digits. Throws
/// MechanismMistake.
void add_beam(const Beam& beam, Mechanism& mechanism, NodesByName& nodes);

}  // namespace plumb::mbs
