#pragma once
// Published values of problems at given times, in files.
//
//   problem,t,component,published     a problem with its data, "squeezer(data=test-set)" (in quotation marks if it has
//   pleiades,3,q1,0.3706              commas); a time [s]; q1.., v1.., a1.., lambda1.. or an output; the decimal as
//                                     printed
//
// A column `factor` converts the published value to this program's conventions: -1 for a multiplier of the other sign,
// pi/180 for degrees. An empty factor is 1. Exponents may be Fortran's ("1.5d+1"). The general format is described in
// text/csv.hpp.

#include <string>
#include <vector>

#include "numerics/scalar.hpp"

namespace plumb {

struct PublishedValue {
  std::string problem, t, component;
  std::string text;  // decimal as printed
  quad factor = 1;   // factor on the decimal, not 0
  int line = 0;

  /// The value in this program's conventions.
  quad value() const;
  /// Half a unit in the last printed place, in these conventions: the most that rounding may have changed.
  quad half_unit() const;
};

/// All values of a file with the header above. Throws UsageError with file, line and column.
std::vector<PublishedValue> published_values(const std::string& file);

/// Reads lines NAME,VALUE or NAME,VALUE,T of one problem; t is `default_time` where it is missing, and a header is
/// allowed.
std::vector<PublishedValue> published_values(const std::string& file, const std::string& problem,
                                             const std::string& default_time);

}  // namespace plumb
