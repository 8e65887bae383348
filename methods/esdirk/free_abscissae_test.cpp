// The free abscissae of MSSTH(4) and MSSTH(5): the values printed in table 7 of zhang2022, the norm that they minimise
// according to the text, and the minimum of that norm.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "contract/expression.hpp"
#include "methods/esdirk/error_norm.hpp"
#include "methods/esdirk/gamma.hpp"
#include "methods/esdirk/table7.hpp"
#include "methods/esdirk/tableaus.hpp"

namespace plumb {
namespace {

using Real = Digits100;
using Vector = std::vector<Real>;

std::string tenth(int k) { return std::to_string(k) + "/10"; }

// ‖σ^(n+1)‖₂ of MSSTH(n) at (c3, c4).
template <class R>
R norm(int n, const R& gamma, const R& c3, const R& c4, Products products = Products::entries) {
  using std::sqrt;
  return sqrt(n == 4 ? squared_error(mssth4<R>(gamma, c3, c4), 5, products)
                     : squared_error(mssth5<R>(gamma, c3, c4), 6, products));
}

struct Abscissae {
  Real gamma, c3, c4;
};
Abscissae abscissae(int n, const std::string& rho, FreeAbscissae free) {
  const auto t = mssth_tableau(n, rho, free);
  return {Real(t.b.back()), Real(t.c[2]), Real(t.c[3])};
}

// Products with A, C and diagonal matrices for a lower triangular tableau.
struct Operators {
  const Esdirk<Real>& t;
  Vector one = Vector(t.c.size(), Real(1));

