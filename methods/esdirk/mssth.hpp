#pragma once
// The composite methods MSSTH(3), (4), (5): order n in n implicit stages, stage order 2, for any γ and free abscissae.
//
// Source: zhang2022, eqs. (30), (32)-(33), (34)-(35), where a_i1 = c_i − γ − Σ_{1<j<i} a_ij in every row. g is γ. There
// are poles at c_i = c_j, c_i = 2γ, c_i = 0, and at zeros of a determinant η in a denominator.

#include <vector>

namespace plumb {

/// A stiffly accurate method with an explicit first stage and the same diagonal g: b is the last row of A.
template <class R>
struct Esdirk {
  int stages = 0;
  std::vector<R> a = {}, c = {};  // coefficients; a row by row

  std::size_t at(int i, int j) const { return static_cast<std::size_t>(i * stages + j); }
};

/// Rows 2, 3, … s from their abscissae c and the entries between the first column and the diagonal.
template <class R>
Esdirk<R> esdirk(const R& g, const std::vector<R>& c, const std::vector<std::vector<R>>& between) {
  const int s = static_cast<int>(c.size()) + 1;
  Esdirk<R> out{.stages = s, .a = std::vector<R>(static_cast<std::size_t>(s * s), R(0)), .c = {R(0)}};
  for (int i = 1; i < s; ++i) {
    const auto& row = between[static_cast<std::size_t>(i - 1)];
    out.c.push_back(c[static_cast<std::size_t>(i - 1)]);
    R first = out.c.back() - g;
    for (int j = 1; j < i; ++j) {
      const R& a = row[static_cast<std::size_t>(j - 1)];
      out.a[out.at(i, j)] = a;
      first -= a;
    }
    out.a[out.at(i, 0)] = first;
    out.a[out.at(i, i)] = g;
  }
  return out;
}

/// Eqs. (30).
template <class R>
Esdirk<R> mssth3(const R& g, const R& c3) {
  const R a32 = c3 * (c3 - 2 * g) / (4 * g);
  const R b2 = (3 * c3 + 6 * g - 6 * c3 * g - 2) / (12 * g * (c3 - 2 * g));
  const R b3 = (6 * g * g - 6 * g + 1) / (3 * c3 * (c3 - 2 * g));
  return esdirk<R>(g, {2 * g, c3, R(1)}, {{}, {a32}, {b2, b3}});
}

/// Eq. (31): the c3 that minimises ‖σ^(4)‖.
template <class R>
R mssth3_c3(const R& g) {
  return (24 * g * g - 20 * g + 3) / (24 * g * g - 24 * g + 4);
}

/// Eqs. (32), (33).
template <class R>
Esdirk<R> mssth4(const R& g, const R& c3, const R& c4) {
  const R g2 = g * g, g3 = g * g2;
  const R eta1 = 48 * (1 - c4) * g3 + 8 * (3 * c3 * c3 - 6 * c3 + 9 * c4 - 5) * g2 +
                 6 * (-4 * c3 * c3 + 6 * c3 - 4 * c4 + 1) * g + 4 * c3 * c3 - 5 * c3 + 2 * c4;
  const R eta2 = 48 * (1 - c3) * g3 + 8 * (3 * c3 * c3 + 3 * c3 - 5) * g2 + 6 * (-4 * c3 * c3 + 2 * c3 + 1) * g +
                 4 * c3 * c3 - 3 * c3;
  const R a32 = c3 * (c3 - 2 * g) / (4 * g);
  const R a42 = c4 * (c4 - 2 * g) * eta1 / (4 * g * eta2);
  const R a43 = (c4 * c4 - 4 * a42 * g - 2 * c4 * g) / (2 * c3);
  const R b2 =
      -(12 * (c3 * c4 - c3 - c4 + 1) * g + 4 * c3 + 4 * c4 - 6 * c3 * c4 - 3) / (24 * g * (c3 - 2 * g) * (c4 - 2 * g));
  const R b3 = (24 * (c4 - 1) * g2 + 4 * (5 - 6 * c4) * g + 4 * c4 - 3) / (12 * c3 * (c4 - c3) * (c3 - 2 * g));
  const R b4 = -(24 * (c3 - 1) * g2 + 4 * (5 - 6 * c3) * g + 4 * c3 - 3) / (12 * c4 * (c4 - c3) * (c4 - 2 * g));
  return esdirk<R>(g, {2 * g, c3, c4, R(1)}, {{}, {a32}, {a42, a43}, {b2, b3, b4}});
}

/// Polynomials of eqs. (35) that occur more than once.
template <class R>
struct Mssth5Terms {
  R g, g2 = g * g, g3 = g * g2;

