// Main program of the benchmarks. It first verifies that loops which must agree have equal results, and then times
// them.

#include <benchmark/benchmark.h>

#include <cstdio>

#include "harness/speed/agreement.hpp"
#include "harness/speed/registration.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const auto& add : plumb::registrations()) add();
  bool agree = true;
  for (const auto& agreement : plumb::agreements()) {
    const auto difference = agreement();
    if (difference.empty()) continue;
    std::fprintf(stderr, "%s\n", difference.c_str());
    agree = false;
  }
  if (!agree) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
