#pragma once
// <inertial> and <geom> of MJCF files: the elements with mass, and the shapes for pictures.

#include <vector>

#include "problems/mechanisms/mjcf_item.hpp"

namespace plumb {

/// Reads <inertial>: mass, and diaginertia or fullinertia.
RobotInertial mjcf_inertial(const XmlItem& item, const MjcfCompiler& compiler);

/// Returns the inertia of a homogeneous sphere, capsule, cylinder, ellipsoid or box (with `shellinertia`: of its
/// surface), from its mass or its density, by default 1000 kg/m³ (surface: kg/m²). nullopt: a plane, a mesh, a
/// shape fitted to a mesh, or a geom without mass.
std::optional<RobotInertial> mjcf_inertial_of_geom(const XmlItem& geom, const MjcfCompiler& compiler);
/// Returns whether the mass of a geom cannot be computed from the file, as for a mesh or a shape fitted to a mesh.
bool has_unknown_inertia(const XmlItem& geom);
/// Reads the pose of a geom or site, whose axis may be given by its two end points (`fromto`).
RobotPose mjcf_pose_with_ends(const XmlItem& item, const MjcfCompiler& compiler);
/// Returns whether a geom is a plane. Planes must be fixed to the world.
bool is_plane(const XmlItem& geom);

/// Returns the shapes for pictures; a capsule is a cylinder between two spheres. Planes, ellipsoids and meshes have
/// none.
std::vector<RobotShape> mjcf_shapes_of_geom(const XmlItem& geom, const MjcfCompiler& compiler);

}  // namespace plumb
