#pragma once
// Equations in which almost all terms depend on time, positions and velocities.

namespace plumb::testing {

inline constexpr const char* driven = R"toml(schema = 1
name = "driven"
t_end = 1
[[coordinate]]
name = "u"
start = 0.3
[[coordinate]]
name = "w"
start = 0.2
rate = 0.4
[[coordinate]]
name = "z"
start = 0.1
[equations]
mass = [["2 + sin(w)", "u/5", 0], ["u/5", "1 + u^2", "z/7"], [0, "z/7", "3"]]
force = ["-u*w' + cos(t)", "u'^2 - z", "-0.2*z' + sin(t)*u"]
constraint = ["u*w - sin(2*t)*z + t^2/3"]
potential = "u^2*(1 + t/2) + z*w"
)toml";

}  // namespace plumb::testing
