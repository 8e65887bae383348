#include "numerics/quad.hpp"

#include <locale.h>

#include <ostream>
#include <stdexcept>
#include <vector>

namespace plumb {
namespace {

/// During the lifetime of this object, this thread has the C locale, with a decimal point. libquadmath uses the current
/// locale, which the program that calls Plumb's library may have changed.
class DecimalPoint {
 public:
  DecimalPoint() : before_(uselocale(c_locale())) {}
  ~DecimalPoint() { uselocale(before_); }
  DecimalPoint(const DecimalPoint&) = delete;
  DecimalPoint& operator=(const DecimalPoint&) = delete;

 private:
  static locale_t c_locale() {
    static const locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
    return c;
  }
  locale_t before_;
};

}  // namespace

quad::quad(const char* text) {
  const DecimalPoint here;
  char* end = nullptr;
  x_ = strtoflt128(text, &end);
  if (end == text || *end != '\0') throw std::runtime_error("'" + std::string(text) + "' is not a number");
}

std::string quad::str(int digits, std::ios_base::fmtflags flags) const {
  const bool scientific = (flags & std::ios_base::scientific) != 0, fixed = (flags & std::ios_base::fixed) != 0;
  const std::string format = std::string("%.*Q") + (scientific ? "e" : fixed ? "f" : "g");
  const int requested = digits == 0 ? 36 : digits;
  std::vector<char> buffer(128);
  const DecimalPoint here;
  const int length = quadmath_snprintf(buffer.data(), buffer.size(), format.c_str(), requested, x_);
  if (length < 0) throw std::runtime_error("a number in quadruple precision cannot be converted to text");
  if (static_cast<std::size_t>(length) >= buffer.size()) {
    buffer.resize(static_cast<std::size_t>(length) + 1);
    quadmath_snprintf(buffer.data(), buffer.size(), format.c_str(), requested, x_);
  }
  return buffer.data();
}

std::ostream& operator<<(std::ostream& out, const quad& x) {
  return out << x.str(static_cast<int>(out.precision()), out.flags());
}

}  // namespace plumb
