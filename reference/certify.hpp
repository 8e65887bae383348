#pragma once
// Certified digits are those in which several independent routes to one solution agree.
//
// Definition. Two values a and b of a quantity agree in n digits if |a - b| <= 10^-n max(|a|, |b|, scale), where n is
// the largest such integer, and at most 33 (what binary128 holds). `scale` is a size of the quantity that is given with
// it, such as its largest magnitude over the motion. Above the scale digits are relative. Below it they are absolute
// and count from the scale's leading digit, so that a value that crosses zero keeps its meaning. With scale 0 they are
// purely relative, and two zeros agree in 33 digits.
//
// Every route tells how uncertain its values are; the digits that its uncertainty leaves are its claim. A quantity has
// n certified digits if both of these hold:
//   - the first route, whose values they are, and another one claim n digits (one alone certifies nothing: 0);
//   - no pair of routes contradicts them: twice its difference is within n digits, or those of the smaller claim, since
//     a route says nothing about digits beyond its claim.
// So a third route in double confirms without limiting, and a contradiction by any route lowers the digits. Agreement
// alone is no proof, since two routes may agree by chance: the uncertainty of the first route must contain what the
// motion's sensitivity makes of rounding.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "problems/motion.hpp"

namespace plumb {

inline constexpr int most_digits = 33;
inline constexpr int meaningful_digits = 3;  // a motion of which fewer hold is lost, and nothing of it is certified

/// Quantities by name, in the order of tables: q1.., v1.., a1.., lambda1.., outputs.
using NamedValues = std::vector<std::pair<std::string, quad>>;

/// Returns q1.., v1.. of a motion.
NamedValues named_values(const Motion& motion);

struct Route {
  std::string name;    // "exact", "odeint-fehlberg78", "cvode"
  NamedValues values;  // the same names in the same order for every route
  /// Bounds on the errors of the values. If they are empty, they are not known and every digit is claimed.
  std::vector<quad> uncertainty = {};
};

struct CertifiedValue {
  quad value;      // not a number where the motion has lost all digits
  int digits = 0;  // 0 if nothing is certified, not even the order of magnitude
  quad scale = 0;
  bool operator==(const CertifiedValue&) const = default;
};

/// A certified state of a problem at one time.
struct ReferenceRecord {
  std::string problem;
  std::string data;  // canonical text of the parameters the values belong to
  std::string t;     // s, the number as text
  std::vector<std::pair<std::string, CertifiedValue>> values;
  std::vector<std::string> routes;
};

/// Returns the largest n <= 33 such that error <= 10^-n size; 0 if there is none or one is not finite.
int digits_within(const quad& error, const quad& size);

/// Returns the digits in which a and b agree, by the definition above: 0 if they agree in none or one is not finite.
int agreeing_digits(const quad& a, const quad& b, const quad& scale = 0);

/// Returns the first route's values with their certified digits. `scales` has the names of `routes[0].values`; if it is
/// empty, all are 0. Precondition: there is at least one route, and all have the same names.
std::vector<std::pair<std::string, CertifiedValue>> certify(const std::vector<Route>& routes,
                                                            const NamedValues& scales = {});

/// Returns the largest magnitude of each quantity over samples of the motion, which are the scales of `certify`.
NamedValues scales_of(const std::vector<NamedValues>& samples);

/// Returns the fingerprint of a problem's data: 16 hexadecimal digits, the same on every machine. A record is valid for
/// these data only.
std::string data_hash(std::string_view problem, std::string_view canonical_parameters);

/// Returns the certified digits and two more as a decimal number, in the C locale whatever the program's is; "–" if no
/// digit is certified.
std::string decimal(const CertifiedValue& value);

/// Returns {"problem", "t", "data", "hash", "values": {NAME: {"value", "digits", "scale"}}, "routes"}. A value without
/// a certified digit is null.
nlohmann::ordered_json to_json(const ReferenceRecord& record);

/// Reads such JSON; throws std::invalid_argument if it is no such record or its hash does not belong to its data.
ReferenceRecord record_from_json(const nlohmann::ordered_json& json);

}  // namespace plumb
