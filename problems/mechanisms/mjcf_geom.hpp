#pragma once
// <inertial> and <geom> of MJCF: the parts that have mass, and the parts that are drawn.

#include <vector>

#include "problems/mechanisms/mjcf_item.hpp"

namespace plumb {

/// Reads <inertial>: mass, and diaginertia or fullinertia.
RobotInertial mjcf_inertial(const XmlItem& item, const MjcfCompiler& compiler);

/// The inertia of a homogeneous sphere, capsule, cylinder, ellipsoid or box, from its mass or its density, which is
/// 1000 kg/m³ by default. A plane, a mesh, or a geom without mass has none.
std::optional<RobotInertial> mjcf_inertial_of_geom(const XmlItem& geom, const MjcfCompiler& compiler);

/// The shapes to draw; a capsule is a cylinder between spheres. Planes, ellipsoids and meshes are not drawn.
std::vector<RobotShape> mjcf_shapes_of_geom(const XmlItem& geom, const MjcfCompiler& compiler);

}  // namespace plumb
