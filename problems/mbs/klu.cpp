#include "problems/mbs/klu.hpp"

#include <klu.h>

#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace plumb {
namespace {

// One name for the functions of either scalar; complex numbers cross as pairs of doubles.
template <class Scalar>
struct Calls {
  static constexpr bool real = std::is_same_v<Scalar, double>;
  static constexpr auto factor = real ? klu_factor : klu_z_factor;
  static constexpr auto refactor = real ? klu_refactor : klu_z_refactor;
  static constexpr auto rcond = real ? klu_rcond : klu_z_rcond;
  static constexpr auto solve = real ? klu_solve : klu_z_solve;
  static constexpr auto free_numeric = real ? klu_free_numeric : klu_z_free_numeric;

  static double* doubles(Scalar* x) { return reinterpret_cast<double*>(x); }
};

// How far the ratio of pivots may fall below the one of the chosen order before the order is chosen anew.
constexpr double tolerated_loss = 1e-3;
// Below this the smallest pivot is lost in the rounding of the largest.
constexpr double singular_ratio = 4 * std::numeric_limits<double>::epsilon() / 2;

}  // namespace

template <class Scalar>
struct Klu<Scalar>::Handle {
  klu_common common = {};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  Handle() { klu_defaults(&common); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    Calls<Scalar>::free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
};

template <class Scalar>
Klu<Scalar>::Klu(SparsePattern of) : pattern(std::move(of)), entries(pattern.rows.size()), handle(new Handle) {
  handle->symbolic = klu_analyze(pattern.size(), pattern.starts.data(), pattern.rows.data(), &handle->common);
  if (!handle->symbolic) throw std::invalid_argument("KLU cannot analyse the pattern of this matrix");
}
template <class Scalar>
Klu<Scalar>::Klu(const Klu& other) : Klu(other.pattern) {}
template <class Scalar>
Klu<Scalar>::Klu(Klu&&) noexcept = default;
template <class Scalar>
Klu<Scalar>& Klu<Scalar>::operator=(Klu other) noexcept {
  std::swap(pattern, other.pattern);
  std::swap(entries, other.entries);
  std::swap(handle, other.handle);
  std::swap(first_ratio, other.first_ratio);
  std::swap(chosen, other.chosen);
  return *this;
}
template <class Scalar>
Klu<Scalar>::~Klu() = default;

template <class Scalar>
bool Klu<Scalar>::factor() {
  using Call = Calls<Scalar>;
  Handle& h = *handle;
  if (!h.numeric) return choose_pivots();
  double* const values = Call::doubles(entries.data());
  const bool kept =
      Call::refactor(pattern.starts.data(), pattern.rows.data(), values, h.symbolic, h.numeric, &h.common) &&
      Call::rcond(h.symbolic, h.numeric, &h.common) && h.common.rcond > singular_ratio &&
      h.common.rcond >= tolerated_loss * first_ratio;
  return kept || choose_pivots();
}

template <class Scalar>
bool Klu<Scalar>::choose_pivots() {
  using Call = Calls<Scalar>;
  Handle& h = *handle;
  Call::free_numeric(&h.numeric, &h.common);
  double* const values = Call::doubles(entries.data());
  h.numeric = Call::factor(pattern.starts.data(), pattern.rows.data(), values, h.symbolic, &h.common);
  ++chosen;
  if (h.numeric && Call::rcond(h.symbolic, h.numeric, &h.common) && h.common.rcond > singular_ratio) {
    first_ratio = h.common.rcond;
    return true;
  }
  Call::free_numeric(&h.numeric, &h.common);  // no order for matrices to come
  return false;
}

template <class Scalar>
void Klu<Scalar>::solve(Scalar* z) {
  Handle& h = *handle;
  Calls<Scalar>::solve(h.symbolic, h.numeric, pattern.size(), 1, Calls<Scalar>::doubles(z), &h.common);
}

template class Klu<double>;
template class Klu<std::complex<double>>;

}  // namespace plumb
