#pragma once
// <inertial> and <geom> of MJCF: what has mass, and what is drawn.

#include <vector>

#include "problems/mechanisms/mjcf_item.hpp"

namespace plumb {

/// <inertial>: mass, and diaginertia or fullinertia.
RobotInertial mjcf_inertial(const XmlItem& item, const MjcfCompiler& compiler);

/// A homogeneous sphere, capsule, cylinder, ellipsoid or box: of a mass, or of 1000 kg/m³ unless it has a density.
/// None: a plane, a mesh, or what has no mass.
std::optional<RobotInertial> mjcf_inertial_of_geom(const XmlItem& geom, const MjcfCompiler& compiler);

/// What of it is drawn: a capsule as a cylinder between spheres. Nothing: planes, ellipsoids, meshes.
std::vector<RobotShape> mjcf_shapes_of_geom(const XmlItem& geom, const MjcfCompiler& compiler);

}  // namespace plumb
