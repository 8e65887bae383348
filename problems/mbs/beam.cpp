#include "problems/mbs/beam.hpp"

#include <algorithm>

#include "problems/mbs/long_vectors.hpp"
#include "problems/mbs/mechanism_check.hpp"

namespace plumb::mbs {
namespace {

using Number = Digits50;

/// A section's place and its axes x and y, in space.
struct SectionPlace {
  LongVector point, x, y;
};

class Curve {
 public:
  explicit Curve(const Beam& of) : beam(of), from(in_long(of.from)) {
    if (of.to.has_value() == of.arc.has_value()) refuse("it goes straight to a point, or along an arc: one of both");
    if (of.to) {
      x = in_long(*of.to) - from;
      size = length(x);
      if (!(size > 0)) refuse("its length is 0");
      x /= size;
    } else {
      take(*of.arc);
    }
    y = across();
  }
  const Number& whole() const { return size; }
  /// s from 0 to 1.
  SectionPlace at(const Number& s) const {
    if (beam.to) return {from + s * size * x, x, y};
    const LongMatrix turn = turn_about(axis, s * angle);
    return {centre + turn * (from - centre), turn * x, turn * y};
  }

  [[noreturn]] void refuse(const std::string& why) const { throw MechanismMistake(item("beam", beam.name), why); }

 private:
  void take(const Arc& arc) {
    centre = in_long(arc.centre);
    axis = in_long(arc.axis);
    angle = arc.angle.in<Number>();
    if (!(length(axis) > 0)) refuse("the arc's axis has no direction: all its components are 0");
    axis /= length(axis);
    const LongVector radius = from - centre;
    if (!(abs(axis.dot(radius)) < Number(1e-12) * length(radius)))
      refuse("the arc's centre and its beginning do not lie across its axis");
    size = length(radius) * abs(angle);
    if (!(size > 0)) refuse("its length is 0");
    if (!(abs(angle) < Number(3.14) * beam.elements))
      refuse("an element of it would be half a circle or more: more elements are needed");
    x = axis.cross(radius) / length(radius);
    if (angle < 0) x = -x;
  }
  LongVector across() const {
    const auto& s = beam.section;
    const auto same = [](const ExactNumber& a, const ExactNumber& b) { return a.in<double>() == b.in<double>(); };
    const bool is_round = same(s.stiffness[1], s.stiffness[2]) && same(s.stiffness[4], s.stiffness[5]) &&
                          same(s.inertia[1], s.inertia[2]);
    if (!beam.orientation && !is_round)
      refuse("an orientation is needed, the direction of y of its section, which is not the same in y and z");
    const LongVector towards = beam.orientation ? in_long(*beam.orientation) : farthest_across(x);
    const LongVector out = towards - x.dot(towards) * x;
    if (!(length(out) > Number(1e-6) * length(towards))) refuse("the orientation is parallel to the beam, or 0");
    return out / length(out);
  }

  const Beam& beam;
  LongVector from, x, y, centre, axis;
  Number size, angle;
};

class Builder {
 public:
  Builder(const Beam& of, Mechanism& mechanism, NodesByName& named) : beam(of), to(mechanism), nodes(named), curve(of) {
    if (beam.elements < 1) curve.refuse("it needs one element at least");
    if (!(beam.section.mass.in<double>() > 0))
      throw MechanismMistake(item("section", beam.section.name), "the mass by length has to be positive");
    for (const auto& inertia : beam.section.inertia)
      if (!(inertia.in<double>() > 0))
        throw MechanismMistake(item("section", beam.section.name), "the moments of inertia have to be positive");
    last = 2 * beam.elements;
    for (int k = 0; k <= last; ++k) add_node(k);
    for (int e = 0; e < beam.elements; ++e) add_element(2 * e);
    name("first", 0);
    name("middle", beam.elements);
    name("last", last);
    if (beam.first) clamp(*beam.first, 0, "first");
    if (beam.last) clamp(*beam.last, last, "last");
  }

 private:
  std::string name_of(int node) const { return beam.name + "_" + std::to_string(node); }
  SectionPlace place(int node) const { return curve.at(Number(node) / last); }

  void add_node(int k) {
    const bool is_end = k == 0 || k == last;
    const Number l = curve.whole() / last, mass = beam.section.mass.in<Number>() * (is_end ? l / 2 : l);
    const Number inside = !is_end ? Number(0) : k == 0 ? l / 4 : -l / 4;  // the centre of mass, along x
    const Number across = mass * (is_end ? l * l / 48 : l * l / 12);      // about that
    const SectionPlace at = place(k);
    const LongVector centre = at.point + inside * at.x;
    const LongVector z = at.x.cross(at.y), spin = in_long(beam.angular_velocity);
    const auto moment = [&](std::size_t i) {
      return written(beam.section.inertia[i].in<Number>() * (is_end ? l / 2 : l) + (i == 0 ? Number(0) : across));
    };
    const ExactNumber none("0");
    to.bodies.push_back({.name = name_of(k),
                         .mass = written(mass),
                         .inertia = {moment(0), moment(1), moment(2), none, none, none},
                         .position = written(centre),
                         .attitude = {written(at.x), written(at.y)},
                         .velocity = written(in_long(beam.velocity) + spin.cross(centre - in_long(beam.from))),
                         .angular_velocity = written(LongVector(spin.dot(at.x), spin.dot(at.y), spin.dot(z)))});
    nodes.insert_or_assign(name_of(k), NodeInBody{name_of(k), {written(-inside), none, none}});
  }
  void add_element(int first_node) {
    BeamElement element{.beam = beam.name, .section = beam.section, .bodies = {}, .places = {}};
    for (int a = 0; a < 3; ++a) {
      const auto at = place(first_node + a);
      element.bodies[static_cast<std::size_t>(a)] = name_of(first_node + a);
      element.places[static_cast<std::size_t>(a)] = {Frame::space, written(at.point), written(at.x), written(at.y)};
    }
    to.beam_elements.push_back(std::move(element));
  }
  void name(const char* end, int node) { nodes.insert_or_assign(beam.name + "_" + end, nodes.at(name_of(node))); }
  void clamp(const std::string& holder, int node, const char* end) {
    const auto at = place(node);
    const Place both{Frame::space, written(at.point)};
    to.joints.push_back({beam.name + "_" + end, JointKind::fixed, holder, name_of(node), both, both});
  }

  const Beam& beam;
  Mechanism& to;
  NodesByName& nodes;
  Curve curve;
  int last;
};

}  // namespace

void add_beam(const Beam& beam, Mechanism& mechanism, NodesByName& nodes) { Builder(beam, mechanism, nodes); }

}  // namespace plumb::mbs
