#pragma once
// A method file with the key `composition` composes a symmetric method of the catalogue:
//
//   base = "rattle"
//   composition = ["1/(2 - cbrt(2))", "-cbrt(2)/(2 - cbrt(2))", "1/(2 - cbrt(2))"]     # fractions of the step

#include <string>
#include <vector>

#include "harness/cell/method_text.hpp"
#include "text/toml_document.hpp"

namespace plumb {

/// Adds the method to `out`. `fractions` are the entries of the key `composition`. Throws UsageError with the location.
void add_composition_method(MethodFile& out, MethodInfo info, const std::vector<std::string>& fractions,
                            const TomlValue& root);

}  // namespace plumb
