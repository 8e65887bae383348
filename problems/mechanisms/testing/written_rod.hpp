#pragma once
// A mechanism file with one rod. Tests change one line and check the result or the error.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "problems/mechanisms/testing/written_mechanisms.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/refusal.hpp"

namespace plumb::testing {

/// A pendulum of one bar.
inline const std::string rod_text = R"(schema = 1
name = "rod"
t_end = 2
[parameters]
length = { value = 2, unit = "m", meaning = "length of the rod", minimum = 0.01 }
speed = "2*pi"
[constants]
half = "length/2"
[[body]]
name = "rod"
density = 7800
shape = { kind = "bar", length = "length", width = 0.05 }
position = ["half", 0, 0]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "rod"]
point = [0, 0, 0]
axis = [0, 1, 0]
)";
/// The line with the bar's shape.
inline constexpr const char* rod_shape = R"(shape = { kind = "bar", length = "length", width = 0.05 })";

inline mbs::Mechanism read_rod(const std::string& text, const DataOverrides& overrides = {}) {
  return written_mechanism(text, "rod.toml", overrides);
}

/// Returns the error message for a text. Expects it to have one line.
inline std::string mistake_in_rod(const std::string& text) {
  try {
    mechanism_from_text(text, "rod.toml");
  } catch (const UsageError& e) {
    EXPECT_EQ(std::string_view(e.what()).find('\n'), std::string_view::npos);
    return e.what();
  }
  return "nothing is wrong";
}

inline std::string refused_rod(const std::string& text) {
  return refusal_of([&] { mechanism_from_text(text, "rod.toml"); });
}

}  // namespace plumb::testing
