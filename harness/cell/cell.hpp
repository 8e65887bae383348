#pragma once
// A cell describes one run: problem, formulation, method, step size and settings. Its id is a hash of these.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "numerics/scalar.hpp"
#include "text/json.hpp"

namespace plumb {

/// Number of times that are compared with the reference by default.
inline constexpr int default_samples = 100;

/// The reference solution for errors. `certified`: its correct digits are guaranteed. `quick`: lower accuracy in
/// shorter time (reference/quick_routes.hpp). `none`: only references that need no computation, such as closed forms.
enum class ReferenceChoice { certified, quick, none };

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
  /// Time [s] from which errors and drifts count; none: from the initial time.
  std::optional<std::string> errors_from = {};
  bool ends_beyond = false;  // true: the step need not divide the time span; the last step may end after t_end
  bool restarts = false;     // true: steps must end at discontinuities of the motion, and methods restart there
  ReferenceChoice reference = ReferenceChoice::certified;

  bool operator==(const Cell&) const = default;
};

/// Throws UsageError, with the allowed values, if a number is malformed or not positive, or if a setting has an unknown
/// word.
void check_settings(const Cell& cell);

/// Returns the number of steps of the cell, whose problem begins at `t_begin` [s]. Throws UsageError like `step_count`,
/// and if `errors_from` is not between `t_begin` and t_end.
std::int64_t steps(const Cell& cell, std::string_view t_begin = "0");

/// Returns the cell as an object with normalised numbers, so that "1e-3" and "0.001" are the same cell.
Json to_json(const Cell& cell);
/// Reads a cell from an object of to_json. Throws FormatError on a missing key or a value of the wrong type.
Cell cell_from_json(const Json& json);

/// Returns the JSON text whose hash is the id: sorted keys, no blanks, UTF-8. Throws UsageError on names that are not
/// UTF-8.
std::string canonical_json(const Cell& cell);
/// Returns the first 16 hexadecimal digits of the XXH3-128 of the canonical JSON.
std::string id(const Cell& cell);

/// Returns one line that is unique to the cell: problem, formulation and method with all parameters, step and horizon,
/// and all settings that are not at their defaults, "pendulum index3 lms3(rho=0.6) h=0.001 t=10 newton 1e-10 (residual)
/// samples=7".
std::string title(const Cell& cell);

/// Returns a name with its canonical parameters, "lms3(rho=0.6)".
std::string with_parameters(std::string_view name, std::string_view parameters);

/// Returns the test, norm and maximal iterations that are not at their defaults: "", " (residual)", " (residual, rms,
/// at most 20)".
std::string newton_choices(const Cell& cell);

/// Returns "certified", "quick" or "none".
std::string_view reference_name(ReferenceChoice reference);

/// Returns the precision with the name "double", "long" or "quad". Throws UsageError on other names.
Precision precision_from_name(std::string_view name);

}  // namespace plumb
