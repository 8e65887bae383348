#pragma once
// Before a paper is reproduced, its work is counted: runs, those that a store holds, analyses, and their time.

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
  std::size_t analyses = 0;     // linear analyses that are not stored
  double analysis_seconds = 0;  // of these, on one core [s]
  /// The time on one core that the paper file states [s]. None: it states none, only items are asked for, or a store
  /// holds some of the work.
  std::optional<double> measured_seconds = {};

  /// Returns the core time [s]: as measured, otherwise as expected from the sizes of systems and numbers of steps.
  double seconds() const { return measured_seconds.value_or(runs.seconds + runs.reference_seconds + analysis_seconds); }
  bool is_measured() const { return measured_seconds.has_value(); }
  /// Returns how the core time is known, in words.
  std::string known_from() const;
};

/// Collects what quantities and figures need. Each run and each analysis counts once.
class ExpectedWork {
 public:
  /// The store may be null, and has to outlive this object.
  explicit ExpectedWork(const Store* store) : store_(store) {}

  void add(const std::vector<const Quantity*>& quantities);
  /// `is_known`: the store has the data of the figure, so nothing has to run for it.
  void add(const FigureSpec& figure, bool is_known);

  /// Obeys stopping points. Throws StoreError.
  PaperEstimate estimate() const;

 private:
  struct Run {
    const ResolvedCell* cell;
    bool needs_samples = false;  // which are not stored
    bool needs_result = false;   // which may be stored
  };

  void add(const Quantity& quantity);
  void add(const ResolvedCell& cell, bool with_samples);
  bool is_derived(const std::string& key) const;

  const Store* store_;
  std::map<std::string, Run> runs_;  // by cell id
  std::set<std::string> known_;      // quantities that were added
  std::size_t analyses_ = 0;
  double analysis_seconds_ = 0;
};

}  // namespace plumb
