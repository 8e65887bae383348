#pragma once
// Units of the metrics of runs. The runs may belong to different problems.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "contract/remembered.hpp"
#include "harness/cell/cell.hpp"
#include "harness/run/observable.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

class MetricUnits {
 public:
  /// Adds the metrics of one more run.
  void add(const Cell& cell, const RunResult& result);
  /// Units by the names of metrics. "-" means dimensionless. "SI" means that the runs, or the constraints of one run,
  /// do not share a unit.
  const std::map<std::string, std::string>& units() const { return units_; }
  /// Returns a description of the metric; empty if this build does not define the metric.
  std::string meaning(const std::string& metric) const;

 private:
  using Units = std::unordered_map<std::string, std::string>;  // units of all metrics, by name
  /// Shared by all runs with the same problem, data and formulation.
  struct Known {
    std::optional<Subject> subject;  // none: this build does not have the problem, formulation or data
    std::shared_ptr<const Units> units;
  };
  const Known& known_of(const Cell& cell);
  std::shared_ptr<const Units> units_of(const Subject& subject);

  std::map<std::string, std::string> units_, meanings_;
  Remembered<std::string, Known> known_;                                  // units by problem, data and formulation
  std::unordered_map<std::string, std::shared_ptr<const Units>> shared_;  // units by all data that determine them
};

}  // namespace plumb
