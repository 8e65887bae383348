#include "problems/mechanisms/mechanism_drawing.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "numerics/so3.hpp"
#include "problems/mbs/assembly.hpp"
#include "problems/mbs/frames.hpp"
#include "problems/mechanisms/shape_lines.hpp"

namespace plumb {
namespace {

using mbs::OutputKind;
using Points = std::vector<DrawnPoint>;
using Attached = std::pair<int, DrawnPoint>;  // point in the frame of a body; for mbs::on_ground, in space

constexpr double same_point = 1e-9;  // points at a smaller distance coincide; relative to the size of the mechanism
constexpr double no_size = 1e-300;   // size below which the mechanism is a single point [m]

// Returns half the edges of the homogeneous box with these moments of inertia.
DrawnPoint half_edges(const mbs::BodyData<double>& body, double least) {
  DrawnPoint out;
  for (int i = 0; i < 3; ++i) {
    const double square = 1.5 * (body.inertia.trace() - 2 * body.inertia(i, i)) / body.mass;
    out[i] = std::max(std::sqrt(std::max(square, 0.)), least);
  }
  return out;
}

DrawnPoint to_drawing(const mbs::Triple& x) { return {x[0].in<double>(), x[1].in<double>(), x[2].in<double>()}; }

DrawnPoint up_of(const mbs::Mechanism& of) {
  if (of.up) return to_drawing(*of.up);
  const DrawnPoint gravity = to_drawing(of.gravity);
  int axis = 2;
  const double along = gravity.cwiseAbs().maxCoeff(&axis);
  const bool is_along_one = along > 0 && gravity.norm() <= along * (1 + 1e-12);
  return is_along_one ? DrawnPoint(-gravity / along) : DrawnPoint::UnitZ();
}

bool in_line(const Points& points, double size) {
  const DrawnPoint along = points[1] - points[0];
  return std::ranges::all_of(points, [&](const DrawnPoint& p) {
    return along.cross(p - points[0]).norm() <= same_point * size * along.norm();
  });
}

// Sorts the points around their centre, in the plane nearest to them, so that an outline does not cross itself.
void sort_around_centre(Points& points) {
  DrawnPoint centre = DrawnPoint::Zero();
  for (const auto& p : points) centre += p / static_cast<double>(points.size());
  Mat<double, 3> spread = Mat<double, 3>::Zero();
  for (const auto& p : points) spread += (p - centre) * (p - centre).transpose();
  const Mat<double, 3> axes = Eigen::SelfAdjointEigenSolver<Mat<double, 3>>(spread).eigenvectors();
  std::ranges::sort(points, {}, [&](const DrawnPoint& p) {
    const DrawnPoint d = p - centre;
    return std::atan2(d.dot(axes.col(2)), d.dot(axes.col(1)));
  });
}

// The lines and points of a mechanism's picture, in the frames of its bodies.
class Sketch {
 public:
  explicit Sketch(const mbs::Mechanism& of)
      : assembly(mbs::assemble<double>(of)), points(of.bodies.size()), up(up_of(of)) {
    for (const auto& body : of.bodies) is_rotor.push_back(body.is_rotor);
    size = extent();
    add_joints(of);
    add_springs(of);
    add_beams(of);
    add_trails();
    for (const auto& shape : of.shapes) add_shape(shape, of);
  }

  std::vector<Stroke> strokes(const Vec<double>& q) const {
    std::vector<Stroke> out;
    for (const auto& line : ground) out.push_back(on_ground(line));
    for (int k = 0; k < assembly.count(); ++k)
      if (!is_node[static_cast<std::size_t>(k)] && !is_rotor[static_cast<std::size_t>(k)]) add_body(k, q, out);
    for (const auto& [body, line] : shapes) out.push_back(shape_outline(body, line, q));
    for (const auto& beam : beams) out.push_back(bent_bar(beam.name, bent(beam, q)));
    for (const auto& [name, first, second] : springs) out.push_back(spring(name, place(first, q), place(second, q)));
    for (const auto& [name, first, second] : links) out.push_back(link(name, place(first, q), place(second, q)));
    for (const auto& point : trails) out.push_back(trail(body_of(point).name, place(point, q)));
    if (up != DrawnPoint::UnitZ()) out.push_back(upwards(up));
    return out;
  }

