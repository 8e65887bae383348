#include "problems/mbs/beam_line.hpp"

#include <algorithm>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/spline.hpp"

namespace plumb::mbs {
namespace {

using Number = Digits50;

/// Returns the number of steps from node to node of a curve, in which the section axes and the total angle of rotation
/// of the curve are computed.
int steps_per_node(int nodes) { return std::max(4, 128 / nodes); }
const Number most_turn("3.14");  // largest rotation within an element [rad]

[[noreturn]] void refuse(Mistake code, const Beam& beam, const std::string& why) {
  throw MechanismMistake(code, item("beam", beam.name), why);
}

/// Returns the y axis of the first section of a beam whose direction there is x.
LongVector first_across(const Beam& beam, const LongVector& x) {
  const auto& s = beam.section;
  const auto same = [](const ExactNumber& a, const ExactNumber& b) { return a.in<double>() == b.in<double>(); };
  const bool is_round =
      same(s.stiffness[1], s.stiffness[2]) && same(s.stiffness[4], s.stiffness[5]) && same(s.inertia[1], s.inertia[2]);
  if (!beam.orientation && !is_round)
    refuse(missing, beam,
           "give its orientation, the direction of the y axis of the section, because the section is not the same in y "
           "and z");
  const LongVector towards = beam.orientation ? in_long(*beam.orientation) : farthest_across(x);
  const LongVector out = towards - x.dot(towards) * x;
  if (!(length(out) > Number(1e-6) * length(towards)))
    refuse(contradiction, beam, "its orientation is parallel to the beam, or 0; give another direction");
  return out / length(out);
}

BeamLine straight(const Beam& beam) {
  const LongVector from = in_long(beam.from), along = in_long(*beam.to) - from;
  const Number size = length(along);
  if (!(size > 0)) refuse(out_of_range, beam, "its length is 0");
  const LongVector x = along / size, y = first_across(beam, x);
  BeamLine out{size, {}};
  const int last = 2 * beam.elements;
  for (int k = 0; k <= last; ++k) out.nodes.push_back({from + Number(k) / last * size * x, x, y});
  return out;
}

BeamLine arc(const Beam& beam) {
  const LongVector from = in_long(beam.from), centre = in_long(beam.arc->centre), radius = from - centre;
  LongVector axis = in_long(beam.arc->axis);
  const Number angle = beam.arc->angle.in<Number>();
  if (!(length(axis) > 0)) refuse(out_of_range, beam, "the arc's axis has no direction: all its components are 0");
  axis /= length(axis);
  if (!(abs(axis.dot(radius)) < Number(1e-12) * length(radius)))
    refuse(contradiction, beam,
           "the line from the centre of the arc to its beginning must be perpendicular to its axis");
  BeamLine out{length(radius) * abs(angle), {}};
  if (!(out.length > 0)) refuse(out_of_range, beam, "its length is 0");
  if (!(abs(angle) < most_turn * beam.elements))
    refuse(out_of_range, beam, "one element would turn by half a circle or more: increase 'elements'");
  LongVector x = axis.cross(radius) / length(radius);
  if (angle < 0) x = -x;
  const LongVector y = first_across(beam, x);
  const int last = 2 * beam.elements;
  for (int k = 0; k <= last; ++k) {
    const LongMatrix turn = turn_about(axis, Number(k) / last * angle);
    out.nodes.push_back({centre + turn * radius, turn * x, turn * y});
  }
  return out;
}

/// Moves a section along a curve in small steps, with parallel transport of its axes.
class Walk {
 public:
  explicit Walk(const Beam& of) : beam(of), curve(points_of(of)), at{curve.place(Number(0)), direction(Number(0)), {}} {
    at.y = first_across(beam, at.x);
  }

  BeamLine all() {
    const int last = 2 * beam.elements, steps = steps_per_node(last);
    BeamLine out{curve.length(), {at}};
    Number turned = 0;  // rotation within the element
    for (int k = 1; k <= last; ++k) {
      for (int i = 1; i <= steps; ++i) turned += step_to((k - 1 + Number(i) / steps) / last * out.length);
      out.nodes.push_back(at);
      if (k % 2 != 0) continue;
      if (!(turned < most_turn))
        refuse(out_of_range, beam,
               "element " + std::to_string(k / 2) + " of " + std::to_string(beam.elements) +
                   " turns by half a circle or more: increase 'elements'");
      turned = 0;
    }
    return out;
  }

 private:
  static std::vector<LongVector> points_of(const Beam& beam) {
    std::vector<LongVector> out;
    for (const auto& point : beam.curve) out.push_back(in_long(point));
    if (out.size() < 2) refuse(missing, beam, "its curve needs at least two points");
    for (std::size_t i = 1; i < out.size(); ++i)
      if (!(length<Number>(out[i] - out[i - 1]) > 0))
        refuse(contradiction, beam,
               "points " + std::to_string(i) + " and " + std::to_string(i + 1) + " of its curve are the same");
    return out;
  }
  LongVector direction(const Number& u) const {
    const LongVector slope = curve.slope(u);
    if (!(length(slope) > Number(1e-9))) refuse(not_allowed, beam, "its curve turns back on itself at a point");
    return slope / length(slope);
  }
  /// Moves the section to the arc length s. Returns the angle between the directions of the curve before and after.
  Number step_to(const Number& s) {
    const Number u = curve.parameter_at(s);
    const SectionPlace from = at;
    at = {curve.place(u), direction(u), {}};
    const LongVector chord = at.point - from.point, x = reflected(from.x, chord), y = reflected(from.y, chord);
    const LongVector turned = reflected(y, LongVector(at.x - x));
    at.y = unit<Number>(turned - at.x.dot(turned) * at.x);
    return 2 * atan2(length<Number>(at.x - from.x), length<Number>(at.x + from.x));
  }
  /// Returns the reflection of x in the plane perpendicular to `across`; x itself if `across` is 0.
  static LongVector reflected(const LongVector& x, const LongVector& across) {
    const Number square = across.squaredNorm();
    return square > 0 ? LongVector(x - 2 * across.dot(x) / square * across) : x;
  }

  const Beam& beam;
  Spline curve;
  SectionPlace at;
};

}  // namespace

BeamLine line_of(const Beam& beam) {
  if (beam.elements < 1) refuse(out_of_range, beam, "it has no elements; give at least one");
  if (beam.to.has_value() + beam.arc.has_value() + !beam.curve.empty() != 1)
    refuse(beam.to || beam.arc || !beam.curve.empty() ? contradiction : missing, beam,
           "give exactly one of: a straight line to a point, an arc, a curve");
  if (beam.to) return straight(beam);
  return beam.arc ? arc(beam) : Walk(beam).all();
}

}  // namespace plumb::mbs
