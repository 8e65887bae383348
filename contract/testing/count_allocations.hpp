#pragma once
// Counts heap allocations by interposing malloc. It must be included in only one source of a separate executable
// (*_allocation_test.cpp).

#include <cstddef>

namespace plumb::testing {

inline long allocations = 0;

}  // namespace plumb::testing

// The malloc of glibc. All allocations, also by operator new and Eigen, call malloc.
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier)
extern "C" void* malloc(std::size_t size) {        // NOLINT(misc-definitions-in-headers)
  ++plumb::testing::allocations;
  return __libc_malloc(size);
}
