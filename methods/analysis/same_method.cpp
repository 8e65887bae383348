#include "methods/analysis/same_method.hpp"

#include <algorithm>

#include "methods/analysis/amplification.hpp"

namespace plumb {
namespace {

const quad rounding = 1e-18;

// Π (x − root), the leading coefficient first: known to rounding however near each other the roots are.
std::vector<quad> characteristic(const std::vector<Root>& roots) {
  std::vector<Root> p = {Root(1)};
  for (const auto& root : roots) {
    p.emplace_back(0);
    for (std::size_t k = p.size() - 1; k > 0; --k) p[k] -= root * p[k - 1];
  }
  std::vector<quad> out;
  for (const auto& x : p) out.push_back(x.real());
  while (out.size() > 1 && abs(out.back()) < rounding) out.pop_back();
  return out;
}

bool is_same(const std::vector<quad>& one, const std::vector<quad>& other) {
  return std::ranges::equal(one, other, [](const quad& x, const quad& y) {
    return abs(x - y) <= rounding * std::max(quad(1), quad(abs(x)));
  });
}

}  // namespace

LinearFingerprint linear_fingerprint(const Method& method, const Parameters& parameters) {
  LinearFingerprint out;
  for (const quad xi : {quad(0), quad(1) / 7})
    for (const quad omega_h : {quad(3) / 11, quad(23) / 13}) {
      const auto a = amplification_matrix(method, parameters, omega_h, xi);
      if (!a.ok()) return {};
      out.push_back(characteristic(eigenvalues(a.matrix)));
    }
  return out;
}

bool is_same(const LinearFingerprint& one, const LinearFingerprint& other) {
  if (one.empty() || one.size() != other.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (!is_same(one[i], other[i])) return false;
  return true;
}

}  // namespace plumb
