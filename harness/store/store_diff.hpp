#pragma once
// Two stores cell by cell: which results changed, in what, and how many digits are left.
//
// Results are compared as they were written, so that stores of other builds can be read whatever keys they know. Cells
// match by what they mean: a setting or parameter that a writer did not know yet has its default. How long a run took
// and where it ran is no part of its result.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/store.hpp"

namespace plumb {

/// One build whose runs a store holds.
struct RecordedBuild {
  std::string fingerprint;  // of its sources
  Json environment;         // of its newest run
  std::size_t runs = 0;     // that were taken
};

/// One run of each cell of a store: the newest one.
struct Record {
  struct Run {
    Cell cell;
    Json result;  // "status" to "environment"
    std::string fingerprint, created;
  };
  std::map<std::string, Run> runs;  // by canonical cell
  std::vector<RecordedBuild> builds;
};

/// The newest run of each cell, or that of the build whose source fingerprint or commit begins with `build`. Throws
/// UsageError listing the builds if none does, StoreError if a row cannot be read.
Record record_of(const Store& store, const std::optional<std::string>& build = {});

/// A value that is not the same: of metrics, counters and outputs one each, of q, v, a and lambda the vector.
struct Difference {
  std::string part;              // "status", "metrics", "counters", "q", ...
  std::string name;              // "end.q"; of a part that is one value, the part
  Json before, after;            // null: no number there
  std::optional<double> digits;  // see agreeing_digits(); none: no measured number
};

/// Values of two results that are not the same bit for bit, by the keys of run_json() or any others; null and absent
/// are the same. Timing and environment are no part of a result; bits are none where the mathematical functions differ.
std::vector<Difference> differences(const Json& before, const Json& after);

struct ChangedCell {
  std::string key;  // canonical cell
  Cell cell;
  std::vector<Difference> differences;

  /// The difference that leaves the fewest digits, after a status that changed.
  const Difference& worst() const;
};

struct StoreDiff {
  std::size_t both = 0;  // cells in both
  std::vector<Cell> only_before, only_after;
  std::vector<ChangedCell> changed;  // the worst first

  std::size_t identical() const { return both - changed.size(); }
  bool same() const { return changed.empty() && only_before.empty() && only_after.empty(); }
  /// Changed cells by the parts that differ.
  std::map<std::string, std::size_t> parts() const;
  /// Changed cells by method.
  std::map<std::string, std::size_t> methods() const;
};

/// Compares bit for bit; null and absent are the same, since neither is a number.
StoreDiff difference(const Record& before, const Record& after);

/// Decimal digits in which two numbers or lists of numbers agree, relative to the largest magnitude in either:
/// −log10(max|x − y| / max(|x|, |y|)), at least 0 and at most 17. Beside 0 nothing agrees but 0. 0 where only one of
/// two is a number, or the lengths differ; none if one is no number and no list.
std::optional<double> agreeing_digits(const Json& before, const Json& after);

}  // namespace plumb