  Vector a(const Vector& x) const {
    Vector out;
    for (int i = 0; i < t.stages; ++i) {
      out.emplace_back(0);
      for (int j = 0; j <= i; ++j) out.back() += t.a[t.at(i, j)] * x[static_cast<std::size_t>(j)];
    }
    return out;
  }
  Vector c(Vector x, int times = 1) const {
    for (int k = 0; k < times; ++k)
      for (std::size_t i = 0; i < x.size(); ++i) x[i] *= t.c[i];
    return x;
  }
  Real b(const Vector& x) const { return a(x).back(); }
  Vector q(int k) const {  // eq. (29)
    auto out = a(c(one, k - 1));
    const auto power = c(one, k);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] -= power[i] / k;
    return out;
  }
  Vector diagonal(int k, const Vector& x) const {  // Q^(k) x
    auto out = q(k);
    for (std::size_t i = 0; i < x.size(); ++i) out[i] *= x[i];
    return out;
  }
};

Real sum_of_squares(const Vector& sigma) {
  Real sum = 0;
  for (const auto& x : sigma) sum += x * x;
  return sum;
}

// Table 6, column by column.
Vector table6_order5(const Operators& o) {
  const auto q2 = o.q(2), q3 = o.q(3), q4 = o.q(4);
  const Real s1 = o.b(o.c(o.one, 4)) / 24 - Real(1) / 120, s2 = o.b(o.c(q2, 2)) / 2 + 6 * s1,
             s3 = (o.b(o.diagonal(2, q2)) + o.b(o.c(q2, 2))) / 2 + 3 * s1, s4 = o.b(o.c(q3)) / 2 + 4 * s1,
             s5 = o.b(q4) / 6 + s1, s6 = o.b(o.c(o.a(q2))) + s4, s7 = o.b(o.a(o.c(q2))) + 3 * s5,
             s8 = o.b(o.a(q3)) / 2 + s5, s9 = o.b(o.a(o.a(q2))) + s8;
  return {s1, s2, s3, s4, s5, s6, s7, s8, s9};
}
Vector table6_order6(const Operators& o) {
  const auto q2 = o.q(2), q3 = o.q(3), q4 = o.q(4), q5 = o.q(5);
  const auto aq2 = o.a(q2), aq3 = o.a(q3);
  Vector s(21);
  s[1] = o.b(o.c(o.one, 5)) / 120 - Real(1) / 720;
  s[2] = o.b(o.c(q2, 3)) / 6 + 10 * s[1];
  s[3] = (o.b(o.c(o.diagonal(2, q2))) + o.b(o.c(q2, 3))) / 2 + 15 * s[1];
  s[4] = o.b(o.c(q3, 2)) / 4 + 10 * s[1];
  s[5] = o.b(o.diagonal(3, q2)) / 2 + o.b(o.c(q2, 3)) / 6 + s[4];
  s[6] = o.b(o.c(q4)) / 6 + 5 * s[1];
  s[7] = o.b(q5) / 24 + s[1];
  s[8] = o.b(o.c(aq2, 2)) / 2 + s[4];
  s[9] = o.b(o.diagonal(2, aq2)) + o.b(o.diagonal(2, q3)) / 2 + o.b(o.c(q2, 3)) / 6 + s[8];
  s[10] = o.b(o.c(o.a(o.c(q2)))) + 3 * s[6];
  s[11] = o.b(o.a(o.c(q2, 2))) / 2 + 6 * s[7];
  s[12] = (o.b(o.a(o.diagonal(2, q2))) + o.b(o.a(o.c(q2, 2)))) / 2 + 3 * s[7];
  s[13] = o.b(o.c(aq3)) / 2 + s[6];
  s[14] = o.b(o.a(o.c(q3))) / 2 + 4 * s[7];
  s[15] = o.b(o.a(q4)) / 6 + s[7];
  s[16] = o.b(o.c(o.a(aq2))) + s[13];
  s[17] = o.b(o.a(o.c(aq2))) + s[14];
  s[18] = o.b(o.a(o.a(o.c(q2)))) + 3 * s[15];
  s[19] = o.b(o.a(aq3)) / 2 + s[15];
  s[20] = o.b(o.a(o.a(aq2))) + s[19];
  return s;
}

// The tableau satisfies no order condition, so that no term vanishes; only its row sums are c.
TEST(ErrorNorm, IsThatOfTable6) {
  const auto t =
      esdirk<Real>(Real("0.3"), {Real("0.45"), Real("0.7"), Real("1.2"), Real(1)},
                   {{}, {Real("0.31")}, {Real("-0.4"), Real("0.9")}, {Real("0.2"), Real("0.5"), Real("0.15")}});
  const Operators o{t};
  EXPECT_LT(abs(sum_of_squares(table6_order5(o)) - squared_error(t, 5)), Real("1e-80"));
  EXPECT_LT(abs(sum_of_squares(table6_order6(o)) - squared_error(t, 6)), Real("1e-80"));
  EXPECT_GT(abs(squared_error(t, 6, Products::matrices) - squared_error(t, 6)), Real("1e-10"));
}

TEST(FreeAbscissae, Equation31IsTheMinimum) {
  for (int k = 0; k <= 10; ++k) {
    const Real gamma = mssth_gamma(3, Real(k) / 10), c3 = mssth3_c3(gamma), step("1e-10");
    const auto cost = [&](const Real& x) { return squared_error(mssth3<Real>(gamma, x), 4); };
    EXPECT_LT(cost(c3), cost(c3 + step)) << k;
    EXPECT_LT(cost(c3), cost(c3 - step)) << k;
  }
}

std::vector<std::vector<std::string>> printed_table() {
  std::ifstream file("methods/esdirk/table-7.csv");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

// The columns are rho, γ of MSSTH(3), γ c3 c4 of MSSTH(4), γ c4 of MSSTH(5).
TEST(Table7, IsPrintedAsKeptAndItsGammaIsRightInTwoColumnsOfThree) {
  const auto rows = printed_table();
  ASSERT_EQ(rows.size(), 12u);
  const Real fifteen_digits("1e-14");
  for (std::size_t k = 0; k < table7.size(); ++k) {
    const auto& row = rows[k + 1];
    ASSERT_EQ(row.size(), 7u);
    EXPECT_EQ(row[1], table7[k].mssth3_gamma);
    EXPECT_EQ(row[3], table7[k].mssth4_c3);
    EXPECT_EQ(row[4], table7[k].mssth4_c4);
    EXPECT_EQ(row[6], table7[k].mssth5_c4);
    const Real rho = Real(k) / 10;
    EXPECT_LT(abs(Real(row[2]) - mssth_gamma(4, rho)), fifteen_digits) << row[0];
    EXPECT_LT(abs(Real(row[5]) - mssth_gamma(5, rho)), fifteen_digits) << row[0];
    // The value printed as γ of MSSTH(3) is wrong: it is γ of MSSTC(3), half of the correct value.
    EXPECT_LT(abs(Real(row[1]) - msstc_stability(3, rho).gamma), fifteen_digits) << row[0];
    EXPECT_GT(mssth_gamma(3, rho) - Real(row[1]), Real("0.16")) << row[0];
  }
}

// The printed abscissae are the minimum with subtrees multiplied as matrices: c3, c4 of MSSTH(4) to 12 digits, c4 of
// MSSTH(5) to 8, the precision of a minimiser. They are not the minimum of eq. (28), which is elsewhere and lower.
TEST(Table7, MinimisesTheNormWithMatrixProducts) {
  for (std::size_t k = 0; k < table7.size(); ++k) {
    const auto rho = tenth(static_cast<int>(k));
    const Real gamma4 = mssth_gamma(4, Real(k) / 10), gamma5 = mssth_gamma(5, Real(k) / 10), c3 = Real(1) / 10;
    Unknowns x4(2), x5(1);
    x4 << Real(table7[k].mssth4_c3.data()), Real(table7[k].mssth4_c4.data());
    x5 << Real(table7[k].mssth5_c4.data());
    const auto y4 = stationary_near(x4, [&](const Unknowns& at) {
      return squared_error(mssth4<Real>(gamma4, at[0], at[1]), 5, Products::matrices);
    });
    const auto y5 = stationary_near(
        x5, [&](const Unknowns& at) { return squared_error(mssth5<Real>(gamma5, c3, at[0]), 6, Products::matrices); });
    EXPECT_LT((y4 - x4).lpNorm<Eigen::Infinity>(), Real("1e-12")) << rho;
    EXPECT_LT((y5 - x5).lpNorm<Eigen::Infinity>(), Real("1e-8")) << rho;
  }
}

TEST(Table7, DoesNotMinimiseWhatTheTextSays) {
  // ‖σ^(n+1)‖₂ at ρ = 0, 0.1, …, 1: as printed, and the minimum.
  const double printed[2][11] = {{3.884350e-2, 3.114946e-2, 2.503212e-2, 2.014937e-2, 1.627256e-2, 1.325036e-2,
                                  1.098512e-2, 9.410357e-3, 8.463784e-3, 8.064354e-3, 8.096971e-3},
                                 {2.320756e-3, 2.186470e-3, 2.076569e-3, 1.991410e-3, 1.930658e-3, 1.893189e-3,
                                  1.877125e-3, 1.880005e-3, 1.899036e-3, 1.931354e-3, 1.974246e-3}};
  const double minimum[2][11] = {{3.855007e-2, 3.075917e-2, 2.452251e-2, 1.949016e-2, 1.542411e-2, 1.216362e-2,
                                  9.606463e-3, 7.696516e-3, 6.405237e-3, 5.690971e-3, 5.447307e-3},
                                 {2.068652e-3, 2.025900e-3, 1.987875e-3, 1.953580e-3, 1.922211e-3, 1.893111e-3,
                                  1.865735e-3, 1.839621e-3, 1.814376e-3, 1.789657e-3, 1.765165e-3}};
  for (const int n : {4, 5})
    for (int k = 0; k <= 10; ++k) {
      const auto value = [&](FreeAbscissae free) {
        const auto x = abscissae(n, tenth(k), free);
        return static_cast<double>(norm(n, x.gamma, x.c3, x.c4));
      };
      EXPECT_NEAR(value(FreeAbscissae::published) / printed[n - 4][k], 1, 1e-6) << n << " " << k;
      EXPECT_NEAR(value(FreeAbscissae::minimal) / minimum[n - 4][k], 1, 1e-6) << n << " " << k;
      EXPECT_GT(value(FreeAbscissae::published), 1.00003 * value(FreeAbscissae::minimal)) << n << " " << k;
    }
}

// A grid from −1 to 2.5, which avoids the poles, has no better c3 and c4.
TEST(FreeAbscissae, MinimalIsTheGlobalMinimum) {
  constexpr int points = 60;
  const auto coordinate = [](int i) { return -1.0037 + 3.5048 * i / points; };
  for (int k = 0; k <= 10; k += 2) {
    const auto x4 = abscissae(4, tenth(k), FreeAbscissae::minimal), x5 = abscissae(5, tenth(k), FreeAbscissae::minimal);
    const auto least4 = static_cast<double>(norm(4, x4.gamma, x4.c3, x4.c4)),
               least5 = static_cast<double>(norm(5, x5.gamma, x5.c3, x5.c4));
    const auto gamma4 = static_cast<double>(x4.gamma), gamma5 = static_cast<double>(x5.gamma);
    for (int i = 0; i <= points; ++i)
      for (int j = 0; j <= points; ++j) {
        EXPECT_GE(norm(4, gamma4, coordinate(i), coordinate(j) + 0.0007), least4) << k;
        EXPECT_GE(norm(5, gamma5, 0.1, -1.0037 + 3.5048 * (i * points + j) / (points * points)), least5) << k;
      }
  }
}

TEST(FreeAbscissae, AreContinuousInRho) {
  for (const int n : {4, 5})
    for (const auto free : {FreeAbscissae::published, FreeAbscissae::minimal}) {
      auto before = abscissae(n, "0", free);
      for (int k = 1; k <= 100; ++k) {
        const auto x = abscissae(n, std::to_string(k) + "/100", free);
        EXPECT_LT(abs(x.c3 - before.c3), Real("0.015")) << n << " " << k;
        EXPECT_LT(abs(x.c4 - before.c4), Real("0.015")) << n << " " << k;
        EXPECT_LT(x.gamma, before.gamma) << n << " " << k;
        before = x;
      }
    }
}

}  // namespace
}  // namespace plumb
