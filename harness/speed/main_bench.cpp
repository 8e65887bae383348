// The benchmarks first compare the results that must agree, and then time them.

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
