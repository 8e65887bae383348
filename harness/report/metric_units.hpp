#pragma once
// Units of the metrics that runs have, whatever they are runs of.

#include <map>
#include <optional>
#include <string>

#include "harness/cell/cell.hpp"
#include "harness/run/observable.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

class MetricUnits {
 public:
  /// The metrics of one more run.
  void add(const Cell& cell, const RunResult& result);
  /// By their names; "-" is dimensionless, "SI" one that the runs or their constraints do not share.
  const std::map<std::string, std::string>& units() const { return units_; }
  /// In words; empty: this build does not know the metric.
  std::string meaning(const std::string& metric) const;

 private:
  const std::optional<Subject>& subject_of(const Cell& cell);

  std::map<std::string, std::string> units_, meanings_;
  std::map<std::string, std::optional<Subject>> subjects_;  // by problem, data and formulation
};

}  // namespace plumb
