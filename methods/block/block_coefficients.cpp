#include "methods/block/block_coefficients.hpp"

#include "numerics/complete_pivoting.hpp"

namespace plumb {
namespace {

using Real = Digits100;
using Vector = Vec<Real>;
using Matrix = Mat<Real>;

// The zeros of the Legendre polynomial P_n on (0, 1), increasing, by Newton's method from Chebyshev's.
Real legendre_zero(int n, int i) {
  const Real pi = Real::pi();
  Real x = -cos(pi * (4 * i + 3) / (4 * n + 2));
  for (int iteration = 0; iteration < 100; ++iteration) {
    Real before = 1, p = x;
    for (int m = 2; m <= n; ++m) {
      const Real next = ((2 * m - 1) * x * p - (m - 1) * before) / m;
      before = p;
      p = next;
    }
    const Real change = p * (x * x - 1) / (n * (x * p - before));
    x -= change;
    if (abs(change) < Real("1e-96")) break;
  }
  return (1 + x) / 2;
}

Vector node_vector(std::string_view nodes, int r) {
  Vector c(r);
  c[r - 1] = 1;
  const Real pi = Real::pi();
  for (int i = 0; i < r - 1; ++i) {
    if (nodes == "equidistant") c[i] = Real(i + 1) / r;
    if (nodes == "chebyshev") c[i] = (1 - cos(pi * (2 * i + 1) / (2 * (r - 1)))) / 2;
    if (nodes == "legendre") c[i] = legendre_zero(r - 1, i);
  }
  return c;
}

// The coefficients of z^1 .. z^r of det(I − zB), by Faddeev and LeVerrier.
Vector determinant(const Matrix& b) {
  const auto r = b.rows();
  Vector out(r);
  Matrix m = b;
  for (Eigen::Index k = 1; k <= r; ++k) {
    const Real trace = m.trace();
    out[k - 1] = -trace / Real(k);
    Matrix shifted = m;
    shifted.diagonal().array() += out[k - 1];
    m = b * shifted;
  }
  return out;
}

// The coefficients of z^1 .. z^r of the denominator of the (k, r) Padé approximant of exp z.
Vector pade_denominator(int k, int r) {
  Vector out(r);
  Real term = 1;
  for (int m = 1; m <= r; ++m) out[m - 1] = term *= -Real(r - m + 1) / Real(m * (k + r - m + 1));
  return out;
}

// The matrix [B d] for given μ.
Matrix combined(const Vector& c, const Matrix& inverse_v, const Vector& mu) {
  const auto r = c.size();
  Matrix h(r, r + 1);
  for (Eigen::Index i = 0; i < r; ++i) {
    Real power = 1;
    for (Eigen::Index j = 0; j < r; ++j) h(i, j) = power *= c[i];
    h(i, r) = mu[i];
  }
  return h * inverse_v;
}

Matrix inverse_vandermonde(const Vector& c) {
  const auto r = c.size();
  Matrix v = Matrix::Zero(r + 1, r + 1);
  for (Eigen::Index i = 0; i < r; ++i) {
    Real power = 1;
    for (Eigen::Index j = 0; j <= r; ++j, power *= c[i]) v(i, j) = Real(j + 1) * power;
  }
  v(r, 0) = 1;
  return CompletePivoting<Real>(v).inverse();
}

// The number of digits that are written. Arithmetic uses 100 digits, and far more than 50 remain correct after the
// elimination of the Vandermonde matrix and the linear equations of μ.
constexpr int digits = 50;
const Real zero_within("1e-80");

// Writes 0 for a coefficient that is only a rounding error.
std::string text(const Real& x) {
  if (abs(x) <= zero_within) return "0";
  return x.str(digits - 1, std::ios_base::scientific);
}

}  // namespace

BlockCoefficients block_coefficients(std::string_view nodes, int r, int k) {
  BlockCoefficients out;
  out.c = node_vector(nodes, r);
  const Matrix inverse_v = inverse_vandermonde(out.c);
  const auto polynomial = [&](const Vector& mu) { return determinant(combined(out.c, inverse_v, mu).leftCols(r)); };
  const Vector at_zero = polynomial(Vector::Zero(r));
  Matrix slopes(r, r);
  for (int i = 0; i < r; ++i) slopes.col(i) = polynomial(Vector::Unit(r, i)) - at_zero;
  out.mu = CompletePivoting<Real>(slopes).solution(pade_denominator(k, r) - at_zero);
  const Matrix both = combined(out.c, inverse_v, out.mu);
  out.b = both.leftCols(r);
  out.d = both.col(r);
  return out;
}

TableauData block_tableau(std::string_view nodes, int r, int k) {
  const auto x = block_coefficients(nodes, r, k);
  TableauData out{.stages = r + 1};
  for (int j = 0; j <= r; ++j) out.a.emplace_back("0");
  out.c.emplace_back("0");
  for (int i = 0; i < r; ++i) {
    out.a.push_back(text(x.d[i]));
    for (int j = 0; j < r; ++j) out.a.push_back(text(x.b(i, j)));
    out.c.push_back(i == r - 1 ? "1" : text(x.c[i]));
  }
  out.b.assign(out.a.end() - (r + 1), out.a.end());
  return out;
}

}  // namespace plumb