 private:
  struct Line {
    std::string name;
    Attached first, second;
  };
  struct BentLine {
    std::string name;
    std::vector<Attached> nodes;  // 2 n + 1 nodes of n elements
  };

  const mbs::BodyData<double>& body_of(const Attached& point) const {
    return assembly.bodies[static_cast<std::size_t>(point.first)];
  }
  static DrawnPoint place(const Attached& point, const Vec<double>& q) {
    if (point.first == mbs::on_ground) return point.second;
    const so3::Quaternion<double> e = q.segment<4>(7 * point.first + 3);
    return q.segment<3>(7 * point.first) + so3::matrix(e) * point.second;
  }

  // Returns the size of the initial configuration: of the box around the centres of mass and the points of the joints.
  double extent() const {
    Eigen::AlignedBox3d box;
    for (int k = 0; k < assembly.count(); ++k)
      if (!is_rotor[static_cast<std::size_t>(k)]) box.extend(place({k, DrawnPoint::Zero()}, assembly.q));
    for (const auto& joint : assembly.joints) {
      if (joint.second != mbs::on_ground && is_rotor[static_cast<std::size_t>(joint.second)]) continue;
      box.extend(place({joint.first, joint.on_first.point}, assembly.q));
      box.extend(place({joint.second, joint.on_second.point}, assembly.q));
    }
    return std::max(box.sizes().norm(), no_size);
  }

  void add_joints(const mbs::Mechanism& of) {
    for (std::size_t k = 0; k < assembly.joints.size(); ++k) {
      const auto& joint = assembly.joints[k];
      const auto kind = of.joints[k].kind;
      if (kind == mbs::JointKind::perpendicular) continue;  // no points to connect
      if (joint.second != mbs::on_ground && is_rotor[static_cast<std::size_t>(joint.second)]) continue;
      const bool slides = kind == mbs::JointKind::translational || kind == mbs::JointKind::cylindrical;
      if (rolls(kind)) {  // the joint's point on the plane is not a bearing
        add_wheel(of.joints[k], joint);
        continue;
      }
      add(joint.first, joint.on_first, slides);
      if (kind == mbs::JointKind::knife_edge) continue;
      add(joint.second, joint.on_second, slides);
      if (kind == mbs::JointKind::distance)
        links.push_back(
            {of.joints[k].name, {joint.first, joint.on_first.point}, {joint.second, joint.on_second.point}});
    }
  }
  // Adds the rims of a disk, or the circles of a ball.
  void add_wheel(const mbs::Joint& joint, const mbs::JointData<double>& data) {
    constexpr double thickness = 0.05;  // thickness relative to the radius
    const double radius = joint.radius->in<double>();
    const auto kind = joint.kind == mbs::JointKind::rolling_disk ? mbs::ShapeKind::cylinder : mbs::ShapeKind::sphere;
    for (auto& line : outlines_of(kind, {radius, thickness * radius, 0})) {
      for (auto& point : line) point = data.on_second.point + data.on_second.axes * point;
      shapes.emplace_back(data.second, std::move(line));
    }
  }
  void add(int body, const mbs::Marker<double>& marker, bool slides) {
    if (body != mbs::on_ground) return add(points[static_cast<std::size_t>(body)], marker.point);
    const DrawnPoint along = size / 2 * marker.axes.col(2);
    if (slides)
      ground.push_back({marker.point - along, marker.point + along});
    else
      ground.push_back({marker.point});
  }
  void add(Points& to, const DrawnPoint& point) const {
    const auto is_there = [&](const DrawnPoint& p) { return (p - point).norm() <= same_point * size; };
    if (std::ranges::none_of(to, is_there)) to.push_back(point);
  }

  void add_springs(const mbs::Mechanism& of) {
    std::size_t k = 0;
    for (const auto& force : assembly.forces) {
      const auto* spring = std::get_if<mbs::SpringForce<double>>(&force.law);
      if (!spring || k >= of.springs.size()) continue;
      const Attached first{force.nodes[0], spring->d.on_first}, second{force.nodes[1], spring->d.on_second};
      springs.push_back({of.springs[k++].name, first, second});
      for (const auto& [body, point] : {first, second}) {
        if (body == mbs::on_ground)
          ground.push_back({point});
        else
          add(points[static_cast<std::size_t>(body)], point);
      }
    }
  }

