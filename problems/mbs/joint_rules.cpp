#include "problems/mbs/joint_rules.hpp"

#include <initializer_list>
#include <map>
#include <vector>

namespace plumb::mbs {
namespace {

using Rules = std::vector<JointRule>;
using Law = JointRule::Law;

const Rules whole_point = {{.law = Law::points_coincide, .words = "the points coincide"}};
const Rules point_by_rows = {{Law::in_plane, 0, 0, "the points coincide, first direction"},
                             {Law::in_plane, 1, 0, "the points coincide, second direction"},
                             {Law::in_plane, 2, 0, "the points coincide, third direction"}};
const Rules parallel_axes = {{Law::perpendicular, 0, 2, "the axes are parallel, first direction"},
                             {Law::perpendicular, 1, 2, "the axes are parallel, second direction"}};
const Rules point_on_axis = {{Law::in_plane, 0, 0, "the second point lies on the axis, first direction"},
                             {Law::in_plane, 1, 0, "the second point lies on the axis, second direction"}};
const Rules perpendicular_axes = {{Law::perpendicular, 2, 2, "the axes are perpendicular"}};
const Rules point_in_plane = {{Law::in_plane, 2, 0, "the second point lies in the plane"}};
const Rules no_rotation_about_axis = {{Law::perpendicular, 0, 1, "no rotation about the axis"}};
const Rules no_rotation = {{Law::perpendicular, 0, 1, "no rotation, third direction"},
                           {Law::perpendicular, 1, 2, "no rotation, first direction"},
                           {Law::perpendicular, 2, 0, "no rotation, second direction"}};
const Rules edge = {{Law::glides, 2, 0, "the edge does not move along its normal"}};
const Rules rolling = {{Law::on_plane, 2, 0, "the lowest point lies in the plane"},
                       {Law::rolls, 0, 0, "no slip, first direction"},
                       {Law::rolls, 1, 0, "no slip, second direction"}};
const Rules constant_distance = {{.law = Law::distance, .words = "the distance is constant"}};

Rules all_of(std::initializer_list<Rules> all) {
  Rules out;
  for (const auto& rules : all) out.insert(out.end(), rules.begin(), rules.end());
  return out;
}

std::map<JointKind, Rules> rules_of_kinds(const Rules& coincident_points) {
  return {{JointKind::spherical, coincident_points},
          {JointKind::universal, all_of({coincident_points, perpendicular_axes})},
          {JointKind::revolute, all_of({coincident_points, parallel_axes})},
          {JointKind::cylindrical, all_of({point_on_axis, parallel_axes})},
          {JointKind::translational, all_of({point_on_axis, parallel_axes, no_rotation_about_axis})},
          {JointKind::planar, all_of({point_in_plane, parallel_axes})},
          {JointKind::fixed, all_of({coincident_points, no_rotation})},
          {JointKind::distance, constant_distance},
          {JointKind::perpendicular, perpendicular_axes},
          {JointKind::in_plane, point_in_plane},
          {JointKind::knife_edge, edge},
          {JointKind::rolling_disk, rolling},
          {JointKind::rolling_ball, rolling}};
}

}  // namespace

std::span<const JointRule> joint_rules(JointKind kind, bool apart) {
  static const auto by_points = rules_of_kinds(whole_point), by_rows = rules_of_kinds(point_by_rows);
  return (apart ? by_rows : by_points).at(kind);
}

NeededData needed_data(JointKind kind) {
  switch (kind) {
    case JointKind::spherical:
    case JointKind::distance: return {true, true, false, false};
    case JointKind::fixed: return {false, false, false, false};
    case JointKind::perpendicular: return {false, false, true, true};
    case JointKind::in_plane:
    case JointKind::rolling_ball: return {true, true, true, false};
    case JointKind::knife_edge: return {true, false, true, false};
    default: return {true, true, true, true};
  }
}

bool has_coordinate(JointKind kind, Coordinate coordinate) {
  if (kind == JointKind::cylindrical) return true;
  return kind == (coordinate == Coordinate::rotation ? JointKind::revolute : JointKind::translational);
}

}  // namespace plumb::mbs
