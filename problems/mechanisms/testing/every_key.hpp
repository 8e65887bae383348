#pragma once
// Mechanism files with every key that there is.

namespace plumb::testing {

// The first two files have every key of mechanism files, the third file has every key of robots.
inline constexpr const char* of_bodies = R"(schema = 1
name = "all"
title = "every key"
source = "none"
t_end = 1
t_begin = 0
gravity = [0, 0, -9.81]
gravity_factor = { sines = [{ amplitude = 1, rate = 1, phase = 1 }] }
start = "correct"
redundant = "remove"
reference = "certified"
up = [0, 0, 1]
momenta = false
[parameters]
length = { value = 2, unit = "m", meaning = "length", minimum = 0.01, maximum = 9 }
data = { value = "long", choices = ["long", "short"], meaning = "which" }
[constants]
mass = { by = "data", long = 2, short = 1 }
[[body]]
name = "arm"
mass = "mass"
inertia = [1, 1, 1]
position = [1, 0, 0]
first_axis = [1, 0, 0]
second_axis = [0, 1, 0]
velocity = [0, 0, 0]
angular_velocity = [0, 0, 0]
centre = [0, 0, 0]
[[body]]
name = "bar"
density = 7800
shape = { kind = "bar", axis = "x", length = "length", width = 0.1, height = 0.1 }
position = [2, 0, 0]
turns = [{ axis = [0, 0, 1], angle = 0 }]
[[body]]
name = "box"
mass = 1
shape = { kind = "box", size = [1, 1, 1] }
position = [3, 0, 0]
[[body]]
name = "tin"
mass = 1
shape = { kind = "cylinder", axis = "z", length = 1, radius = 0.5 }
position = [2, 0, 0]
part_of = "bar"
[[body]]
name = "ball"
mass = 1
shape = { kind = "sphere", radius = 1 }
position = [9, 0, 1]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "arm"]
point = [0, 0, 0]
axis = [0, 1, 0]
reference = [1, 0, 0]
limits = [-1, 1]
armature = 0.1
[[joint]]
name = "slide"
kind = "translational"
bodies = ["arm", "bar"]
on_first = { frame = "space", point = [1, 0, 0], axis = [1, 0, 0], reference = [0, 0, 1] }
on_second = { frame = "space", point = [2, 0, 0], axis = [1, 0, 0], reference = [0, 0, 1] }
[[joint]]
name = "elbow"
kind = "revolute"
bodies = ["bar", "box"]
point = [2.5, 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "rope"
kind = "distance"
bodies = ["ground", "box"]
on_first = { point = [3, 0, 5] }
on_second = { point = [0, 0, 0] }
length = 5
[[joint]]
name = "wheel"
kind = "rolling-ball"
bodies = ["ground", "ball"]
on_first = { point = [0, 0, 0], axis = [0, 0, 1] }
on_second = { point = [0, 0, 0] }
radius = 1
[[gear]]
name = "mesh"
joints = ["elbow", "hinge"]
ratio = 1
offset = 0
[[driver]]
name = "motor"
joint = "slide"
coordinate = "translation"
imposes = "coordinate"
table = { rows = [[0, 1], [1, 1]], ends = "natural", outside = "line", scale = [1, 1], shift = [0, 0] }
[[force]]
name = "push"
kind = "force"
body = "arm"
frame = "body"
vector = [1, 0, 0]
at = { frame = "body", point = [0, 0, 0] }
polynomial = [1, 2]
[[force]]
name = "twist"
kind = "torque"
body = "arm"
frame = "space"
vector = [1, 0, 0]
from = 0
pieces = [{ until = 1, polynomial = [1], sines = [{ amplitude = 1, rate = 1 }] }, { until = 2, ramp = [1, 2], smooth_ramp = [0, 1] }]
[[force]]
name = "coil"
kind = "spring"
bodies = ["ground", "arm"]
on_first = { frame = "body", point = [0, 0, 1] }
on_second = { frame = "body", point = [0, 0, 0] }
stiffness = 1
damping = 1
free_length = 1
factor = { polynomial = [1] }
sines = [{ amplitude = 1, rate = 1 }]
[[force]]
name = "return"
kind = "rotational-spring"
joint = "hinge"
stiffness = 1
damping = 1
free_angle = 0
friction = 1
friction_speed = 1
factor = { sines = [{ amplitude = 1, rate = 1 }] }
[[force]]
name = "stop"
kind = "translational-spring"
bodies = ["arm", "bar"]
on_first = { frame = "space", point = [1, 0, 0], axis = [1, 0, 0] }
on_second = { point = [0, 0, 0] }
stiffness = 1
damping = 1
free_translation = 0
friction = 1
friction_speed = 1
factor = { from = 0, pieces = [{ until = 1, polynomial = [1] }] }
[[force]]
name = "rub"
kind = "friction"
joint = "slide"
coefficient = 0
threshold = 1e-5
normal = [0, 0, 1]
[[torque]]
name = "servo"
joint = "elbow"
sines = [{ amplitude = 1, rate = 1 }]
[[output]]
name = "x"
kind = "acceleration"
meaning = "of a point"
body = "arm"
component = "x"
frame = "body"
point = [0, 0, 0]
by = "equations"
[[output]]
name = "a"
kind = "attitude"
body = "arm"
component = "x"
frame = "body"
axis = [0, 0, 1]
[[output]]
name = "b"
kind = "angle"
body = "arm"
sequence = "zyx"
component = "first"
[[output]]
name = "c"
kind = "coordinate"
joint = "hinge"
coordinate = "rotation"
[[output]]
name = "d"
kind = "force"
joint = "hinge"
component = "x"
by = "method"
[[output]]
name = "e"
kind = "effort"
driver = "motor"
by = "method"
[[output]]
name = "f"
kind = "angular-momentum"
component = "x"
point = [0, 0, 0]
)";

