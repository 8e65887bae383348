#pragma once
// Where quantities are measured: runs through the matrix, stability through the analysis; each thing once.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/paper/quantity.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {

/// What came out; without a number or a word the note says why.
struct Measured {
  std::optional<double> number;
  std::string note;
  bool ran = true;        // false: there should be a result and there is none
  std::string word = {};  // of a quantity that is no number
};

class Laboratory {
 public:
  explicit Laboratory(MatrixOptions matrix_options) : options(std::move(matrix_options)) {}

  /// Runs and analyses what the quantities need.
  void measure(const std::vector<const Quantity*>& quantities);
  /// The value of a quantity that `measure` was given.
  Measured value(const Quantity& quantity);

  bool interrupted() const { return was_interrupted; }

 private:
  const RunResult* result(const ResolvedCell& cell) const;
  Measured metric(const Quantity& quantity) const;
  Measured status(const Quantity& quantity) const;
  Measured log_ratio(const Quantity& quantity) const;
  Measured counter(const Quantity& quantity) const;
  Measured iterations(const Quantity& quantity) const;
  Measured order(const Quantity& quantity) const;
  void measure_alone(const std::vector<const Quantity*>& quantities);

  MatrixOptions options;
  std::map<std::string, RunResult> results;  // by cell id
  std::map<std::string, Measured> alone;     // by everything they depend on: what is no plain run
  bool was_interrupted = false;
};

}  // namespace plumb