  void add_beams(const mbs::Mechanism& of) {
    is_node.assign(points.size(), false);
    auto element = of.beam_elements.begin();
    for (const auto& force : assembly.forces) {
      const auto* law = std::get_if<mbs::BeamForce<double>>(&force.law);
      if (!law) continue;
      const auto node = [&](std::size_t a) { return Attached{force.nodes[a], law->frames[a].point}; };
      if (beams.empty() || beams.back().name != element->beam) beams.push_back({element->beam, {node(0)}});
      for (const std::size_t a : {1, 2}) beams.back().nodes.push_back(node(a));
      for (const std::size_t a : {0, 1, 2})  // carried sections follow their nodes
        if (const int body = force.nodes[a]; body != mbs::on_ground) is_node[static_cast<std::size_t>(body)] = true;
      ++element;
    }
  }
  // Returns the points of a curve that consists of a parabola through the three nodes of each element.
  static Points bent(const BentLine& beam, const Vec<double>& q) {
    constexpr int pieces = 4;
    Points out = {place(beam.nodes.front(), q)};
    for (std::size_t k = 0; k + 2 < beam.nodes.size(); k += 2)
      for (int i = 1; i <= pieces; ++i) {
        const double xi = 2. * i / pieces - 1;
        out.push_back(xi * (xi - 1) / 2 * place(beam.nodes[k], q) + (1 - xi * xi) * place(beam.nodes[k + 1], q) +
                      xi * (xi + 1) / 2 * place(beam.nodes[k + 2], q));
      }
    return out;
  }

  // Adds a shape. A shape of the ground is given in space.
  void add_shape(const mbs::Shape& shape, const mbs::Mechanism& of) {
    const auto found = std::ranges::find(of.bodies, shape.body, &mbs::Body::name);
    const int body = found == of.bodies.end() ? mbs::on_ground : static_cast<int>(found - of.bodies.begin());
    const DrawnPoint origin = to_drawing(*shape.place.point);
    if (shape.kind == mbs::ShapeKind::point) {
      if (body != mbs::on_ground) add(points[static_cast<std::size_t>(body)], origin);
      return;
    }
    const DrawnPoint z = mbs::unit<double>(to_drawing(*shape.place.axis)), x = to_drawing(*shape.place.reference);
    Mat<double, 3> axes;
    axes << x, z.cross(x), z;
    for (auto& line : outlines_of(shape.kind, to_drawing(shape.size))) {
      for (auto& point : line) point = origin + axes * point;
      shapes.emplace_back(body, std::move(line));
    }
  }
  Stroke shape_outline(int body, Outline line, const Vec<double>& q) const {
    for (auto& point : line) point = place({body, point}, q);
    return outline(body == mbs::on_ground ? std::string(mbs::ground) : body_of({body, {}}).name, std::move(line));
  }

  void add_trails() {
    for (const auto& output : assembly.outputs) {
      if (output.kind != OutputKind::position && output.kind != OutputKind::velocity) continue;
      if (output.of == mbs::on_ground) continue;
      const Attached point{output.of, output.vector};
      const auto is_there = [&](const Attached& other) {
        return other.first == point.first && (other.second - point.second).norm() <= same_point * size;
      };
      if (std::ranges::any_of(trails, is_there)) continue;
      trails.push_back(point);
      if (point.second.norm() > same_point * size) add(points[static_cast<std::size_t>(output.of)], point.second);
    }
  }

