#pragma once
// JSON in the form of all outputs: keys are in the order in which they are set; missing and non-finite numbers are
// null.

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

using Json = nlohmann::ordered_json;

/// Thrown if JSON data have the wrong form (exit 3); the message includes the key.
struct FormatError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the message without the error code of the library in brackets:
/// "[json.exception.out_of_range.403] key 'a' not found".
inline std::string plain_message(const Json::exception& e) {
  const std::string_view text = e.what();
  const auto end = text.find("] ");
  return std::string(text.substr(end == text.npos ? 0 : end + 2));
}

/// Returns the number, or null if it is missing or not finite.
inline Json number_or_null(std::optional<double> x) { return x && std::isfinite(*x) ? Json(*x) : Json(nullptr); }

/// Reads a number; null is read as nullopt. Throws FormatError for other values.
inline std::optional<double> optional_number(const Json& json) {
  if (json.is_null()) return std::nullopt;
  if (!json.is_number()) throw FormatError("expected a number or null, found " + json.dump());
  return json.get<double>();
}

/// Reads a number; null is read as NaN. Throws FormatError for other values.
inline double number_or_nan(const Json& json) {
  return optional_number(json).value_or(std::numeric_limits<double>::quiet_NaN());
}

inline Json numbers_or_null(const std::vector<double>& values) {
  Json out = Json::array();
  for (const double x : values) out.push_back(number_or_null(x));
  return out;
}

}  // namespace plumb
