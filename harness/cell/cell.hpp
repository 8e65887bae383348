#pragma once
// A cell is problem × formulation × method × step: the unit of work, named by what it contains.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "numerics/scalar.hpp"
#include "text/json.hpp"

namespace plumb {

/// So many times are compared with the reference unless a request says otherwise.
inline constexpr int default_samples = 100;

/// The errors of a run are measured against digits that are certified, against a few digits that come soon
/// (reference/quick_routes.hpp), or against nothing that has to be computed.
enum class AskedReference { certified, quick, none };

/// A run depends on these, and on nothing else. Parameters are canonical texts ("alpha=4/5,beta=1"), and numbers are
/// texts.
struct Cell {
  std::string problem, problem_parameters;
  std::string formulation, formulation_parameters;
  std::string method, method_parameters;
  std::string step, t_end;  // > 0 [s]
  Precision precision = Precision::double_;
  std::optional<std::string> newton_tol;  // > 0 [unit of the tested quantity]; none: the method's own
  std::string newton_test = "increment";  // or "residual"
  std::string newton_norm = "max";        // or "euclidean", "rms"
  int newton_max = 0;                     // most iterations; 0: the method's own
  int samples = 0;                        // equidistant times that are compared with the reference; 0: every step
  /// > 0 [s]: errors and drifts count from this time on; none: from the start.
  std::optional<std::string> errors_from = {};
  bool ends_beyond = false;  // the step need not divide the horizon, and the last one may end beyond it
  bool restarts = false;     // steps have to end at breaks of the problem, and methods begin anew there
  AskedReference reference = AskedReference::certified;

  bool operator==(const Cell&) const = default;
};

/// Throws UsageError if a number of the settings is malformed or not positive, or if a choice is unknown. The message
/// says what is allowed.
void check_settings(const Cell& cell);

/// Returns the number of steps of the cell, whose problem begins at `t_begin` [s]. Throws UsageError as `step_count`
/// does, and if errors do not count from a time between beginning and horizon.
std::int64_t steps(const Cell& cell, std::string_view t_begin = "0");

/// Returns the cell as an object with normalised numbers, so that "1e-3" and "0.001" are the same cell.
Json to_json(const Cell& cell);
/// Returns the cell of such an object. Throws FormatError on a missing key or a value of the wrong kind.
Cell cell_from_json(const Json& json);

/// Returns the text that is hashed, with sorted keys, without blanks, in UTF-8. Throws UsageError on names that are not
/// UTF-8.
std::string canonical_json(const Cell& cell);
/// Returns the first 16 hexadecimal digits of the XXH3-128 of the canonical JSON.
std::string id(const Cell& cell);

/// Returns a line for readers with every setting that is not at its default, so that no other cell has the same:
/// "pendulum index3 lms3(rho=0.6) h=1e-3 t=10 newton 1e-10 (residual) samples=7".
std::string title(const Cell& cell);

/// Returns "lms3(rho=0.6)" from a name and its canonical parameters.
std::string with_parameters(std::string_view name, std::string_view parameters);

/// Returns what is not the default among test, norm and most iterations: "", " (residual)", " (residual, rms, at most
/// 20)".
std::string newton_choices(const Cell& cell);

/// Returns "certified", "quick" or "none".
std::string_view reference_name(AskedReference reference);

/// Returns the precision called double, long or quad. Throws UsageError otherwise.
Precision precision_from_name(std::string_view name);

}  // namespace plumb
