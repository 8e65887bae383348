#include "problems/mbs/assembly.hpp"

#include <algorithm>

#include "numerics/each_scalar.hpp"
#include "problems/mbs/element_sections.hpp"
#include "problems/mbs/frames.hpp"
#include "problems/mbs/gears.hpp"
#include "problems/mbs/joint_rules.hpp"
#include "problems/mbs/placed_bodies.hpp"
#include "problems/mbs/redundancy.hpp"

namespace plumb::mbs {
namespace {

template <class List>
int index_of(const List& list, std::string_view name, std::string_view label) {
  const auto found = std::ranges::find_if(list, [&](const auto& entry) { return entry.name == name; });
  if (found == list.end()) throw MechanismMistake(unknown_name, item(label, name), "no item has this name");
  return static_cast<int>(found - list.begin());
}

template <class T>
class Assembler : private PlacedBodies<T> {
  using Places = PlacedBodies<T>;
  using Places::place, Places::body, Places::pose, Places::poses, Places::point, Places::direction, Places::marker;

 public:
  explicit Assembler(const Mechanism& mechanism) : m(mechanism) {
    require_sound(m);
    out.begin = m.begin.in<T>();
    out.gravity = numbers<T>(m.gravity);
    out.gravity_factor = Signal<T>::of(m.gravity_factor);
    for (const auto& described : m.bodies) add(described);
    for (const auto& joint : m.joints) out.joints.push_back(placed(joint));
    tie_all(true);
    for (const auto& gear : m.gears) add(gear);
    for (const bool of_rate : {false, true}) {  // nonholonomic rows come last
      if (of_rate) tie_all(false);
      for (const auto& driver : m.drivers)
        if (driver.of_rate == of_rate) add(driver);
    }
    for (const auto& load : m.loads) add(load);
    for (const auto& spring : m.springs) add(spring);
    for (const auto& spring : m.rotational_springs) add(spring);
    for (const auto& spring : m.translational_springs) add(spring);
    for (const auto& spring : m.turning_springs) add(spring);
    first_beam_element = out.forces.size();
    for (const auto& element : m.beam_elements) add(element);
    for (const auto& friction : m.frictions) add(friction);
    for (const auto& output : m.outputs) add(output);
    for (const auto& gear : m.gears) start_rotor(gear);
    Places::write_start(out);
    begin_sections(out, out.q, out.v);
  }
  Assembly<T> out;

 private:
  void add(const Body& described) {
    place(described);
    Matrix<T> J;
    const auto entry = [&](std::size_t i) { return described.inertia[i].in<T>(); };
    J << entry(0), entry(3), entry(4), entry(3), entry(1), entry(5), entry(4), entry(5), entry(2);
    out.bodies.push_back({described.name, described.mass.in<T>(), J, described.is_rotor});
  }
  JointData<T> placed(const Joint& joint) const {
    const auto owner = item("joint", joint.name);
    JointData<T> data{joint.name, body(joint.first), body(joint.second), {}, {}};
    std::optional<Vector<T>> axis, shared;  // axis and shared reference of the second marker, in space
    if (joint.on_second.axis)
      axis = pose(data.second).A * direction(data.second, joint.on_second.frame, *joint.on_second.axis);
    if (joint.on_second.reference && !joint.on_first.reference)
      shared = pose(data.second).A * direction(data.second, joint.on_second.frame, *joint.on_second.reference);
    data.on_first = marker(data.first, joint.on_first, axis, shared, owner);
    const Matrix<T> in_space = pose(data.first).A * data.on_first.axes;
    data.on_second =
        marker(data.second, joint.on_second, Vector<T>(in_space.col(2)), Vector<T>(in_space.col(0)), owner);
    if (joint.kind == JointKind::fixed) share_point(joint, data);
    return data;
  }
  // Sets missing points of a fixed joint such that the points of both bodies coincide: without any point, both are at
  // the second body's centre of mass.
  void share_point(const Joint& joint, JointData<T>& data) const {
    const auto &first = pose(data.first), &second = pose(data.second);
    if (!joint.on_second.point && joint.on_first.point)
      data.on_second.point = second.A.transpose() * (first.r + first.A * data.on_first.point - second.r);
    if (!joint.on_first.point)
      data.on_first.point = first.A.transpose() * (second.r + second.A * data.on_second.point - first.r);
  }

