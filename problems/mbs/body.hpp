#pragma once
// What descriptions of mechanisms (mechanism.hpp) are made of: numbers, functions of time, places and bodies.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/exact_number.hpp"

namespace plumb::mbs {

inline ExactNumber number(std::string_view text) { return ExactNumber(text); }

/// Three components of a point or a direction. Directions need not have unit length.
using Triple = std::array<ExactNumber, 3>;
inline Triple triple(std::string_view x, std::string_view y, std::string_view z) {
  return {number(x), number(y), number(z)};
}

/// The unit vector along one of the axes.
inline Triple unit_triple(std::size_t axis) {
  auto out = triple("0", "0", "0");
  out[axis] = number("1");
  return out;
}

inline constexpr std::string_view ground = "ground";

/// The condition at both ends of the cubic spline through a table: a second derivative of 0, a rate of 0, or a third
/// derivative that does not jump at the second point and at the last but one.
enum class TableEnds { natural, clamped, not_a_knot };
inline constexpr std::array<std::string_view, 3> table_ends_names = {"natural", "clamped", "not-a-knot"};
/// Outside its table a function goes on along its tangent, or keeps its first or last value. If nothing is stated, it
/// is the tangent, and the file's horizon may not leave the table.
enum class TableOutside { line, hold, unstated };
inline constexpr std::array<std::string_view, 2> table_outside_names = {"line", "hold"};

/// Measured values, through which a cubic spline goes (cubic_table.hpp).
struct Table {
  std::vector<ExactNumber> times, values;  // s; the times ascend
  TableEnds ends = TableEnds::natural;
  TableOutside outside = TableOutside::unstated;
};

/// a_0 + a_1 t + a_2 t² + ... + Σ amplitude sin(rate t + phase) for all times; or pieces of such functions, one after
/// the other; or a table. Before the first piece the function has the value at its beginning, after the last the value
/// at its end.
struct TimeFunction {
  struct Sine {
    ExactNumber amplitude, rate = number("1"), phase = number("0");  // rate: rad/s, phase: rad
  };
  struct Piece {
    ExactNumber until;                                           // s
    std::vector<ExactNumber> polynomial = {};                    // a_0, a_1, ...
    std::vector<Sine> sines = {};                                // beside the polynomial
    std::optional<std::array<ExactNumber, 2>> ramp = {};         // from the first value to the second, by half a cosine
    std::optional<std::array<ExactNumber, 2>> smooth_ramp = {};  // the same with four derivatives that end at 0
  };
  std::vector<ExactNumber> polynomial = {};
  std::vector<Sine> sines = {};
  ExactNumber from = number("0");  // s, where the first piece begins
  std::vector<Piece> pieces = {};  // their ends ascend
  std::optional<Table> table = {};

  bool empty() const { return polynomial.empty() && sines.empty() && pieces.empty() && !table; }
};

/// Tells in which frame a point or a direction is written: that of space at the initial configuration, or that of the
/// body.
enum class Frame { space, body };

/// A frame fixed in a body: its origin and its third axis; `reference` gives the half-plane of its first axis. Without
/// a reference the first axis is a direction across the third that both bodies of a joint share in the initial
/// configuration. What a joint does not need may be left out.
struct Place {
  Frame frame = Frame::space;  // on the ground both are the same
  std::optional<Triple> point = {}, axis = {}, reference = {};
};

/// A turn about an axis of the body's frame, as the turns before have left it.
struct Turn {
  Triple axis;
  ExactNumber angle;  // rad
};

/// The attitude of a body. The first axis has the direction `first`, the second one lies in the half-plane of `second`
/// (Gram-Schmidt, in the working precision). Both or none are given; without them the axes are those of space. Then the
/// turns follow, one after the other.
struct Attitude {
  std::optional<Triple> first = {}, second = {};
  std::vector<Turn> turns = {};
};

struct Body {
  std::string name;
  ExactNumber mass;                    // kg, >= 0; 0: a node that joints hold (redundancy.hpp, require_carried)
  std::array<ExactNumber, 6> inertia;  // kg m², xx, yy, zz, xy, xz, yz (entries of J) about the centre
  Triple position;                     // m, of the centre of mass
  Attitude attitude = {};
  Triple velocity = triple("0", "0", "0");          // m/s, of the centre of mass
  Triple angular_velocity = triple("0", "0", "0");  // rad/s, in the body's frame
  bool any_inertia = false;                         // a principal moment may exceed the sum of the others
  bool is_rotor = false;                            // it stands for the armature of a joint: see add_armature
};

}  // namespace plumb::mbs
