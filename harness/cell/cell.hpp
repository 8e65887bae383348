#pragma once
// A cell: problem × formulation × method × step, the unit of work, named by what it contains.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "numerics/scalar.hpp"
#include "text/json.hpp"

namespace plumb {

/// How many times are compared with the reference unless a request says otherwise.
inline constexpr int default_samples = 100;

/// What the errors of a run are measured against: digits that are certified, a few digits soon
/// (reference/quick_routes.hpp), or nothing that has to be computed.
enum class AskedReference { certified, quick, none };

/// What a run depends on and nothing else. Parameters are canonical texts ("alpha=4/5,beta=1"), numbers are texts.
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
  std::optional<std::string> errors_from =
      {};                    // > 0 [s]: errors and drifts are those from here on; none: from the start
  bool ends_beyond = false;  // the step need not divide the horizon, and the last one may end beyond it
  bool restarts = false;     // steps have to end at breaks of the problem, and methods begin anew there
  AskedReference reference = AskedReference::certified;

  bool operator==(const Cell&) const = default;
};

/// Throws UsageError if a number is malformed or not positive, the step does not divide the time from the beginning of
/// its problem to the horizon, or a choice is unknown; the message says what is allowed.
void check(const Cell& cell, std::string_view t_begin = "0");

/// Number of steps of the cell; throws UsageError as `step_count` does.
std::int64_t steps(const Cell& cell, std::string_view t_begin = "0");

/// The cell as an object with normalised numbers, so that "1e-3" and "0.001" are the same cell.
Json to_json(const Cell& cell);
/// The cell of such an object; throws FormatError on a missing key or a value of the wrong kind.
Cell cell_from_json(const Json& json);

/// Sorted keys, no blanks, UTF-8: the text that is hashed. Throws UsageError on names that are not UTF-8.
std::string canonical_json(const Cell& cell);
/// First 16 hexadecimal digits of the XXH3-128 of the canonical JSON.
std::string id(const Cell& cell);

/// One line for people, with every setting that is not at its default, so that no other cell has it:
/// "pendulum index3 lms3(rho=0.6) h=1e-3 t=10 newton 1e-10 (residual) samples=7".
std::string title(const Cell& cell);

/// "lms3(rho=0.6)" from a name and its canonical parameters.
std::string with_parameters(std::string_view name, std::string_view parameters);

/// What of test, norm and most iterations is not the default: "", " (residual)", " (residual, rms, at most 20)".
std::string newton_choices(const Cell& cell);

/// "certified", "quick", "none".
std::string_view reference_name(AskedReference reference);

/// The precision called double, long or quad; throws UsageError otherwise.
Precision precision_from_name(std::string_view name);

}  // namespace plumb
