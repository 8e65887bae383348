#pragma once

#include <string>

namespace plumb {

/// Returns a waiting time [s] as text: "45 s", "3 min 20 s", "2 h 5 min".
std::string duration(double seconds);

}  // namespace plumb
