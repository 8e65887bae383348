#pragma once
// Certified digits are the digits in which several independent routes to one solution agree.
//
// Definition. Two values a and b of a quantity agree in n digits if |a - b| <= 10^-n max(|a|, |b|, scale), where n is
// the largest such integer, at most 33 (the digits of binary128). `scale` is a given size of the quantity, such as its
// largest magnitude over the motion. Above the scale digits are relative. Below it they are absolute and count from the
// leading digit of the scale, so digits stay meaningful where a value crosses zero. With scale 0 digits are purely
// relative, and two zeros agree in 33 digits.
//
// Every route has an uncertainty of its values; the digits that the uncertainty leaves are the claim of the route. A
// quantity has n certified digits if both conditions hold:
//   - the first route, which provides the values, and another route claim n digits (a single route certifies 0);
//   - no pair of routes contradicts them: twice the difference of the pair is within n digits, or within the digits of
//     the smaller claim, since a route gives no information on digits beyond its claim.
// So a third route in double confirms digits without limiting them, and a contradiction by any route lowers them. Two
// routes may agree by chance, so agreement alone is no proof. The uncertainty of the first route must therefore include
// the amplification of rounding errors by the motion.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "problems/motion.hpp"

namespace plumb {

inline constexpr int most_digits = 33;
inline constexpr int meaningful_digits = 3;  // limit below which a motion is lost and no quantity is certified

/// Quantities by name, in the order of tables: q1.., v1.., a1.., lambda1.., outputs.
using NamedValues = std::vector<std::pair<std::string, quad>>;

/// Returns q1.., v1.. of a motion.
NamedValues named_values(const Motion& motion);

/// One independent computation of the quantities.
struct Route {
  std::string name;    // name of the route: "exact", "odeint-fehlberg78", "cvode"
  NamedValues values;  // values, with the same names in the same order for each route
  /// Bounds on the errors of the values. If empty, the values count as exact to every digit.
  std::vector<quad> uncertainty = {};
};

struct CertifiedValue {
  quad value;      // certified value; NaN if no digit of the motion is correct
  int digits = 0;  // number of certified digits; 0: not even the order of magnitude
  quad scale = 0;
  bool operator==(const CertifiedValue&) const = default;
};

/// A certified state of a problem at one time.
struct ReferenceRecord {
  std::string problem;
  std::string data;  // canonical text of the parameters
  std::string t;     // time as text [s]
  std::vector<std::pair<std::string, CertifiedValue>> values;
  std::vector<std::string> routes;
};

/// Returns the largest n <= 33 such that error <= 10^-n size; 0 if no n exists or an argument is not finite.
int digits_within(const quad& error, const quad& size);

/// Returns the number of digits in which a and b agree, by the definition above; 0 if none, or if an argument is not
/// finite.
int agreeing_digits(const quad& a, const quad& b, const quad& scale = 0);

/// Returns the values of the first route with their certified digits. `scales` has the names of `routes[0].values`; if
/// empty, all scales are 0. Precondition: there is at least one route, and all routes have the same names.
std::vector<std::pair<std::string, CertifiedValue>> certify(const std::vector<Route>& routes,
                                                            const NamedValues& scales = {});

/// Returns the scales of `certify`: the largest magnitude of each quantity over samples of the motion.
NamedValues scales_of(const std::vector<NamedValues>& samples);

/// Returns the fingerprint of a problem's data: 16 hexadecimal digits, equal on every machine. A record is valid for
/// these data only.
std::string data_hash(std::string_view problem, std::string_view canonical_parameters);

/// Returns the certified digits and two more as a decimal number, with a decimal point in every locale; "–" if no digit
/// is certified.
std::string decimal(const CertifiedValue& value);

/// Returns {"problem", "t", "data", "hash", "values": {NAME: {"value", "digits", "scale"}}, "routes"}. A value without
/// a certified digit is null.
nlohmann::ordered_json to_json(const ReferenceRecord& record);

/// Reads such JSON. Throws std::invalid_argument if it is not a record, or if its hash does not match its data.
ReferenceRecord record_from_json(const nlohmann::ordered_json& json);

}  // namespace plumb
