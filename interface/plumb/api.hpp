#pragma once
// Plumb as a C++ library. Use #include <plumb/api.hpp>, and in CMake find_package(plumb) and the target plumb::harness.

#include "harness/api/api.hpp"
