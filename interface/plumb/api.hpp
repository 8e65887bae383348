#pragma once
// Plumb as a library of C++: #include <plumb/api.hpp>, find_package(plumb), plumb::harness.

#include "harness/api/api.hpp"
