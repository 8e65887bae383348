#pragma once
// Compares two stores cell by cell: lists changed results and values, and the number of digits in which they still
// agree.
//
// Results are compared in their stored form (JSON), so that stores of builds with other keys can be compared, too.
// Cells are matched by meaning: a setting or parameter that the writing build did not have gets its default. Time and
// machine of a run are not part of its result.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/store.hpp"

namespace plumb {

/// A build whose runs are in a store.
struct RecordedBuild {
  std::string fingerprint;  // source fingerprint of the build
  Json environment;         // environment of its newest run
  std::size_t runs = 0;     // number of runs in the record
};

/// The newest run of each cell of a store.
struct Record {
  struct Run {
    Cell cell;
    Json result;  // values from "status" to "environment"
    std::string fingerprint, created;
  };
  std::map<std::string, Run> runs;  // runs by canonical cell
  std::vector<RecordedBuild> builds;
};

/// Returns the newest run of each cell, of all builds or of one build, whose source fingerprint or commit begins with
/// `build`. Throws UsageError with a list of the builds if no build matches. Damaged rows are passed to `damaged`;
/// without `damaged` they throw StoreError.
Record record_of(const Store& store, const std::optional<std::string>& build = {}, const DamageSink& damaged = {});

/// A value that differs between two results. Each metric, counter or output is one value. Each of the vectors q, v, a
/// and lambda is one value, too.
struct Difference {
  std::string part;              // part of the result: "status", "metrics", "counters", "q", ...
  std::string name;              // name of the value: "end.q"; for a single value, the name of the part
  Json before, after;            // values; null: no number
  std::optional<double> digits;  // number of digits in which `before` and `after` agree; none: no number
};

/// Returns the bitwise differences of two results, under the keys of run_json() or any others. null counts as missing.
/// Timing and environment are not part of a result. Hashes of bits are not compared if the mathematical functions
/// differ.
std::vector<Difference> differences(const Json& before, const Json& after);

struct ChangedCell {
  std::string key;  // canonical cell
  Cell cell;
  std::vector<Difference> differences;

  /// Returns the status if it changed, otherwise the difference whose values agree in the fewest digits.
  const Difference& worst() const;
};

struct StoreDiff {
  std::size_t both = 0;  // number of cells in both stores
  std::vector<Cell> only_before, only_after;
  std::vector<ChangedCell> changed;  // changed cells; first the cells whose values agree in the fewest digits

  std::size_t identical() const { return both - changed.size(); }
  bool same() const { return changed.empty() && only_before.empty() && only_after.empty(); }
  /// Returns the number of changed cells for each part that differs.
  std::map<std::string, std::size_t> parts() const;
  /// Returns the number of changed cells for each method.
  std::map<std::string, std::size_t> methods() const;
};

/// Compares bit by bit. null counts as missing, since neither is a number.
StoreDiff difference(const Record& before, const Record& after);

/// Returns the number of decimal digits in which two numbers or lists of numbers agree, relative to the largest
/// magnitude in either: −log10(max|x − y| / max(|x|, |y|)), between 0 and 17. Agreement with 0 requires another 0.
/// Returns 0 if only one of the two is a number, or if the lengths differ. Returns none if neither is a number, or if
/// one is a text or an object.
std::optional<double> agreeing_digits(const Json& before, const Json& after);

/// Returns |a − b| of two numbers, or the maximum over the components of two lists; infinite if they cannot be
/// compared.
double distance(const Json& a, const Json& b);

/// Returns the index of the component that differs most between two lists; none if they are not lists of equal length.
std::optional<std::size_t> furthest_component(const Json& before, const Json& after);

/// Returns a value in full: "0.1", "ok", or "none" for null.
std::string value_text(const Json& value);

/// Returns the change of a value: "end.q 1e-06 -> 0.00045"; of a list, the change of the component that differs most:
/// "q[2] 1 -> 2"; of lists of unequal lengths, the change of the length: "q: 2 -> 3 components".
std::string change_text(const Difference& difference);

}  // namespace plumb
