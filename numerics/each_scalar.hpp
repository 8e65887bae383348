#pragma once
// Which working precisions a source instantiates its templates for: all three, or the one that the build compiles it
// for (plumb_by_scalar in cmake/PlumbModule.cmake).

/// DEFINE(T) for every working precision T of this source.
#ifdef PLUMB_SCALAR
#define PLUMB_EACH_SCALAR(DEFINE) DEFINE(PLUMB_SCALAR)
#else
#define PLUMB_EACH_SCALAR(DEFINE) DEFINE(double) DEFINE(long double) DEFINE(quad)
#endif