  void tie_all(bool holonomic) {
    for (std::size_t k = 0; k < m.joints.size(); ++k) tie(m.joints[k], holonomic, out.joints[k]);
  }
  void tie(const Joint& joint, bool holonomic, JointData<T>& data) {
    for (const auto& rule : joint_rules(joint.kind, m.redundant != Redundant::refuse)) {
      if (rule.is_holonomic() != holonomic) continue;
      data.ties.push_back(static_cast<int>(out.ties.size()));
      push(data.first, data.second, law_of(rule, joint, data), item("joint", joint.name), rule.words);
    }
  }
  BasicConstraint<T> law_of(const JointRule& rule, const Joint& joint, const JointData<T>& data) const {
    using Law = JointRule::Law;
    const Separation<T> d{data.on_first.point, data.on_second.point};
    const Direction<T> axis{false, data.on_first.axes.col(rule.first_axis)};
    switch (rule.law) {
      case Law::points_coincide: return CoincidentPoints<T>{d};
      case Law::in_plane: return DotTwo<T>{axis, d};
      case Law::perpendicular: return DotOne<T>{axis, {true, data.on_second.axes.col(rule.second_axis)}};
      case Law::on_plane: return StaysOnPlane<T>(wheel(joint, data, 2));
      case Law::rolls: return Rolls<T>{wheel(joint, data, rule.first_axis)};
      case Law::glides: return Glides<T>{{data.on_first.point, axis.along}};
      case Law::distance: break;
    }
    return distance(joint, data, d);
  }
  static Wheel<T> wheel(const Joint& joint, const JointData<T>& data, int held) {
    const Matrix<T>&i = data.on_first.axes, &j = data.on_second.axes;
    const Vector<T> axis = joint.kind == JointKind::rolling_ball ? zeros<Vector<T>>() : Vector<T>(j.col(2));
    return {data.on_first.point, i.col(2), i.col(held), data.on_second.point, axis, joint.radius->in<T>()};
  }
  FixedDistance<T> distance(const Joint& joint, const JointData<T>& data, const Separation<T>& d) const {
    const T L =
        joint.length ? joint.length->in<T>() : length<T>(d.value(Pair<T>{pose(data.first), pose(data.second)}, T(0)));
    if (!(L > T(0)))
      throw MechanismMistake(missing, item("joint", joint.name),
                             "the points coincide: give two different points, or a length greater than 0");
    return {d, d, Signal<T>(L / 2), 1 / (2 * L)};
  }

