#include "harness/schedule/packed_sample.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace plumb {
namespace {

static_assert(std::is_trivially_copyable_v<quad>);

using VectorSize = std::uint64_t;

constexpr Vec<quad> Sample<quad>::*vectors_of_sample[] = {&Sample<quad>::q, &Sample<quad>::v, &Sample<quad>::a,
                                                          &Sample<quad>::lambda, &Sample<quad>::outputs};

void append(std::string& to, const void* from, std::size_t size) {
  to += std::string_view(static_cast<const char*>(from), size);
}

bool take(std::string_view& from, void* to, std::size_t size) {
  if (from.size() < size) return false;
  std::copy_n(from.data(), size, static_cast<char*>(to));  // memcpy does not allow the null pointer of an empty vector
  from.remove_prefix(size);
  return true;
}

bool take(std::string_view& from, Vec<quad>& to) {
  VectorSize count = 0;
  if (!take(from, &count, sizeof count) || count > from.size() / sizeof(quad)) return false;
  to.resize(static_cast<Eigen::Index>(count));
  return take(from, to.data(), count * sizeof(quad));
}

}  // namespace

std::string packed(const Sample<quad>& sample) {
  std::string out;
  append(out, &sample.t, sizeof sample.t);
  for (const auto vector : vectors_of_sample) {
    const auto& x = sample.*vector;
    const auto count = static_cast<VectorSize>(x.size());
    append(out, &count, sizeof count);
    append(out, x.data(), count * sizeof(quad));
  }
  return out;
}

std::optional<Sample<quad>> unpacked_sample(std::string_view bytes) {
  Sample<quad> out;
  if (!take(bytes, &out.t, sizeof out.t)) return {};
  for (const auto vector : vectors_of_sample)
    if (!take(bytes, out.*vector)) return {};
  return out;
}

}  // namespace plumb
