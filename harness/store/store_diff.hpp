#pragma once
// Compares two stores cell by cell: which results changed, in what, and how many digits agree.
//
// Results are compared as they were written, so that stores of other builds can be read whatever keys they have. Cells
// match by what they mean: a setting or parameter that the writing build did not know has its default. How long a run
// took and where it ran is no part of its result.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/store.hpp"

namespace plumb {

/// A build whose runs are in a store.
struct RecordedBuild {
  std::string fingerprint;  // of its sources
  Json environment;         // of its newest run
  std::size_t runs = 0;     // how many were taken into the record
};

/// The newest run of each cell of a store.
struct Record {
  struct Run {
    Cell cell;
    Json result;  // "status" to "environment"
    std::string fingerprint, created;
  };
  std::map<std::string, Run> runs;  // by canonical cell
  std::vector<RecordedBuild> builds;
};

/// Returns the newest run of each cell, among all or among those of one build, whose source fingerprint or commit
/// begins with `build`. Throws UsageError listing the builds if none does, StoreError if a row cannot be read.
Record record_of(const Store& store, const std::optional<std::string>& build = {});

/// A value that is not the same in two results. Each metric, counter or output is one value, and so is each of the
/// vectors q, v, a and lambda.
struct Difference {
  std::string part;              // "status", "metrics", "counters", "q", ...
  std::string name;              // "end.q"; if the part is a single value, the name of the part
  Json before, after;            // null: no number there
  std::optional<double> digits;  // see agreeing_digits(); empty if no number was measured
};

/// Returns what is not the same bit for bit in two results, under the keys of run_json() or any others. null counts as
/// absent. Timing and environment are no part of a result. Bits are not compared where the mathematical functions
/// differ.
std::vector<Difference> differences(const Json& before, const Json& after);

struct ChangedCell {
  std::string key;  // canonical cell
  Cell cell;
  std::vector<Difference> differences;

  /// Returns the status if it changed, otherwise the difference with the fewest agreeing digits.
  const Difference& worst() const;
};

struct StoreDiff {
  std::size_t both = 0;  // cells in both
  std::vector<Cell> only_before, only_after;
  std::vector<ChangedCell> changed;  // the worst first

  std::size_t identical() const { return both - changed.size(); }
  bool same() const { return changed.empty() && only_before.empty() && only_after.empty(); }
  /// Counts changed cells by the parts that differ.
  std::map<std::string, std::size_t> parts() const;
  /// Counts changed cells by method.
  std::map<std::string, std::size_t> methods() const;
};

/// Compares bit for bit. null counts as absent, since neither is a number.
StoreDiff difference(const Record& before, const Record& after);

/// Returns in how many decimal digits two numbers or lists of numbers agree, relative to the largest magnitude in
/// either: −log10(max|x − y| / max(|x|, |y|)), at least 0 and at most 17. With 0 nothing agrees but 0. The result is 0
/// if only one of the two is a number, or if the lengths differ. It is empty if neither is a number, or if one
/// is a text or an object.
std::optional<double> agreeing_digits(const Json& before, const Json& after);

}  // namespace plumb