  void add(const Gear& gear) {
    const int first = index_of(out.joints, gear.first, "joint"), second = index_of(out.joints, gear.second, "joint");
    const T ratio = gear.ratio.in<T>();
    const T offset = gear.offset ? gear.offset->in<T>() : T(coordinate(first) - ratio * coordinate(second));
    out.gears.push_back(
        {gear.name, first, second, out.rows, ratio, offset, turn_of_gear(turns(first), turns(second), ratio)});
    push_term(first, T(1), offset, gear, TieRole::first_term);
    push_term(second, T(-ratio), T(0), gear, TieRole::second_term);
  }
  // Returns the coordinate of a joint in the initial configuration.
  T coordinate(int joint) const {
    const auto& data = out.joints[static_cast<std::size_t>(joint)];
    return coordinate_of(data, turns(joint), Pair<T>{pose(data.first), pose(data.second)});
  }
  // Sets the initial velocity of a rotor from the rate of its joint; in the description the rotor is at rest.
  void start_rotor(const Gear& gear) {
    const auto& slide = out.joints[static_cast<std::size_t>(index_of(out.joints, gear.first, "joint"))];
    if (slide.second == on_ground || !m.bodies[static_cast<std::size_t>(slide.second)].is_rotor) return;
    const int joint = index_of(out.joints, gear.second, "joint");
    const auto& data = out.joints[static_cast<std::size_t>(joint)];
    const T rate = rate_of(data, turns(joint), Pair<T>{pose(data.first), pose(data.second)});
    poses[static_cast<std::size_t>(slide.second)].v = gear.ratio.in<T>() * rate * slide.on_first.axes.col(2);
  }
  bool turns(int joint) const { return m.joints[static_cast<std::size_t>(joint)].kind == JointKind::revolute; }
  void push_term(int joint, const T& weight, const T& constant, const Gear& gear, TieRole role) {
    const auto& data = out.joints[static_cast<std::size_t>(joint)];
    const auto owner = item("gear", gear.name);
    if (turns(joint))
      push(data.first, data.second, turned_in(data, weight, constant), owner, "the ratio", role);
    else
      push(data.first, data.second, slid_in(data, weight, constant), owner, "the ratio", role);
  }

  // A rotation θ = f(t) is imposed as sin(θ − f) = 0: the direction n(t) = y cos f − x sin f of the first body stays
  // perpendicular to the axis x of the second. This has no singular angle, and its multiplier is the torque.
  void add(const Driver& driver) {
    const int joint = index_of(out.joints, driver.joint, "joint");
    const auto& data = out.joints[static_cast<std::size_t>(joint)];
    const auto f = Signal<T>::of(driver.value);
    const Matrix<T>&i = data.on_first.axes, &j = data.on_second.axes;
    out.drivers.push_back({driver.name, joint, out.rows, driver.coordinate, f, driver.of_rate});
    const auto owner = item("driver", driver.name);
    const Separation<T> d{data.on_first.point, data.on_second.point};
    if (driver.of_rate && driver.coordinate == Coordinate::rotation)
      push(data.first, data.second, Spin<T>{i.col(2), f}, owner, "the angular velocity");
    else if (driver.of_rate)
      push(data.first, data.second, DotTwoRate<T>({false, i.col(2)}, d, f), owner, "the speed");
    else if (driver.coordinate == Coordinate::rotation)
      push(data.first, data.second, DotOne<T>{{false, i.col(1), -i.col(0), f}, {true, j.col(0)}}, owner, "the angle");
    else
      push(data.first, data.second, DotTwo<T>{{false, i.col(2)}, d, f}, owner, "the displacement");
  }

  void push(int first, int second, BasicConstraint<T> law, const std::string& owner, const char* rule,
            TieRole role = TieRole::alone) {
    const bool shares = role == TieRole::second_term;
    out.ties.push_back({first, second, shares ? out.rows - 1 : out.rows, std::move(law), owner, rule, role});
    if (shares) return;
    out.rows += out.ties.back().rows();
    if (!out.ties.back().is_holonomic()) out.nonholonomic_rows += out.ties.back().rows();
  }

