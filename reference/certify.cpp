#include "reference/certify.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "contract/parameters.hpp"

namespace plumb {
namespace {

// Returns 10^n, correctly rounded.
quad power_of_ten(int n) { return quad("1e" + std::to_string(n)); }

// Returns floor(log10|x|). The logarithm may have rounding errors at powers of ten, so comparisons correct it.
int decimal_exponent(const quad& x) {
  int n = static_cast<int>(floor(log10(abs(x))));
  if (abs(x) < power_of_ten(n)) --n;
  if (abs(x) >= power_of_ten(n + 1)) ++n;
  return n;
}

// Returns the digits of one quantity that a route claims.
int claimed_digits(const Route& route, std::size_t quantity, const quad& scale) {
  if (route.uncertainty.empty()) return most_digits;
  return digits_within(route.uncertainty[quantity], std::max(quad(abs(route.values[quantity].second)), scale));
}

// Returns the digits in which two values agree. Errors of equal sign cancel in the difference: two values may differ by
// 0.9 units of the last digit although the error of one value is 1.1 units. So the difference is doubled.
int common_digits(const quad& a, const quad& b, const quad& scale) {
  if (!isfinite(a) || !isfinite(b)) return 0;
  return digits_within(2 * abs(a - b), std::max({quad(abs(a)), quad(abs(b)), scale}));
}

// Returns the certified digits of one quantity: the digits claimed by the first route and another route, unless a pair
// contradicts them.
int digits_in_common(const std::vector<Route>& routes, std::size_t quantity, const quad& scale) {
  std::vector<int> claims;
  for (const auto& route : routes) claims.push_back(claimed_digits(route, quantity, scale));
  auto descending = claims;
  std::sort(descending.rbegin(), descending.rend());
  int digits = claims.size() < 2 ? 0 : std::min(claims.front(), descending[1]);
  for (std::size_t j = 0; j < routes.size(); ++j)
    for (std::size_t k = j + 1; k < routes.size(); ++k) {
      const auto &a = routes[j].values[quantity], &b = routes[k].values[quantity];
      assert(a.first == b.first);
      const int agreed = common_digits(a.second, b.second, scale);
      if (agreed < std::min(claims[j], claims[k])) digits = std::min(digits, agreed);
    }
  return digits;
}

// Returns whether the uncertainty of a value contains 0, and 0 has at least `digits` digits, too.
bool vanishes(const Route& route, std::size_t quantity, const quad& scale, int digits) {
  if (route.uncertainty.empty() || digits == 0) return false;
  const quad size = abs(route.values[quantity].second), &unknown = route.uncertainty[quantity];
  return size <= unknown && digits_within(size + unknown, scale) >= digits;
}

nlohmann::ordered_json time_as_json(const std::string& t) {
  const auto parsed = nlohmann::ordered_json::parse(t, nullptr, false);
  const bool faithful = parsed.is_number() && quad(parsed.dump()) == number_from_text<quad>(t);
  return faithful ? parsed : nlohmann::ordered_json(t);  // a text if a JSON number would be another time
}

quad value_from_json(const nlohmann::ordered_json& value) {
  if (value.is_null()) return std::numeric_limits<quad>::quiet_NaN();
  return number_from_text<quad>(value.get<std::string>());
}

}  // namespace

NamedValues named_values(const Motion& motion) {
  NamedValues out;
  for (Eigen::Index i = 0; i < motion.q.size(); ++i) out.emplace_back("q" + std::to_string(i + 1), motion.q[i]);
  for (Eigen::Index i = 0; i < motion.v.size(); ++i) out.emplace_back("v" + std::to_string(i + 1), motion.v[i]);
  return out;
}

int digits_within(const quad& error, const quad& size) {
  if (!isfinite(error) || !isfinite(size)) return 0;
  static const auto unit = [] {
    std::array<quad, most_digits + 1> table;
    for (int i = 0; i <= most_digits; ++i) table[i] = power_of_ten(-i);
    return table;
  }();
  int n = 0;
  while (n < most_digits && error <= unit[n + 1] * size) ++n;
  return n;
}

int agreeing_digits(const quad& a, const quad& b, const quad& scale) {
  if (!isfinite(a) || !isfinite(b)) return 0;
  return digits_within(abs(a - b), std::max({quad(abs(a)), quad(abs(b)), scale}));
}

std::vector<std::pair<std::string, CertifiedValue>> certify(const std::vector<Route>& routes,
                                                            const NamedValues& scales) {
  assert(!routes.empty());
  std::vector<std::pair<std::string, CertifiedValue>> out;
  for (std::size_t i = 0; i < routes[0].values.size(); ++i) {
    const quad scale = scales.empty() ? quad(0) : scales[i].second;
    const auto& [name, value] = routes[0].values[i];
    const int digits = digits_in_common(routes, i, scale);
    out.emplace_back(name, CertifiedValue{vanishes(routes[0], i, scale, digits) ? quad(0) : value, digits, scale});
  }
  return out;
}

NamedValues scales_of(const std::vector<NamedValues>& samples) {
  NamedValues out = samples.empty() ? NamedValues{} : samples[0];
  for (const auto& sample : samples)
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i].second = std::max(quad(abs(out[i].second)), quad(abs(sample[i].second)));
  return out;
}

std::string data_hash(std::string_view problem, std::string_view canonical_parameters) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  };
  add(problem);
  add(":");
  add(canonical_parameters);
  std::string out(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) out[i] = "0123456789abcdef"[hash & 15];
  return out;
}

std::string decimal(const CertifiedValue& c) {
  if (c.value == 0) return "0";
  if (c.digits <= 0 || !isfinite(c.value)) return "–";
  constexpr int guard = 2, most_significant = 36;
  const int lost = c.scale > abs(c.value) ? decimal_exponent(c.scale) - decimal_exponent(c.value) : 0;
  return c.value.str(std::clamp(c.digits + guard - lost, 1, most_significant), {});
}

nlohmann::ordered_json to_json(const ReferenceRecord& record) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const auto& [name, c] : record.values) {
    values[name] = {{"value", decimal(c)}, {"digits", c.digits}, {"scale", c.scale.str(3, {})}};
    if (c.digits == 0) values[name]["value"] = nullptr;
  }
  return {{"problem", record.problem}, {"t", time_as_json(record.t)},
          {"data", record.data},       {"hash", data_hash(record.problem, record.data)},
          {"values", values},          {"routes", record.routes}};
}

ReferenceRecord record_from_json(const nlohmann::ordered_json& json) {
  ReferenceRecord record;
  try {
    record.problem = json.at("problem");
    record.data = json.at("data");
    record.t = json.at("t").is_string() ? json.at("t").get<std::string>() : json.at("t").dump();
    record.routes = json.at("routes");
    for (const auto& [name, value] : json.at("values").items())
      record.values.emplace_back(name, CertifiedValue{value_from_json(value.at("value")), value.at("digits"),
                                                      number_from_text<quad>(value.at("scale").get<std::string>())});
  } catch (const nlohmann::json::exception& e) {
    throw std::invalid_argument(std::string("this is not a reference record: ") + e.what());
  }
  if (json.value("hash", "") != data_hash(record.problem, record.data))
    throw std::invalid_argument("the reference record of " + record.problem +
                                " was computed for other data of the problem");
  return record;
}

}  // namespace plumb
