#pragma once
// The working precisions for which a source instantiates its templates: all three, or PLUMB_SCALAR alone if the build
// compiles the source separately for each precision (plumb_by_scalar in cmake/PlumbModule.cmake).

/// Writes DEFINE(T) for every working precision T of this source.
#ifdef PLUMB_SCALAR
#define PLUMB_EACH_SCALAR(DEFINE) DEFINE(PLUMB_SCALAR)
#else
#define PLUMB_EACH_SCALAR(DEFINE) DEFINE(double) DEFINE(long double) DEFINE(quad)
#endif