  void add(const Load& load) {
    const int on = body(load.body);
    AppliedForce<T> law;
    law.torque = load.torque;
    law.in_body = load.frame == Frame::body;
    law.vector = numbers<T>(load.vector);
    if (load.point.point && !load.torque) law.point = point(on, load.point.frame, *load.point.point);
    law.factor = Signal<T>::of(load.factor);
    out.forces.push_back({{on_ground, on}, std::move(law)});
  }
  void add(const plumb::mbs::Spring& spring) {
    const int first = body(spring.first), second = body(spring.second);
    const Separation<T> d{point(first, spring.on_first.frame, *spring.on_first.point),
                          point(second, spring.on_second.frame, *spring.on_second.point)};
    out.forces.push_back(
        {{first, second},
         SpringForce<T>{d, spring.stiffness.in<T>(), spring.damping.in<T>(), spring.free_length.in<T>(),
                        Signal<T>::of(spring.actuator), Signal<T>::of(spring.factor)}});
  }
  void add(const BeamElement& element) {
    const auto owner = item("beam", element.beam);
    std::array<int, most_nodes> bodies{};
    BeamNodes<T> frames;
    for (std::size_t a = 0; a < frames.size(); ++a) {
      bodies[a] = body(element.bodies[a]);
      const auto at = marker(bodies[a], element.places[a], {}, {}, owner);
      frames[a].point = at.point;
      frames[a].axes << at.axes.col(2), at.axes.col(0), at.axes.col(1);
    }
    Vec<T, 6> stiffness;
    for (int i = 0; i < 6; ++i) stiffness[i] = element.section.stiffness[static_cast<std::size_t>(i)].in<T>();
    try {
      auto law = BeamForce<T>::of(frames, {pose(bodies[0]), pose(bodies[1]), pose(bodies[2])}, stiffness,
                                  element.section.damping.in<T>());
      law.exact_tangent = m.exact_beam_tangents;
      law.balance = element.balance;
      add_element(std::move(law), element.rotations, bodies, out);
    } catch (const std::invalid_argument& e) {
      const auto begin = std::ranges::find(m.beam_elements, element.beam, &BeamElement::beam);
      const auto number = &element - &*begin + 1;
      throw MechanismMistake(out_of_range, owner, "element " + std::to_string(number) + ": " + e.what());
    }
  }
  // Sets the output's element (index of its force) and ξ from the name of the beam and the station along the beam.
  void find_station(const OutputOf& output, OutputData<T>& data) const {
    const auto begin = std::ranges::find(m.beam_elements, output.of, &BeamElement::beam);
    const auto end = std::find_if(begin, m.beam_elements.end(), [&](const auto& e) { return e.beam != output.of; });
    const auto n = static_cast<int>(end - begin);
    const T along = output.station.in<T>() * n;
    int element = 0;
    while (element + 1 < n && !(along < T(element + 1))) ++element;
    data.of = static_cast<int>(first_beam_element) + static_cast<int>(begin - m.beam_elements.begin()) + element;
    data.xi = 2 * (along - element) - 1;
  }
  void add(const RotationalSpring& spring) {
    const auto& joint = out.joints[static_cast<std::size_t>(index_of(out.joints, spring.joint, "joint"))];
    out.forces.push_back(
        {{joint.first, joint.second},
         RotationalSpringForce<T>{joint.on_first.axes, joint.on_second.axes.col(0), spring.stiffness.in<T>(),
                                  spring.damping.in<T>(), spring.free_angle.in<T>(), Signal<T>::of(spring.actuator),
                                  Signal<T>::of(spring.factor), rubbing(spring.friction)}});
  }
  void add(const TranslationalSpring& spring) {
    const auto [bodies, translation] = spring.joint.empty() ? slide_of(spring) : slide_in_joint(spring.joint);
    out.forces.push_back(
        {bodies, TranslationalSpringForce<T>{translation, spring.stiffness.in<T>(), spring.damping.in<T>(),
                                             spring.free_translation.in<T>(), Signal<T>::of(spring.actuator),
                                             Signal<T>::of(spring.factor), rubbing(spring.friction)}});
  }
  void add(const TurningSpring& spring) {
    const int first = body(spring.first), second = body(spring.second);
    const auto owner = item("force", spring.name);
    out.forces.push_back({{first, second},
                          TurningSpringForce<T>{marker(first, spring.on_first, {}, {}, owner).axes,
                                                marker(second, spring.on_second, {}, {}, owner).axes,
                                                spring.stiffness.in<T>(), spring.damping.in<T>()}});
  }
  static Rubbing<T> rubbing(const SmoothFriction& friction) { return {friction.size.in<T>(), friction.speed.in<T>()}; }
  std::pair<std::array<int, most_nodes>, DotTwo<T>> slide_in_joint(const std::string& name) const {
    const auto& joint = out.joints[static_cast<std::size_t>(index_of(out.joints, name, "joint"))];
    return {{joint.first, joint.second},
            {{false, joint.on_first.axes.col(2)}, {joint.on_first.point, joint.on_second.point}}};
  }
  std::pair<std::array<int, most_nodes>, DotTwo<T>> slide_of(const TranslationalSpring& spring) const {
    const int first = body(spring.first), second = body(spring.second);
    return {{first, second},
            {{false, direction(first, spring.on_first.frame, *spring.on_first.axis)},
             {point(first, spring.on_first.frame, *spring.on_first.point),
              point(second, spring.on_second.frame, *spring.on_second.point)}}};
  }
  void add(const Friction& friction) {
    const int at = index_of(out.joints, friction.joint, "joint");
    const auto& joint = out.joints[static_cast<std::size_t>(at)];
    FrictionData<T> data{at, friction.coefficient.in<T>(), friction.threshold.in<T>(), {}};
    if (friction.normal) {
      const auto normal = across<T>(joint.on_first.axes.col(2), direction(joint.first, Frame::space, *friction.normal));
      if (!normal)
        throw MechanismMistake(contradiction, item("force", friction.name), "the normal is parallel to the axis");
      data.normals = {*normal};
    } else {
      data.normals = {joint.on_first.axes.col(0), joint.on_first.axes.col(1)};
    }
    out.frictions.push_back(std::move(data));
  }

