#pragma once
// Counts heap allocations by interposing malloc: for one source of an executable of its own (*_allocation_test.cpp).

#include <cstddef>

namespace plumb::testing {

inline long allocations = 0;

}  // namespace plumb::testing

// glibc's own entry: all allocations, including operator new and Eigen, end in malloc.
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier)
extern "C" void* malloc(std::size_t size) {        // NOLINT(misc-definitions-in-headers)
  ++plumb::testing::allocations;
  return __libc_malloc(size);
}
