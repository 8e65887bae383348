// Products are compared with products in 50 digits.

#include "numerics/quad_matrix.hpp"

#include <gtest/gtest.h>

#include <random>

#include "numerics/long_number.hpp"

namespace plumb {
namespace {

constexpr int rows = 7, columns = 40;

/// Numbers with all 113 bits, of both signs and of sizes between 2^-span and 1; one in eight is zero.
class Numbers {
 public:
  explicit Numbers(int span) : exponent_(-span, 0) {}
  quad next() {
    if (random_() % 8 == 0) return 0;
    const quad all =
        quad(part_(random_)) + quad(part_(random_)) * quad(0x1p-53) + quad(part_(random_)) * quad(0x1p-106);
    return ldexp(random_() % 2 ? all : quad(-all), exponent_(random_));
  }

 private:
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> part_{0.5, 1};
  std::uniform_int_distribution<int> exponent_;
};

Digits50 exact(const quad& x) { return Digits50(x); }

/// Returns the largest error of a product, relative to the unit roundoff times the largest entries of its row and of
/// the vector.
double error_in_roundings(int span, int by = 0) {
  Numbers numbers(span);
  Mat<quad> m(rows, columns);
  std::vector<quad> x(columns), product(rows);
  for (auto& entry : x) entry = ldexp(numbers.next(), by);
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < columns; ++k) m(i, k) = numbers.next();
  QuadMatrix(m).multiply(x, product);
  double out = 0;
  for (int i = 0; i < rows; ++i) {
    Digits50 sum = 0;
    quad largest = 0, of_row = 0;
    for (int k = 0; k < columns; ++k) {
      const auto at = static_cast<std::size_t>(k);
      sum += exact(m(i, k)) * exact(x[at]);
      largest = std::max<quad>(largest, abs(x[at]));
      of_row = std::max<quad>(of_row, abs(m(i, k)));
    }
    const Digits50 error = exact(product[static_cast<std::size_t>(i)]) - sum;
    const quad unit = largest * of_row * unit_roundoff<quad>();
    out = std::max(out, std::abs(static_cast<double>(error / exact(unit))));
  }
  return out;
}

// A sum of 40 numbers is up to 40 times as large as each, and so is the rounding of the result. In quad itself every
// addition rounds.
TEST(QuadMatrix, RoundsProductsOnce) {
  EXPECT_LT(error_in_roundings(0), columns + 10);
  EXPECT_LT(error_in_roundings(20), 10);
  EXPECT_LT(error_in_roundings(130), 10) << "small entries are rounded as the largest";
}

TEST(QuadMatrix, TakesNumbersOfAnySize) {
  for (const int by : {-16000, -300, 300, 16000}) EXPECT_LT(error_in_roundings(20, by), 10) << by;
}

TEST(QuadMatrix, IsExactForSmallIntegers) {
  Mat<quad> m(2, 3);
  m << 1, -2, 3, 0, 5, quad(1) / 8;
  std::vector<quad> product(2);
  QuadMatrix(m).multiply(std::vector<quad>{7, 11, -13}, product);
  EXPECT_EQ(product[0], 7 - 22 - 39);
  EXPECT_EQ(product[1], 55 - quad(13) / 8);
  QuadMatrix(m).multiply(std::vector<quad>{0, 0, 0}, product);
  EXPECT_EQ(product[0], 0);
}

TEST(QuadMatrix, OfWhatIsNoNumberIsNoNumber) {
  const QuadMatrix m(Mat<quad>::Zero(2, 3));
  for (const quad& wrong : {std::numeric_limits<quad>::quiet_NaN(), std::numeric_limits<quad>::infinity()}) {
    std::vector<quad> product(2);
    m.multiply(std::vector<quad>{1, wrong, 2}, product);
    EXPECT_TRUE(isnan(product[0]) && isnan(product[1]));
  }
}

// The largest possible entries do not overflow the sums.
TEST(QuadMatrix, HoldsTheLargestSums) {
  const Eigen::Index n = QuadMatrix::most_columns;
  const quad largest = 1 - std::numeric_limits<quad>::epsilon() / 2;
  std::vector<quad> product(2);
  Mat<quad> m = Mat<quad>::Constant(2, n, largest);
  m.row(1) *= -1;
  QuadMatrix(m).multiply(std::vector<quad>(static_cast<std::size_t>(n), largest), product);
  const quad exact_sum = n * largest * largest, rounding = n * std::numeric_limits<quad>::epsilon();
  EXPECT_LT(abs(product[0] - exact_sum), rounding);
  EXPECT_LT(abs(product[1] + exact_sum), rounding);
}

}  // namespace
}  // namespace plumb
