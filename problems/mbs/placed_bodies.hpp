#pragma once
// The poses of the bodies in the initial configuration, and the conversion of points, directions and frames to them.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "problems/mbs/assembly.hpp"
#include "problems/mbs/frames.hpp"
#include "problems/mbs/mechanism_check.hpp"

namespace plumb::mbs {

template <class T>
class PlacedBodies {
 public:
  /// Adds a body after the existing bodies.
  void place(const Body& body) {
    numbers_of_bodies.emplace(body.name, static_cast<int>(poses.size()));
    BodyState<T> state;
    attitudes.push_back(attitude_of<T>(body));
    state.r = numbers<T>(body.position);
    state.v = numbers<T>(body.velocity);
    state.w = numbers<T>(body.angular_velocity);
    state.A = so3::matrix<T>(attitudes.back());
    poses.push_back(state);
  }

  // body() returns the index of a body, or −1 for the ground; pose() returns its initial state.
  int body(std::string_view name) const { return name == ground ? on_ground : numbers_of_bodies.at(name); }
  const BodyState<T>& pose(int body) const { return body == on_ground ? earth : poses[static_cast<std::size_t>(body)]; }

  // These convert a point or direction, which is given in `frame`, to the frame of the body.
  Vector<T> point(int body, Frame frame, const Triple& x) const {
    const auto& at = pose(body);
    const Vector<T> components = numbers<T>(x);
    return frame == Frame::body ? components : Vector<T>(at.A.transpose() * (components - at.r));
  }
  Vector<T> direction(int body, Frame frame, const Triple& x) const {
    const Vector<T> components = numbers<T>(x);
    return unit(frame == Frame::body ? components : Vector<T>(pose(body).A.transpose() * components));
  }

  // Returns the frame of a joint in a body. Without place.reference, `shared` is the direction of the axis x in space.
  Marker<T> marker(int body, const Place& place, const std::optional<Vector<T>>& other_axis,
                   const std::optional<Vector<T>>& shared, const std::string& owner) const {
    const Matrix<T> inverse = pose(body).A.transpose();
    Marker<T> made;
    if (place.point) made.point = point(body, place.frame, *place.point);
    const Vector<T> up(T(0), T(0), T(1));
    const Vector<T> z =
        place.axis ? direction(body, place.frame, *place.axis) : unit<T>(inverse * (other_axis ? *other_axis : up));
    std::optional<Vector<T>> x;
    if (place.reference) {
      x = across(z, direction(body, place.frame, *place.reference));
      if (!x) throw MechanismMistake(Mistake::contradiction, owner, "the reference is parallel to the axis");
    } else if (shared) {
      x = across(z, Vector<T>(inverse * *shared));
    }
    made.axes = frame_of(x ? *x : any_across(z), z);
    return made;
  }

  /// Writes the initial positions and velocities of all bodies.
  void write_start(Assembly<T>& out) const {
    out.q = zeros<Vec<T>>(7 * out.places());
    out.v = zeros<Vec<T>>(6 * out.places());
    for (Eigen::Index b = 0; b < out.count(); ++b) {
      const auto& pose = poses[static_cast<std::size_t>(b)];
      out.q.template segment<3>(7 * b) = pose.r;
      out.q.template segment<4>(7 * b + 3) = attitudes[static_cast<std::size_t>(b)];
      out.v.template segment<3>(6 * b) = pose.v;
      out.v.template segment<3>(6 * b + 3) = pose.w;
    }
  }

 protected:
  std::vector<BodyState<T>> poses;

 private:
  std::vector<so3::Quaternion<T>> attitudes;
  BodyState<T> earth;
  std::unordered_map<std::string_view, int> numbers_of_bodies;
};

}  // namespace plumb::mbs
