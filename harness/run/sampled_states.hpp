#pragma once
// The sampled states of a run in double, as written to trajectory files.

#include <cstddef>
#include <vector>

#include "harness/run/run.hpp"

namespace plumb {

/// A matrix stored row by row; each row is one sample.
struct StateRows {
  std::vector<double> numbers = {};
  std::size_t columns = 0;

  void add(const Vec<quad>& row) {
    columns = static_cast<std::size_t>(row.size());
    for (const quad& x : row) numbers.push_back(static_cast<double>(x));
  }
};

struct SampledStates {
  std::vector<double> t = {};  // sample times [s]
  StateRows q = {}, v = {}, a = {}, lambda = {}, outputs = {};

  void add(const Sample<quad>& sample) {
    t.push_back(static_cast<double>(sample.t));
    q.add(sample.q);
    v.add(sample.v);
    a.add(sample.a);
    lambda.add(sample.lambda);
    outputs.add(sample.outputs);
  }
};

}  // namespace plumb
