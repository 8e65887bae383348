#pragma once
// Where quantities are measured: runs through the matrix, stability through the analysis; each thing once.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/matrix.hpp"
#include "harness/paper/quantity.hpp"

namespace plumb {

/// What came out; without a number the note says why.
struct Measured {
  std::optional<double> number;
  std::string note;
  bool ran = true;  // false: there should be a result and there is none
};

class Laboratory {
 public:
  explicit Laboratory(MatrixOptions matrix_options) : options(std::move(matrix_options)) {}

  /// Runs what the quantities need. Afterwards `value` of each is cheap, but for the analyses.
  void measure(const std::vector<const Quantity*>& quantities);
  /// The value of a quantity that `measure` was given.
  Measured value(const Quantity& quantity);

  bool interrupted() const { return was_interrupted; }
  int from_store() const { return store_hits; }

 private:
  const RunResult* result(const Cell& cell) const;
  Measured metric(const Quantity& quantity) const;
  Measured counter(const Quantity& quantity) const;
  Measured order(const Quantity& quantity) const;
  Measured deviation_time(const Quantity& quantity);
  Measured analysis(const Quantity& quantity);

  MatrixOptions options;
  std::map<std::string, RunResult> results;   // by cell id
  std::map<std::string, Measured> analysed;   // by title
  bool was_interrupted = false;
  int store_hits = 0;
};

}  // namespace plumb
