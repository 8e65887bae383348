#pragma once

#include <string>

namespace plumb {

/// A time that somebody has to wait: "45 s", "3 min 20 s", "2 h 5 min".
std::string duration(double seconds);

}  // namespace plumb
