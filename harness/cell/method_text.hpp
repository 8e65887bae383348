#pragma once
// A method can be data: a Butcher tableau or a linear multistep formula, in TOML.
//
//   schema = 1
//   name = "sdirk2"
//   title = "SDIRK of order 2"                        # optional
//   source = "alexander1977, theorem 5"               # optional
//   order = 2                                         # optional: what is claimed; compared with the order conditions
//   digits = "printed"                                # optional: what decimals are worth, by coefficients/digits.hpp
//
//   a = [["1 - sqrt(2)/2", 0],                        # a tableau: explicit, diagonally or fully implicit; numbers, or
//        ["sqrt(2)/2", "1 - sqrt(2)/2"]]              # texts of the form of contract/expression.hpp
//   b = ["sqrt(2)/2", "1 - sqrt(2)/2"]
//   c = ["1 - sqrt(2)/2", 1]                          # optional: the row sums of a
//   embedded = ["1/2", "1/2"]                         # optional: other weights, of the estimate of the error
//
//   alpha = [3, -4, 1]                                # or a formula Σ alpha_j y_{n+1-j} = h Σ beta_j f_{n+1-j}
//   beta = [2, 0, 0]

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "methods/coefficients/digits.hpp"
#include "methods/method.hpp"

namespace plumb {

/// A method of a file that is a text or a shared library (method_library.hpp). `method` refers to the texts beside it,
/// so the object keeps its address.
struct MethodFile {
  std::string name;   // "@mymethod.toml", as the user wrote it
  std::string title;  // "sdirk2: SDIRK of order 2"
  std::string source;
  std::string content;  // 16 hexadecimal digits of the XXH3-128 of the file; the method's parameter of that name
  std::string note;     // what users should know, such as a claimed order that it does not have
  Digits digits;        // what the digits of its coefficients are worth, as the file says or by the longest of them
  std::vector<std::string> embedded;  // other weights for the same stages; empty: none
  Method method;
  bool is_library = false;   // its steps are code that is not Plumb's
  bool is_provided = false;  // this program made it, and only this process knows it
  bool is_stored = true;     // false: `content` does not cover all that it depends on, so no store may keep its results
};

/// Fills in `content`, and makes it a parameter of the method. So it becomes part of every cell.
void name_by_content(MethodFile& file, std::string_view bytes);

/// Reads a method. Throws UsageError "file:line:column: what is wrong, and what is allowed".
std::unique_ptr<const MethodFile> method_from_text(std::string_view toml, const std::string& name);

}  // namespace plumb