  Eigen::AlignedBox3d box_of_shapes(int k) const {
    Eigen::AlignedBox3d box;
    for (const auto& [body, line] : shapes)
      for (const auto& point : line)
        if (body == k) box.extend(point);
    return box;
  }
  // Returns the second end of the bar that represents a body with the single attachment point `corner`: the centre of
  // its shapes if they do not contain `corner`. Without shapes: the centre of mass, or the mirror image of `corner` at
  // the centre of mass if the body has a single joint.
  DrawnPoint other_end(int k, const DrawnPoint& corner, const Eigen::AlignedBox3d& shape) const {
    if (!shape.isEmpty()) return shape.contains(corner) ? corner : DrawnPoint(shape.center());
    const auto holds = [k](const auto& joint) { return joint.first == k || joint.second == k; };
    return std::ranges::count_if(assembly.joints, holds) > 1 ? DrawnPoint::Zero() : DrawnPoint(-corner);
  }
  // Returns whether the shapes replace the outline through the attachment points (corners). If a corner is far from the
  // shapes, they are only a part of the body, such as a camera.
  static bool stands_for(const Eigen::AlignedBox3d& shape, const Points& corners) {
    return !shape.isEmpty() && std::ranges::all_of(corners, [&](const DrawnPoint& corner) {
      return shape.exteriorDistance(corner) <= shape.sizes().norm() / 2;
    });
  }
  void add_body(int k, const Vec<double>& q, std::vector<Stroke>& out) const {
    const auto& body = assembly.bodies[static_cast<std::size_t>(k)];
    Points corners = points[static_cast<std::size_t>(k)];
    const auto shape = box_of_shapes(k);
    if (corners.size() == 1 && corners.front().norm() > same_point * size)
      add(corners, other_end(k, corners.front(), shape));
    if (corners.size() < 2) {
      if (shape.isEmpty() && body.mass > 0) add_box(k, q, out);
      return;
    }
    const bool is_bar = in_line(corners, size);
    if (!is_bar && stands_for(shape, corners)) return;
    if (is_bar) {
      const DrawnPoint along = corners[1] - corners[0];
      std::ranges::sort(corners, {}, [&](const DrawnPoint& p) { return p.dot(along); });
    } else {
      sort_around_centre(corners);
    }
    for (auto& corner : corners) corner = place({k, corner}, q);
    out.push_back(is_bar ? bar(body.name, std::move(corners)) : outline(body.name, std::move(corners)));
  }
  void add_box(int k, const Vec<double>& q, std::vector<Stroke>& out) const {
    const auto& body = assembly.bodies[static_cast<std::size_t>(k)];
    DrawnPoint half = half_edges(body, 0.01 * size);
    constexpr double most = 0.02;  // limit of the half edges of a body with joints, relative to the mechanism's size
    const auto holds = [k](const auto& joint) { return joint.first == k || joint.second == k; };
    if (size > no_size && std::ranges::any_of(assembly.joints, holds)) half = half.cwiseMin(most * size);
    const auto corner = [&](double x, double y, double z) {
      return place({k, DrawnPoint(x * half[0], y * half[1], z * half[2])}, q);
    };
    for (const double x : {-1., 1.})
      out.push_back(outline(body.name, {corner(x, -1, -1), corner(x, 1, -1), corner(x, 1, 1), corner(x, -1, 1)}));
    for (const double y : {-1., 1.})
      out.push_back(outline(body.name, {corner(-1, y, -1), corner(1, y, -1), corner(1, y, 1), corner(-1, y, 1)}));
  }

  mbs::Assembly<double> assembly;
  double size = 1;             // size of the mechanism [m]
  std::vector<Points> points;  // attachment and output points of each body
  std::vector<Points> ground;
  std::vector<Line> springs, links;
  std::vector<BentLine> beams;
  std::vector<bool> is_node;   // whether a body is a beam node; the beam represents it in the picture
  std::vector<bool> is_rotor;  // whether a body is the rotor of an armature; the picture omits it
  std::vector<std::pair<int, Outline>> shapes;
  std::vector<Attached> trails;
  DrawnPoint up;
};

// Caches the sketch for the last parameters, because all frames of an animation have the same parameters.
class LastSketch {
 public:
  explicit LastSketch(std::function<mbs::Mechanism(const Parameters&)> of) : mechanism_(std::move(of)) {}

  std::shared_ptr<const Sketch> of(const Parameters& p) {
    const std::lock_guard lock(mutex_);
    if (auto data = p.canonical(); !sketch_ || data != data_) {
      sketch_ = std::make_shared<const Sketch>(mechanism_(p));
      data_ = std::move(data);
    }
    return sketch_;
  }

 private:
  std::function<mbs::Mechanism(const Parameters&)> mechanism_;
  std::mutex mutex_;
  std::string data_;
  std::shared_ptr<const Sketch> sketch_;
};

}  // namespace

MotionDrawing mechanism_drawing(std::function<mbs::Mechanism(const Parameters&)> mechanism) {
  return {View::space,
          [last = std::make_shared<LastSketch>(std::move(mechanism))](
              const Parameters& p, std::string_view, double, const Vec<double>& q) { return last->of(p)->strokes(q); }};
}

}  // namespace plumb
