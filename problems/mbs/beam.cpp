#include "problems/mbs/beam.hpp"

#include "problems/mbs/beam_line.hpp"
#include "problems/mbs/mechanism_check.hpp"

namespace plumb::mbs {
namespace {

using Number = Digits50;

/// The part of a beam that a node represents: its length [m], the position of its centre of mass along x relative to
/// the node [m], and its transverse moment of inertia about its centre divided by its mass [m²].
struct Share {
  Number length, inside, across;
};

Share lumped(const Number& l, int node, int last) {
  if (node == 0) return {l / 2, l / 4, l * l / 48};
  if (node == last) return {l / 2, -l / 4, l * l / 48};
  return {l, Number(0), l * l / 12};
}
Share by_simpson(const Number& l, int node, int last) {
  const bool is_middle = node % 2 != 0, is_end = node == 0 || node == last;
  return {(is_middle ? 4 : is_end ? 1 : 2) * l / 3, Number(0), Number(0)};
}

class Builder {
 public:
  Builder(const Beam& of, Mechanism& mechanism, NodesByName& named)
      : beam(of), to(mechanism), nodes(named), line(line_of(of)) {
    if (!(beam.section.mass.in<double>() > 0))
      throw MechanismMistake(out_of_range, item("section", beam.section.name), "the mass per length must be positive");
    for (const auto& inertia : beam.section.inertia)
      if (!(inertia.in<double>() > 0))
        throw MechanismMistake(out_of_range, item("section", beam.section.name),
                               "the moments of inertia must be positive");
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
  const SectionPlace& place(int node) const { return line.nodes[static_cast<std::size_t>(node)]; }

  void add_node(int k) {
    const Number part = line.length / last * beam.node_length.in<Number>();
    const auto share = (beam.inertia == BeamInertia::lumped ? lumped : by_simpson)(part, k, last);
    const Number mass = beam.section.mass.in<Number>() * share.length;
    const SectionPlace& at = place(k);
    const LongVector centre = at.point + share.inside * at.x;
    const LongVector z = at.x.cross(at.y), spin = in_long(beam.angular_velocity);
    const Number across = mass * share.across * (k == 0 || k == last ? beam.end_moment.in<Number>() : Number(1));
    const auto moment = [&](std::size_t i) {
      return written(beam.section.inertia[i].in<Number>() * share.length + (i == 0 ? Number(0) : across));
    };
    const ExactNumber none("0");
    to.bodies.push_back({.name = name_of(k),
                         .mass = written(mass),
                         .inertia = {moment(0), moment(1), moment(2), none, none, none},
                         .position = written(centre),
                         .attitude = {written(at.x), written(at.y)},
                         .velocity = written(in_long(beam.velocity) + spin.cross(centre - line.nodes[0].point)),
                         .angular_velocity = written(LongVector(spin.dot(at.x), spin.dot(at.y), spin.dot(z)))});
    nodes.insert_or_assign(name_of(k), NodeInBody{name_of(k), {written(-share.inside), none, none}});
  }
  void add_element(int first_node) {
    BeamElement element{.beam = beam.name,
                        .section = beam.section,
                        .bodies = {},
                        .places = {},
                        .balance = beam.balance,
                        .rotations = beam.rotations};
    for (int a = 0; a < 3; ++a) {
      const auto& at = place(first_node + a);
      element.bodies[static_cast<std::size_t>(a)] = name_of(first_node + a);
      element.places[static_cast<std::size_t>(a)] = {Frame::space, written(at.point), written(at.x), written(at.y)};
    }
    to.beam_elements.push_back(std::move(element));
  }
  void name(const char* end, int node) { nodes.insert_or_assign(beam.name + "_" + end, nodes.at(name_of(node))); }
  void clamp(const std::string& holder, int node, const char* end) {
    const auto& at = place(node);
    const Place both{Frame::space, written(at.point)};
    to.joints.push_back({beam.name + "_" + end, JointKind::fixed, holder, name_of(node), both, both});
  }

  const Beam& beam;
  Mechanism& to;
  NodesByName& nodes;
  BeamLine line;
  int last;
};

}  // namespace

void add_beam(const Beam& beam, Mechanism& mechanism, NodesByName& nodes) { Builder(beam, mechanism, nodes); }

}  // namespace plumb::mbs
