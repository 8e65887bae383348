#include "harness/run/state_bits.hpp"

#include <fmt/format.h>

#include <array>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace plumb {
namespace {

// Returns x as an exact sum of three doubles: 113 bits are two doubles and 7 bits. So the hash excludes the padding
// bytes of long double.
template <class T>
std::array<double, 3> parts(const T& x) {
  using std::isfinite, std::isnan;
  if (isnan(x)) return {std::numeric_limits<double>::quiet_NaN(), 0, 0};
  const auto first = static_cast<double>(x);
  if (!std::isfinite(first)) return {first, 0, 0};
  const T rest = x - T(first);
  const auto second = static_cast<double>(rest);
  return {first, second, static_cast<double>(T(rest - T(second)))};
}

}  // namespace

template <class T>
std::string state_bits(const Sample<T>& state) {
  std::vector<double> numbers;
  for (const auto* values : {&state.q, &state.v, &state.a, &state.lambda})
    for (Eigen::Index i = 0; i < values->size(); ++i)
      for (const double part : parts((*values)[i])) numbers.push_back(part);
  return fmt::format("{:016x}", XXH3_64bits(numbers.data(), numbers.size() * sizeof(double)));
}

template std::string state_bits(const Sample<double>&);
template std::string state_bits(const Sample<long double>&);
template std::string state_bits(const Sample<quad>&);

}  // namespace plumb
