#pragma once
// A mechanism with a nonholonomic constraint: a linear condition on velocities that cannot be integrated.

namespace plumb {

/// A body on a ball joint whose angular velocity about the body's z axis is 0: Suslov 1902.
inline constexpr const char* suslovs_body = R"(schema = 1
name = "suslov"
t_end = 2
gravity = [0, 0, 0]
[[body]]
name = "body"
mass = 1
inertia = [2, 1.5, 1.8, 0, 0.4, 0]
position = [0, 0, 0]
angular_velocity = [1.5, 0, 0]
[[joint]]
name = "ball"
kind = "spherical"
bodies = ["body", "ground"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[driver]]
name = "blade"
joint = "ball"
coordinate = "rotation"
imposes = "rate"
polynomial = [0]
)";

}  // namespace plumb