inline constexpr const char* of_beams = R"(schema = 1
name = "beams"
t_end = 1
reference = "refined"
[[section]]
name = "strip"
shape = { kind = "rectangle", width = 0.03, height = 0.01 }
density = 7850
young = 2.1e11
poisson = 0.3
damping = 0
[[section]]
name = "wire"
shape = { kind = "circle", radius = 0.03 }
density = 7850
young = 2.1e11
poisson = 0.3
[[section]]
name = "pipe"
shape = { kind = "tube", radius = 0.03, inner_radius = 0.02 }
density = 7850
young = 2.1e11
poisson = 0.3
[[section]]
name = "plain"
mass = 1
inertia = [1, 1, 1]
stiffness = [1, 1, 1, 1, 1, 1]
[[beam]]
name = "blade"
section = "strip"
from = [0, 0, 0]
to = [1, 0, 0]
orientation = [0, 1, 0]
elements = 1
inertia = "lumped"
node_length = 1
end_moment = 1
balance = "finite-volume"
rotations = "relative"
first = "ground"
velocity = [0, 0, 0]
angular_velocity = [0, 0, 0]
[[beam]]
name = "bow"
section = "wire"
from = [0, 0, 0]
arc = { centre = [0, 1, 0], axis = [0, 0, 1], angle = 1 }
last = "ground"
[[beam]]
name = "wave"
section = "pipe"
curve = [[0, 0, 0], [1, 0, 0.1]]
[[output]]
name = "m"
kind = "section-moment"
beam = "blade"
station = 0.5
component = "x"
)";

inline constexpr const char* of_robots = R"(schema = 1
name = "robot"
t_end = 1
[urdf]
file = "arm.urdf"
base = "floating"
ignore = ["friction"]
fix = ["wrist"]
[initial]
base = { position = [0, 0, 1], turns = [{ axis = [0, 0, 1], angle = 0.2 }], velocity = [0, 0, 0], angular_velocity = [0, 0, 2] }
elbow = { position = 0.3, velocity = 1 }
)";

inline constexpr const char* arm = R"(<robot name="arm">
<link name="base"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="low"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="hand"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="elbow" type="continuous"><parent link="base"/><child link="low"/></joint>
<joint name="wrist" type="continuous"><parent link="low"/><child link="hand"/></joint></robot>)";

}  // namespace plumb::testing
