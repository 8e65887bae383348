#pragma once
// The expected work of reproducing a paper: the number of runs, of stored runs and of analyses, and the core time.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/paper/figure.hpp"
#include "harness/schedule/estimate.hpp"

namespace plumb {

/// The expected work of a paper or of some items of it.
struct PaperEstimate {
  std::string paper;
  StudyEstimate runs;
  std::size_t analyses = 0;     // number of linear analyses that are not stored
  double analysis_seconds = 0;  // expected time of these analyses on one core [s]
  /// The measured core time from the paper file [s]. None if the file has none, if only some items run, or if a store
  /// holds some of the work.
  std::optional<double> measured_seconds = {};

  /// Returns the core time [s]: as measured, otherwise as expected from the sizes of systems and numbers of steps.
  double seconds() const { return measured_seconds.value_or(runs.seconds + runs.reference_seconds + analysis_seconds); }
  bool is_measured() const { return measured_seconds.has_value(); }
  /// Returns the source of the core time as text.
  std::string time_source() const;
};

/// Returns the estimate as the object of `plumb reproduce --estimate --json`.
Json to_json(const PaperEstimate& estimate, int jobs);

/// Collects the runs and analyses of quantities and figures. Each run and each analysis counts once.
class ExpectedWork {
 public:
  /// The store may be null. It must outlive this object.
  explicit ExpectedWork(const Store* store) : store_(store) {}

  void add(const std::vector<const Quantity*>& quantities);
  /// `is_known`: the data of the figure are stored, so it needs neither analyses nor new results of runs.
  void add(const FigureSpec& figure, bool is_known);

  /// Returns the estimate. Checks for stop requests. Throws StoreError.
  PaperEstimate estimate() const;

 private:
  struct Run {
    const ResolvedCell* cell;
    bool needs_samples = false;  // whether samples are required, which no store holds
    bool needs_result = false;   // whether a result is required, which a store may hold
  };

  void add(const Quantity& quantity);
  void add(const ResolvedCell& cell, bool with_samples);
  bool is_derived(const std::string& key) const;

  const Store* store_;
  std::map<std::string, Run> runs_;  // runs by cell id
  std::set<std::string> known_;      // keys of the quantities that were added
  std::size_t analyses_ = 0;
  double analysis_seconds_ = 0;
};

}  // namespace plumb
