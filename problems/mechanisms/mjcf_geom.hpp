#pragma once
// <inertial> and <geom> of MJCF: the parts that have mass, and the parts that are drawn.

#include <vector>

#include "problems/mechanisms/mjcf_item.hpp"

namespace plumb {

/// Reads <inertial>: mass, and diaginertia or fullinertia.
RobotInertial mjcf_inertial(const XmlItem& item, const MjcfCompiler& compiler);

/// The inertia of a homogeneous sphere, capsule, cylinder, ellipsoid or box (with `shellinertia`: of its surface), from
/// its mass or its density, which is 1000 kg/m³ or kg/m² by default. A plane or a geom without mass has none.
std::optional<RobotInertial> mjcf_inertial_of_geom(const XmlItem& geom, const MjcfCompiler& compiler);
/// Returns whether the mass of a geom is unknown here, as for a mesh or for a shape fitted to a mesh.
bool has_unknown_inertia(const XmlItem& geom);
/// Reads the pose of a geom or site, which may lie along `fromto`.
RobotPose mjcf_pose_with_ends(const XmlItem& item, const MjcfCompiler& compiler);
/// Returns whether a geom is a plane, which has to stand still.
bool is_plane(const XmlItem& geom);

/// The shapes to draw; a capsule is a cylinder between spheres. Planes, ellipsoids and meshes are not drawn.
std::vector<RobotShape> mjcf_shapes_of_geom(const XmlItem& geom, const MjcfCompiler& compiler);

}  // namespace plumb
