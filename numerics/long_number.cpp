#include "numerics/long_number.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/float128.hpp>
#include <ostream>
#include <type_traits>

#include "numerics/boost_number.hpp"

namespace plumb {
namespace {

template <int decimals>
LongNumber<decimals> made(const BoostNumber<decimals>& x) {
  return long_number<decimals>(x);
}

}  // namespace

template <int decimals>
LongNumber<decimals>::LongNumber() noexcept {
  using Boost = BoostNumber<decimals>;
  static_assert(sizeof(Boost) == sizeof(LongNumber) && alignof(Boost) == alignof(LongNumber));
  static_assert(std::numeric_limits<Boost>::digits == digits && std::is_trivially_destructible_v<Boost>);
  static_assert(std::numeric_limits<LongNumber>::max_digits10 == std::numeric_limits<Boost>::max_digits10);
  new (storage) Boost();
}
template <int decimals>
LongNumber<decimals>::LongNumber(const LongNumber& x) noexcept {
  new (storage) BoostNumber<decimals>(boost_number(x));
}
template <int decimals>
LongNumber<decimals>& LongNumber<decimals>::operator=(const LongNumber& x) noexcept {
  BoostAccess::of(*this) = boost_number(x);
  return *this;
}

template <int decimals>
LongNumber<decimals>::LongNumber(long long x, Exact) {
  new (storage) BoostNumber<decimals>(x);
}
template <int decimals>
LongNumber<decimals>::LongNumber(unsigned long long x, Exact) {
  new (storage) BoostNumber<decimals>(x);
}
template <int decimals>
LongNumber<decimals>::LongNumber(long double x, Exact) {
  new (storage) BoostNumber<decimals>(x);
}
template <int decimals>
LongNumber<decimals>::LongNumber(const quad& x) {
  new (storage) BoostNumber<decimals>(boost::multiprecision::float128(x.value()));
}
template <int decimals>
template <int others>
requires(others != decimals) LongNumber<decimals>::LongNumber(const LongNumber<others>& x) {
  new (storage) BoostNumber<decimals>(boost_number(x));
}
template <int decimals>
LongNumber<decimals>::LongNumber(const char* text) {
  new (storage) BoostNumber<decimals>(text);
}

template <int decimals>
LongNumber<decimals>::operator double() const {
  return static_cast<double>(boost_number(*this));
}
template <int decimals>
LongNumber<decimals>::operator long double() const {
  return static_cast<long double>(boost_number(*this));
}
template <int decimals>
LongNumber<decimals>::operator quad() const {
  return static_cast<boost::multiprecision::float128>(boost_number(*this)).backend().value();
}

template <int decimals>
std::string LongNumber<decimals>::str(int decimal_digits, std::ios_base::fmtflags flags) const {
  return boost_number(*this).str(decimal_digits, flags);
}
template <int decimals>
std::ostream& LongNumber<decimals>::write(std::ostream& out) const {
  return out << boost_number(*this);
}

template <int decimals>
LongNumber<decimals> LongNumber<decimals>::pi() {
  return made<decimals>(boost::math::constants::pi<BoostNumber<decimals>>());
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::epsilon() {
  return made<decimals>(std::numeric_limits<BoostNumber<decimals>>::epsilon());
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::largest() {
  return made<decimals>((std::numeric_limits<BoostNumber<decimals>>::max)());
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::smallest() {
  return made<decimals>((std::numeric_limits<BoostNumber<decimals>>::min)());
}

template <int decimals>
LongNumber<decimals>& LongNumber<decimals>::operator+=(const LongNumber& y) {
  BoostAccess::of(*this) += boost_number(y);
  return *this;
}
template <int decimals>
LongNumber<decimals>& LongNumber<decimals>::operator-=(const LongNumber& y) {
  BoostAccess::of(*this) -= boost_number(y);
  return *this;
}
template <int decimals>
LongNumber<decimals>& LongNumber<decimals>::operator*=(const LongNumber& y) {
  BoostAccess::of(*this) *= boost_number(y);
  return *this;
}
template <int decimals>
LongNumber<decimals>& LongNumber<decimals>::operator/=(const LongNumber& y) {
  BoostAccess::of(*this) /= boost_number(y);
  return *this;
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::operator-() const {
  LongNumber out = *this;
  BoostAccess::of(out).backend().negate();
  return out;
}

template <int decimals>
LongNumber<decimals> LongNumber<decimals>::sum(const LongNumber& x, const LongNumber& y) {
  LongNumber out = x;
  return out += y;
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::difference(const LongNumber& x, const LongNumber& y) {
  LongNumber out = x;
  return out -= y;
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::product(const LongNumber& x, const LongNumber& y) {
  LongNumber out = x;
  return out *= y;
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::quotient(const LongNumber& x, const LongNumber& y) {
  LongNumber out = x;
  return out /= y;
}
template <int decimals>
std::partial_ordering LongNumber<decimals>::order(const LongNumber& x, const LongNumber& y) {
  const auto &a = boost_number(x), &b = boost_number(y);
  if ((boost::multiprecision::isnan)(a) || (boost::multiprecision::isnan)(b)) return std::partial_ordering::unordered;
  return a.compare(b) <=> 0;
}

template <int decimals>
LongNumber<decimals> LongNumber<decimals>::angle(const LongNumber& y, const LongNumber& x) {
  return made<decimals>(atan2(boost_number(y), boost_number(x)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::power(const LongNumber& x, const LongNumber& y) {
  return made<decimals>(pow(boost_number(x), boost_number(y)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::power(const LongNumber& x, int n) {
  return made<decimals>(pow(boost_number(x), n));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::magnitude() const {
  return made<decimals>(abs(boost_number(*this)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::rounded_down() const {
  return made<decimals>(floor(boost_number(*this)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::square_root() const {
  return made<decimals>(sqrt(boost_number(*this)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::logarithm() const {
  return made<decimals>(log(boost_number(*this)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::binary_logarithm() const {
  return made<decimals>(log2(boost_number(*this)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::decimal_logarithm() const {
  return made<decimals>(log10(boost_number(*this)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::sine() const {
  return made<decimals>(sin(boost_number(*this)));
}
template <int decimals>
LongNumber<decimals> LongNumber<decimals>::cosine() const {
  return made<decimals>(cos(boost_number(*this)));
}
template <int decimals>
bool LongNumber<decimals>::is_finite() const {
  return (boost::multiprecision::isfinite)(boost_number(*this));
}

template class LongNumber<50>;
template class LongNumber<100>;
template LongNumber<50>::LongNumber(const LongNumber<100>&);
template LongNumber<100>::LongNumber(const LongNumber<50>&);

}  // namespace plumb
