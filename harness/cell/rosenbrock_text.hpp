#pragma once
// A method file with the key `gamma` holds a Rosenbrock method:
//
//   a = [[0, 0, 0], [1, 0, 0], [1, 0, 0]]             # α, strictly lower
//   gamma = [["1/2", 0, 0], [-1, "1/2", 0], ...]      # Γ, lower, with one number on the diagonal
//   b = ["2/3", 0, "1/3"]
//   embedded = ["1/3", "1/3", "1/3"]                  # optional

#include <string>
#include <vector>

#include "harness/cell/method_text.hpp"
#include "text/toml_document.hpp"

namespace plumb {

/// The coefficients of a Rosenbrock method: b, and the square matrices α (`a`) and Γ (`gamma`) row by row.
struct RosenbrockTexts {
  std::vector<std::string> b, a = {}, gamma = {};
};

/// Adds the method to `out`, and its variant with step-size control or the reason why there is none. Preconditions:
/// `out.embedded` is set, and all sizes fit. Throws UsageError with the location.
void add_rosenbrock_method(MethodFile& out, MethodInfo info, const RosenbrockTexts& texts, const TomlValue& root);

}  // namespace plumb
