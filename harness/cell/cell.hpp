#pragma once
// A cell is problem × formulation × method × step: the unit of work, identified by its contents.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "numerics/scalar.hpp"
#include "text/json.hpp"

namespace plumb {

/// Number of times that are compared with the reference by default.
inline constexpr int default_samples = 100;

/// Reference of the errors: certified digits, fewer digits in shorter time (reference/quick_routes.hpp), or only
/// references that need no computation.
enum class AskedReference { certified, quick, none };

/// All inputs of a run. Parameters are canonical texts ("alpha=4/5,beta=1"), and numbers are texts.
struct Cell {
  std::string problem, problem_parameters;
  std::string formulation, formulation_parameters;
  std::string method, method_parameters;
  std::string step, t_end;  // > 0 [s]
  Precision precision = Precision::double_;
  std::optional<std::string> newton_tol;  // > 0 [unit of the tested quantity]; none: default of the method
  std::string newton_test = "increment";  // tested quantity: "increment" or "residual"
  std::string newton_norm = "max";        // norm: "max", "euclidean" or "rms"
  int newton_max = 0;                     // maximal number of iterations; 0: default of the method
  int samples = 0;                        // number of equidistant times compared with the reference; 0: every step
  /// > 0 [s]: errors and drifts count from this time; none: from the start.
  std::optional<std::string> errors_from = {};
  bool ends_beyond = false;  // the step need not divide the time span, and the last one may end after t_end
  bool restarts = false;     // steps must end at discontinuities of the problem, where methods restart
  AskedReference reference = AskedReference::certified;

  bool operator==(const Cell&) const = default;
};

/// Throws UsageError, with the allowed values, if a number of the settings is malformed or not positive, or if a choice
/// is unknown.
void check_settings(const Cell& cell);

/// Returns the number of steps of the cell, whose problem begins at `t_begin` [s]. Throws UsageError like `step_count`,
/// and if `errors_from` is not between `t_begin` and t_end.
std::int64_t steps(const Cell& cell, std::string_view t_begin = "0");

/// Returns the cell as an object with normalised numbers, so that "1e-3" and "0.001" are the same cell.
Json to_json(const Cell& cell);
/// Reads a cell from such an object. Throws FormatError on a missing key or a value of the wrong type.
Cell cell_from_json(const Json& json);

/// Returns the text that is hashed, with sorted keys, without blanks, in UTF-8. Throws UsageError on names that are not
/// UTF-8.
std::string canonical_json(const Cell& cell);
/// Returns the first 16 hexadecimal digits of the XXH3-128 of the canonical JSON.
std::string id(const Cell& cell);

/// Returns one line with all settings that are not at their defaults, so that it is unique to the cell: "pendulum
/// index3 lms3(rho=0.6) h=1e-3 t=10 newton 1e-10 (residual) samples=7".
std::string title(const Cell& cell);

/// Returns a name with its canonical parameters, "lms3(rho=0.6)".
std::string with_parameters(std::string_view name, std::string_view parameters);

/// Returns the test, norm and maximal iterations that are not at their defaults: "", " (residual)", " (residual, rms,
/// at most 20)".
std::string newton_choices(const Cell& cell);

/// Returns "certified", "quick" or "none".
std::string_view reference_name(AskedReference reference);

/// Returns the precision named double, long or quad. Throws UsageError on other names.
Precision precision_from_name(std::string_view name);

}  // namespace plumb