  R eta2(const R& x) const {  // polynomial η2 = η7 of x = c3
    return 120 * (1 - x) * g3 + 20 * (9 * x - 7) * g2 + 20 * (2 - 3 * x) * g + 5 * x - 3;
  }
  R eta6(const R& x, const R& y) const {  // polynomial η6 = η10 of (c3, c4), η8 of (c4, c5), η9 of (c3, c5)
    return 120 * (x + y - x * y - 1) * g2 + 10 * (12 * x * y - 10 * x - 10 * y + 9) * g + 15 * x + 15 * y - 20 * x * y -
           12;
  }
};

/// Eqs. (34), (35).
template <class R>
Esdirk<R> mssth5(const R& g, const R& c3, const R& c4) {
  const Mssth5Terms<R> eta{.g = g};
  const R g2 = g * g, g3 = g * g2, g4 = g * g3, g5 = g * g4;
  const R eta1 = 240 * (1 - c4) * g4 + 40 * (3 * c3 * c3 - 6 * c3 + 12 * c4 - 7) * g3 +
                 20 * (-9 * c3 * c3 + 13 * c3 - 12 * c4 + 4) * g2 + (60 * c3 * c3 - 70 * c3 + 40 * c4 - 6) * g -
                 5 * c3 * c3 + 5 * c3 - 2 * c4;
  const R eta2 = eta.eta2(c3), eta6 = eta.eta6(c3, c4);
  const R eta3 =
      -720 * g5 + (360 * c3 + 848) * g4 + (-336 * c3 - 368) * g3 + (120 * c3 + 64) * g2 + (-18 * c3 - 4) * g + c3;
  const R eta4 =
      -480 * g5 + (240 * c3 + 600) * g4 + (-240 * c3 - 288) * g3 + (96 * c3 + 56) * g2 + (-16 * c3 - 4) * g + c3;
  const R c5 = eta3 / eta4, c4c4 = c4 * c4, c3c5 = c3 * c5;
  const R eta5 =
      120 * (-c4c4 + 2 * c4 - c3 - c5 + c3c5) * g3 + 20 * (9 * c4c4 - 15 * c4 + 8 * c3 + 7 * c5 - 9 * c3c5) * g2 +
      10 * (-6 * c4c4 + 9 * c4 - 5 * c3 - 4 * c5 + 6 * c3c5) * g + 5 * c4c4 - 7 * c4 + 4 * c3 + 3 * c5 - 5 * c3c5;
  const R a32 = c3 * (c3 - 2 * g) / (4 * g);
  const R a42 = -c4 * (c4 - 2 * g) * eta1 / (4 * g * (c3 - 2 * g) * eta2);
  const R a43 = (c4c4 - 4 * a42 * g - 2 * c4 * g) / (2 * c3);
  const R a53 = c5 * (c5 - c3) * (c5 - 2 * g) * eta5 / (c3 * (c4 - c3) * (c3 - 2 * g) * eta6);
  const R a54 = c5 * (c5 - c3) * (c5 - c4) * (c5 - 2 * g) * eta2 / (c4 * (c4 - c3) * (c4 - 2 * g) * eta6);
  const R a52 = (c5 * c5 - 2 * a53 * c3 - 2 * a54 * c4 - 2 * c5 * g) / (4 * g);
  const R b3 = -eta.eta6(c4, c5) / (60 * c3 * (c4 - c3) * (c5 - c3) * (c3 - 2 * g));
  const R b4 = eta.eta6(c3, c5) / (60 * c4 * (c4 - c3) * (c5 - c4) * (c4 - 2 * g));
  const R b5 = -eta6 / (60 * c5 * (c5 - c3) * (c5 - c4) * (c5 - 2 * g));
  const R b2 = (1 - 2 * g - 2 * b3 * c3 - 2 * b4 * c4 - 2 * b5 * c5) / (4 * g);
  return esdirk<R>(g, {2 * g, c3, c4, c5, R(1)}, {{}, {a32}, {a42, a43}, {a52, a53, a54}, {b2, b3, b4, b5}});
}

}  // namespace plumb
