#pragma once
// Reads methods from TOML files: a Butcher tableau, a linear multistep formula, or a Rosenbrock method
// (rosenbrock_text.hpp).
//
//   schema = 1
//   name = "sdirk2"
//   title = "SDIRK of order 2"                        # optional
//   source = "alexander1977, theorem 5"               # optional
//   order = 2                                         # optional: claimed order; compared with the order conditions
//   digits = "printed"                                # optional: accuracy of decimals, see coefficients/digits.hpp
//
//   a = [["1 - sqrt(2)/2", 0],                        # a tableau: explicit, diagonally or fully implicit; numbers, or
//        ["sqrt(2)/2", "1 - sqrt(2)/2"]]              # expressions (contract/expression.hpp)
//   b = ["sqrt(2)/2", "1 - sqrt(2)/2"]
//   c = ["1 - sqrt(2)/2", 1]                          # optional: the row sums of a
//   embedded = ["1/2", "1/2"]                         # optional: other weights, for `rtol` and `atol`
//   embedded_order = 1                                # optional: their claimed order
//
//   alpha = [3, -4, 1]                                # or a formula Σ alpha_j y_{n+1-j} = h Σ beta_j f_{n+1-j}
//   beta = [2, 0, 0]

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/coefficients/digits.hpp"
#include "methods/method.hpp"

namespace plumb {

/// A method from a TOML file or a shared library (method_library.hpp). `method` points to texts of this object, so the
/// object must not be moved.
struct MethodFile {
  std::string name;   // name as in the user's input: "@mymethod.toml"
  std::string title;  // title: "sdirk2: SDIRK of order 2"
  std::string source;
  std::string content;  // 16 hexadecimal digits of the XXH3-128 of the file; value of the method's parameter `content`
  std::string note;     // a warning for users, such as a claimed order that the method does not have
  Digits digits;        // accuracy of the coefficients, from the file or from the longest decimal
  std::vector<std::string> embedded;  // other weights for the same stages; empty: none
  int embedded_order = 0;             // highest order that the embedded weights have within their accuracy
  Method method;
  std::optional<Method> adaptive;  // the same method with step-size control, with `rtol` and `atol`
  std::string no_step_control;     // reason why there is no step-size control; empty: there is
  bool is_library = false;         // whether code from outside Plumb takes the steps
  bool is_provided = false;        // whether this program created the method, so that it exists only in this process
  bool is_stored = true;           // false: `content` does not cover all inputs, so no store may keep its results
};

/// Sets `content` to the hash of `bytes`, and adds it to the parameters of the method, so that it becomes part of every
/// cell.
void name_by_content(MethodFile& file, std::string_view bytes);

/// Reads a method. `name` is its selector, "@path". Throws UsageError with the location, the mistake and the allowed
/// values.
std::unique_ptr<const MethodFile> method_from_text(std::string_view toml, const std::string& name);

}  // namespace plumb
