#include "harness/run/libm.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace plumb {
namespace {

std::string library() {
#ifdef __GLIBC__
  return fmt::format("glibc {}", gnu_get_libc_version());
#else
  return "libm";
#endif
}

std::string instructions() {
#if defined(__x86_64__) || defined(__i386__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "fma";
  if (__builtin_cpu_supports("avx")) return "avx";
  return "sse2";
#else
  return "generic";
#endif
}

// The arguments have all magnitudes that occur in a motion. There are enough of them to detect different rounding.
std::string bits() {
  using Function = double (*)(double);
  constexpr Function functions[] = {std::sin, std::cos, std::tan,  std::asin, std::acos, std::atan,
                                    std::exp, std::log, std::sinh, std::cosh, std::tanh, std::cbrt};
  std::vector<double> values;
  for (const Function of : functions)
    for (int i = 1; i <= 500; ++i) values.push_back(of(0.001999 * i));
  for (int i = 1; i <= 500; ++i) {
    values.push_back(std::sin(0.1 * i));
    values.push_back(std::cos(0.1 * i));
    values.push_back(std::pow(0.01 * i, 1.7));
    values.push_back(std::atan2(0.1 * i, 3.3));
  }
  return fmt::format("{:016x}", XXH3_64bits(values.data(), values.size() * sizeof(double)));
}

}  // namespace

const std::string& libm_variant() {
  static const std::string text = fmt::format("{}, {}, {}", library(), instructions(), bits());
  return text;
}

}  // namespace plumb