  void add(const OutputOf& output) {
    OutputData<T> data{output.kind, 0, output.component, output.coordinate};
    data.by_method = output.by_method;
    data.of_centre = !output.place.point;
    if (output.kind == OutputKind::angular_momentum && !data.of_centre) data.vector = numbers<T>(*output.place.point);
    switch (output.kind) {
      case OutputKind::position:
      case OutputKind::velocity:
      case OutputKind::acceleration:
      case OutputKind::angular_velocity:
      case OutputKind::attitude:
      case OutputKind::angle:
        data.of = body(output.of);
        data.sequence = output.sequence;
        data.in_space = output.place.frame == Frame::space;
        if (output.kind == OutputKind::attitude)
          data.vector = direction(data.of, output.place.frame, *output.place.axis);
        else if (output.place.point)
          data.vector = point(data.of, output.place.frame, *output.place.point);
        break;
      case OutputKind::coordinate:
      case OutputKind::rate:
      case OutputKind::force:
      case OutputKind::torque: data.of = index_of(out.joints, output.of, "joint"); break;
      case OutputKind::effort: data.of = index_of(out.drivers, output.of, "driver"); break;
      case OutputKind::section_force:
      case OutputKind::section_moment: find_station(output, data); break;
      default: break;  // outputs of all bodies
    }
    out.outputs.push_back(std::move(data));
  }

  const Mechanism& m;
  std::size_t first_beam_element = 0;  // index among the forces
};

// Returns the assembly in double, in which redundant constraints are detected.
template <class T>
Assembly<double> in_double(const Mechanism& mechanism, const Assembly<T>& parts) {
  if constexpr (std::is_same_v<T, double>) return parts;
  return Assembler<double>(mechanism).out;
}

}  // namespace

template <class T>
Assembly<T> assemble(const Mechanism& mechanism) {
  auto whole = mechanism;  // `refuse` keeps the rows of each joint together; sufficient if all rows are independent
  whole.redundant = Redundant::refuse;
  Assembly<T> out = Assembler<T>(whole).out;
  const auto parts = in_double(whole, out);
  require_carried(parts);
  const auto dependent = dependent_rows(parts);
  if (dependent.empty()) return out;
  if (mechanism.redundant == Redundant::refuse) refuse_dependent(dependent, parts);
  out = Assembler<T>(mechanism).out;
  remove_rows(dependent_rows(in_double(mechanism, out)), out);
  return out;
}

#define PLUMB_INSTANTIATE(T) template Assembly<T> assemble(const Mechanism&);
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
