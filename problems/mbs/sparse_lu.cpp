#include "problems/mbs/sparse_lu.hpp"

#include <klu.h>

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "numerics/binary_scale.hpp"
#include "numerics/each_scalar.hpp"
#include "numerics/products.hpp"

namespace plumb {
namespace {

// The functions of KLU, with the same names for real and complex scalars. Complex numbers are passed as pairs of
// doubles.
template <class Scalar>
struct Calls {
  static constexpr bool real = std::is_same_v<Scalar, double>;
  static constexpr auto factor = real ? klu_factor : klu_z_factor;
  static constexpr auto rcond = real ? klu_rcond : klu_z_rcond;
  static constexpr auto solve = real ? klu_solve : klu_z_solve;
  static constexpr auto free_numeric = real ? klu_free_numeric : klu_z_free_numeric;

  static double* doubles(Scalar* x) { return reinterpret_cast<double*>(x); }
};

// The matrix is regarded as singular if the ratio of the smallest to the largest pivot is below this limit.
template <class Real>
const Real singular_ratio = 4 * unit_roundoff<Real>();

template <class Scalar>
class KluFactors {
 public:
  explicit KluFactors(SparsePattern& of) : pattern(of) {
    klu_defaults(&common);
    symbolic = klu_analyze(of.size(), of.starts.data(), of.rows.data(), &common);
    if (!symbolic) throw std::invalid_argument("KLU cannot analyse the pattern of this matrix");
  }
  KluFactors(const KluFactors&) = delete;
  KluFactors& operator=(const KluFactors&) = delete;
  ~KluFactors() {
    Call::free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }

  bool factor(std::vector<Scalar>& values) {
    Call::free_numeric(&numeric, &common);
    numeric = Call::factor(pattern.starts.data(), pattern.rows.data(), Call::doubles(values.data()), symbolic, &common);
    return numeric && Call::rcond(symbolic, numeric, &common) && common.rcond > singular_ratio<double>;
  }
  void solve(Scalar* z) { Call::solve(symbolic, numeric, pattern.size(), 1, Call::doubles(z), &common); }

 private:
  using Call = Calls<Scalar>;
  SparsePattern& pattern;
  klu_common common = {};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
};

template <class Scalar>
class CheckedLu : public Eigen::SparseLU<Eigen::SparseMatrix<Scalar>> {
 public:
  /// Returns whether the ratio of the smallest to the largest pivot is at least singular_ratio.
  template <class Real>
  bool pivots_are_reusable() const {
    quad smallest = std::numeric_limits<quad>::max(), largest = 0;
    for (Eigen::Index j = 0; j < this->cols(); ++j)
      for (typename CheckedLu::SCMatrix::InnerIterator at(this->m_Lstore, j); at; ++at)
        if (at.index() == j) {
          smallest = std::min(smallest, magnitude(at.value()));
          largest = std::max(largest, magnitude(at.value()));
        }
    return smallest > quad(singular_ratio<Real>) * largest;
  }
};

quad widened(const long double& x) { return x; }
quad widened(const quad& x) { return x; }
template <class Real>
std::complex<quad> widened(const std::complex<Real>& z) {
  return {widened(z.real()), widened(z.imag())};
}
void narrow(const quad& from, long double& to) { to = static_cast<long double>(from); }
void narrow(const quad& from, quad& to) { to = from; }
template <class Real>
void narrow(const std::complex<quad>& from, std::complex<Real>& to) {
  Real real, imaginary;
  narrow(from.real(), real);
  narrow(from.imag(), imaginary);
  to = {real, imaginary};
}

// Factorises in quad whatever the scalar, because Eigen's templates take long to compile for each scalar.
template <class Scalar>
class EigenFactors {
 public:
  explicit EigenFactors(SparsePattern& of)
      : pattern(of), entries(of.rows.size()), all(static_cast<Eigen::Index>(of.starts.size()) - 1) {}

  bool factor(std::vector<Scalar>& values) {
    using std::isfinite;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!isfinite(magnitude(values[i]))) return false;
      entries[i] = widened(values[i]);
    }
    const auto size = pattern.size();
    lu.compute(Eigen::Map<const Matrix>(size, size, static_cast<Eigen::Index>(entries.size()), pattern.starts.data(),
                                        pattern.rows.data(), entries.data()));
    return lu.info() == Eigen::Success && lu.template pivots_are_reusable<typename Eigen::NumTraits<Scalar>::Real>();
  }
  void solve(Scalar* z) {
    for (Eigen::Index i = 0; i < all.size(); ++i) all[i] = widened(z[i]);
    all = lu.solve(all).eval();
    for (Eigen::Index i = 0; i < all.size(); ++i) narrow(all[i], z[i]);
  }

