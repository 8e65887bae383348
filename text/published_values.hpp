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

  /// Returns the value in this program's conventions.
  quad value() const;
  /// Returns the bound on the rounding error of the printed value: half a unit of its last digit, times `factor`.
  quad half_unit() const;
};

/// Reads all values of a file with the header above. Throws UsageError with file, line and column.
std::vector<PublishedValue> published_values(const std::string& file);

/// Reads lines NAME,VALUE or NAME,VALUE,T of one problem. If T is missing, the time is `default_time`. A header is
/// allowed.
std::vector<PublishedValue> published_values(const std::string& file, const std::string& problem,
                                             const std::string& default_time);

}  // namespace plumb
