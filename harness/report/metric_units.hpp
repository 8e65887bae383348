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
  /// What runs are of, and the units of their metrics as far as they were asked for.
  struct Known {
    std::optional<Subject> subject;
    std::map<std::string, std::string> units = {};

    const std::string& unit_of(const std::string& metric);
  };
  Known& known_of(const Cell& cell);

  std::map<std::string, std::string> units_, meanings_;
  std::map<std::string, Known> known_;  // by problem, data and formulation
};

}  // namespace plumb
