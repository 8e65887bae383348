#include "methods/analysis/same_method.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "methods/analysis/amplification.hpp"

namespace plumb {
namespace {

// The ξ and Ω at which the polynomials are computed.
const std::vector<std::pair<quad, quad>>& places() {
  static const std::vector<std::pair<quad, quad>> all = [] {
    std::vector<std::pair<quad, quad>> out;
    for (const quad xi : {quad(0), quad(1) / 7})
      for (const quad omega_h : {quad(3) / 11, quad(23) / 13}) out.emplace_back(xi, omega_h);
    return out;
  }();
  return all;
}

// The coefficients of Π (x − root), the leading coefficient first. They are accurate to rounding, even if roots are
// close to each other.
std::vector<quad> characteristic(const std::vector<Root>& roots) {
  std::vector<Root> p = {Root(1)};
  for (const auto& root : roots) {
    p.emplace_back(0);
    for (std::size_t k = p.size() - 1; k > 0; --k) p[k] -= root * p[k - 1];
  }
  std::vector<quad> out;
  for (const auto& x : p) out.push_back(x.real());
  return out;
}

bool is_same(const quad& x, const quad& y, const quad& within) {
  return abs(x - y) <= within * std::max(quad(1), quad(abs(x)));
}

// Missing coefficients count as 0, because roots that are 0 only append coefficients that are 0.
bool is_same(const std::vector<quad>& one, const std::vector<quad>& other, const quad& within) {
  const auto at = [](const std::vector<quad>& p, std::size_t k) { return k < p.size() ? p[k] : quad(0); };
  for (std::size_t k = 0; k < std::max(one.size(), other.size()); ++k)
    if (!is_same(at(one, k), at(other, k), within)) return false;
  return true;
}

quad known_within(const Method& method) { return method.in_quad ? quad(1e-18) : quad(1e-9); }

}  // namespace

LinearFingerprint linear_fingerprint(const Method& method, const Parameters& parameters) {
  LinearFingerprint out{.within = known_within(method)};
  for (const auto& [xi, omega_h] : places()) {
    const auto a = amplification_matrix(method, parameters, omega_h, xi);
    if (!a.ok()) return {};
    out.polynomials.push_back(characteristic(eigenvalues(a.matrix)));
  }
  return out;
}

bool is_same(const LinearFingerprint& one, const LinearFingerprint& other) {
  const quad within = std::max(one.within, other.within);
  if (one.empty() || one.polynomials.size() != other.polynomials.size()) return false;
  for (std::size_t i = 0; i < one.polynomials.size(); ++i)
    if (!is_same(one.polynomials[i], other.polynomials[i], within)) return false;
  return true;
}

bool has_fingerprint(const Method& method, const Parameters& parameters, const LinearFingerprint& known) {
  if (known.empty()) return false;
  const quad within = std::max(known.within, known_within(method));
  for (std::size_t i = 0; i < known.polynomials.size(); ++i) {
    const auto& [xi, omega_h] = places()[i];
    const auto& polynomial = known.polynomials[i];
    const auto a = amplification_matrix(method, parameters, omega_h, xi);
    if (!a.ok() || polynomial.size() < 2) return false;
    if (!is_same(polynomial[1], -a.matrix.trace(), within)) return false;  // cheaper than eigenvalues
    if (!is_same(polynomial, characteristic(eigenvalues(a.matrix)), within)) return false;
  }
  return true;
}

}  // namespace plumb