 private:
  using Wide = decltype(widened(std::declval<Scalar>()));
  using Matrix = Eigen::SparseMatrix<Wide>;
  SparsePattern& pattern;
  std::vector<Wide> entries;
  Vec<Wide> all;
  CheckedLu<Wide> lu;
};

}  // namespace

SparsePattern::SparsePattern(int size, const EntryList& entries)
    : starts(static_cast<std::size_t>(size) + 1, 0), places(entries.places.size()) {
  std::vector<std::size_t> order(places.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [&](std::size_t i) { return std::pair(entries.places[i].column, entries.places[i].row); };
  std::ranges::sort(order, {}, key);
  for (std::size_t n = 0; n < order.size(); ++n) {
    const auto [column, row] = key(order[n]);
    if (n == 0 || key(order[n]) != key(order[n - 1])) {
      rows.push_back(row);
      ++starts[static_cast<std::size_t>(column) + 1];
    }
    places[order[n]] = static_cast<int>(rows.size()) - 1;
  }
  for (std::size_t j = 1; j < starts.size(); ++j) starts[j] += starts[j - 1];
}

template <class Scalar>
struct SparseLu<Scalar>::Handle {
  std::conditional_t<klu_supports<Scalar>, KluFactors<Scalar>, EigenFactors<Scalar>> factors;
  explicit Handle(SparsePattern& pattern) : factors(pattern) {}
};

template <class Scalar>
SparseLu<Scalar>::SparseLu(int size, const EntryList& list) : pattern(size, list), entries(pattern.rows.size()) {}
template <class Scalar>
SparseLu<Scalar>::SparseLu(const SparseLu& other) : pattern(other.pattern), entries(other.entries) {}
template <class Scalar>
SparseLu<Scalar>::SparseLu(SparseLu&& other) noexcept
    : pattern(std::move(other.pattern)), entries(std::move(other.entries)) {}
template <class Scalar>
SparseLu<Scalar>& SparseLu<Scalar>::operator=(SparseLu other) noexcept {
  std::swap(pattern, other.pattern);
  std::swap(entries, other.entries);
  handle.reset();
  return *this;
}
template <class Scalar>
SparseLu<Scalar>::~SparseLu() = default;

// The ratio of pivots depends on the units of rows and columns. If a matrix seems singular, it is therefore factorised
// again with its rows and columns scaled.
template <class Scalar>
bool SparseLu<Scalar>::factor() {
  if (!handle) handle = std::make_unique<Handle>(pattern);
  row_scales.clear();
  column_scales.clear();
  if (handle->factors.factor(entries)) return true;
  scale();
  return handle->factors.factor(entries);
}
template <class Scalar>
void SparseLu<Scalar>::solve(Scalar* z) {
  multiply(z, row_scales);
  handle->factors.solve(z);
  multiply(z, column_scales);
}

// Scales rows and columns by powers of 1024, until their largest entries are near 1. Two sweeps are enough.
template <class Scalar>
void SparseLu<Scalar>::scale() {
  const auto size = static_cast<std::size_t>(pattern.size());
  row_scales.assign(size, 1);
  column_scales.assign(size, 1);
  for (int sweep = 0; sweep < 2; ++sweep) {
    scale_by([&](std::size_t entry, std::size_t) { return static_cast<std::size_t>(pattern.rows[entry]); }, row_scales);
    scale_by([](std::size_t, std::size_t column) { return column; }, column_scales);
  }
}
template <class Scalar>
template <class IndexOf>
void SparseLu<Scalar>::scale_by(IndexOf index, std::vector<double>& scales) {
  std::vector<double> largest(scales.size(), 0);
  const auto each = [&](auto&& visit) {
    for (std::size_t j = 0; j < scales.size(); ++j)
      for (auto k = static_cast<std::size_t>(pattern.starts[j]); k < static_cast<std::size_t>(pattern.starts[j + 1]);
           ++k)
        visit(entries[k], index(k, j));
  };
  each([&](const Scalar& x, std::size_t i) { largest[i] = std::fmax(largest[i], static_cast<double>(magnitude(x))); });
  for (double& x : largest) x = 1 / binary_scale(x);
  each([&](Scalar& x, std::size_t i) { x *= Real(largest[i]); });
  for (std::size_t i = 0; i < scales.size(); ++i) scales[i] *= largest[i];
}
template <class Scalar>
void SparseLu<Scalar>::multiply(Scalar* z, const std::vector<double>& scales) {
  for (std::size_t i = 0; i < scales.size(); ++i) z[i] *= Real(scales[i]);
}

#define PLUMB_INSTANTIATE(T)  \
  template class SparseLu<T>; \
  template class SparseLu<std::complex<T>>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb
