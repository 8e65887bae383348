#pragma once
// Parts of descriptions of mechanisms (mechanism.hpp): numbers, functions of time, frames in bodies, and bodies.

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

/// The end condition of the cubic spline through a table: zero second derivative, zero rate, or a third derivative that
/// is continuous at the second and the second-to-last point.
enum class TableEnds { natural, clamped, not_a_knot };
inline constexpr std::array<std::string_view, 3> table_ends_names = {"natural", "clamped", "not-a-knot"};
/// The function outside its table: `line` continues it along the tangent, `hold` holds the first or last value.
/// `unstated` is the default: it continues along the tangent, but the time horizon of the file must not exceed the
/// table.
enum class TableOutside { line, hold, unstated };
inline constexpr std::array<std::string_view, 2> table_outside_names = {"line", "hold"};

/// Measured values, interpolated by a cubic spline (cubic_table.hpp).
struct Table {
  std::vector<ExactNumber> times, values;  // table; times ascend [s]
  TableEnds ends = TableEnds::natural;
  TableOutside outside = TableOutside::unstated;
};

/// a_0 + a_1 t + a_2 t² + ... + Σ amplitude sin(rate t + phase) for all times; or a sequence of segments with such
/// functions; or a table. Before the first segment the function is constant at its initial value, after the last
/// segment at its final value.
struct TimeFunction {
  struct Sine {
    ExactNumber amplitude, rate = number("1"), phase = number("0");  // amplitude; rate [rad/s]; phase [rad]
  };
  struct Piece {
    ExactNumber until;                                           // time at the end of the segment [s]
    std::vector<ExactNumber> polynomial = {};                    // coefficients a_0, a_1, ...
    std::vector<Sine> sines = {};                                // sines, added to the polynomial
    std::optional<std::array<ExactNumber, 2>> ramp = {};         // half cosine from the first value to the second
    std::optional<std::array<ExactNumber, 2>> smooth_ramp = {};  // polynomial ramp, four derivatives 0 at both ends
  };
  std::vector<ExactNumber> polynomial = {};
  std::vector<Sine> sines = {};
  ExactNumber from = number("0");  // begin of the first segment [s]
  std::vector<Piece> pieces = {};  // segments with ascending `until`
  std::optional<Table> table = {};

  bool empty() const { return polynomial.empty() && sines.empty() && pieces.empty() && !table; }
};

/// The frame in which a point or a direction is written: the frame of space at the initial configuration, or the body
/// frame.
enum class Frame { space, body };

/// A frame fixed in a body: origin, third axis, and a direction `reference` in the half-plane of the first axis.
/// Without a reference, the first axis is normal to the third axis, and parallel to the first axis of the other frame
/// of the joint in the initial configuration. Members that a joint type does not need may be unset.
struct Place {
  Frame frame = Frame::space;  // reference frame; the frames are equivalent on the ground
  std::optional<Triple> point = {}, axis = {}, reference = {};
};

/// A rotation about an axis of the body's frame, after all previous rotations.
struct Turn {
  Triple axis;
  ExactNumber angle;  // rad
};

/// The attitude of a body. The first axis has the direction `first`, the second axis lies in the half-plane of `second`
/// (Gram-Schmidt, in the working precision). Either both are given or neither; the default is the axes of space. The
/// rotations of `turns` follow in order.
struct Attitude {
  std::optional<Triple> first = {}, second = {};
  std::vector<Turn> turns = {};
};

struct Body {
  std::string name;
  ExactNumber mass;                    // mass, >= 0 [kg]; 0: joints must hold the body (require_carried)
  std::array<ExactNumber, 6> inertia;  // entries xx, yy, zz, xy, xz, yz of J about the centre of mass [kg m²]
  Triple position;                     // position of the centre of mass [m]
  Attitude attitude = {};
  Triple velocity = triple("0", "0", "0");          // velocity of the centre of mass [m/s]
  Triple angular_velocity = triple("0", "0", "0");  // angular velocity in the body's frame [rad/s]
  bool any_inertia = false;                         // true: a principal moment may exceed the sum of the other two
  bool is_rotor = false;                            // whether it represents the armature of a joint (armature.hpp)
};

}  // namespace plumb::mbs
