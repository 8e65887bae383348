#pragma once
// Coefficients of the Lobatto IIIA-IIIB pair, as exact text.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "contract/exact_number.hpp"
#include "numerics/complete_pivoting.hpp"

namespace plumb {

/// The rows a_ij of Lobatto IIIA for positions, the rows â_ij of Lobatto IIIB for velocities, and the weights b of
/// both.
struct LobattoPairData {
  using Row = std::vector<std::string_view>;

  std::vector<Row> positions, velocities;
  Row weights;
};

/// The coefficients as numbers, with the nodes c, and the inverse of ω_ij = Σ_k a_{i+1,k} â_kj, i, j = 1..s−1. h² ω is
/// the derivative of the positions 2..s by the accelerations 1..s−1. `amplification` is the ∞-norm of the inverse.
template <class T>
struct LobattoPairTable {
  std::vector<std::vector<T>> positions, velocities;
  std::vector<T> weights, nodes;
  Mat<T> omega_inverse;
  T amplification = 0;  // largest sum of the absolute values of a row

  explicit LobattoPairTable(const LobattoPairData& data) : weights(numbers(data.weights)) {
    using std::abs;
    for (const auto& row : data.positions) positions.push_back(numbers(row));
    for (const auto& row : data.velocities) velocities.push_back(numbers(row));
    for (const auto& row : positions) nodes.push_back(std::accumulate(row.begin(), row.end(), T(0)));
    omega_inverse = inverse_of_omega();
    for (Eigen::Index i = 0; i < omega_inverse.rows(); ++i) {
      T sum = 0;
      for (Eigen::Index j = 0; j < omega_inverse.cols(); ++j) sum += abs(omega_inverse(i, j));
      amplification = std::max(amplification, sum);
    }
  }
  std::size_t stages() const { return weights.size(); }

 private:
  static std::vector<T> numbers(const LobattoPairData::Row& row) {
    std::vector<T> out;
    for (const auto text : row) out.push_back(number_from_text<T>(text));
    return out;
  }
  Mat<T> inverse_of_omega() const {
    const auto size = static_cast<Eigen::Index>(stages()) - 1;
    Mat<T> omega = Mat<T>::Zero(size, size);
    for (std::size_t i = 0; i + 1 < stages(); ++i)
      for (std::size_t j = 0; j + 1 < stages(); ++j)
        for (std::size_t k = 0; k < stages(); ++k)
          omega(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) += positions[i + 1][k] * velocities[k][j];
    return CompletePivoting<T>(omega).inverse();
  }
};

// Source: Hairer, Lubich & Wanner, Geometric Numerical Integration, sections II.1.4 and II.2.2.
inline const LobattoPairData lobatto_pair2 = {
    .positions = {{"0", "0"}, {"1/2", "1/2"}}, .velocities = {{"1/2", "0"}, {"1/2", "0"}}, .weights = {"1/2", "1/2"}};

inline const LobattoPairData lobatto_pair3 = {
    .positions = {{"0", "0", "0"}, {"5/24", "1/3", "-1/24"}, {"1/6", "2/3", "1/6"}},
    .velocities = {{"1/6", "-1/6", "0"}, {"1/6", "1/3", "0"}, {"1/6", "5/6", "0"}},
    .weights = {"1/6", "2/3", "1/6"}};

inline const LobattoPairData lobatto_pair4 = {
    .positions = {{"0", "0", "0", "0"},
                  {"(11+sqrt(5))/120", "(25-sqrt(5))/120", "(25-13*sqrt(5))/120", "(-1+sqrt(5))/120"},
                  {"(11-sqrt(5))/120", "(25+13*sqrt(5))/120", "(25+sqrt(5))/120", "(-1-sqrt(5))/120"},
                  {"1/12", "5/12", "5/12", "1/12"}},
    .velocities = {{"1/12", "(-1-sqrt(5))/24", "(-1+sqrt(5))/24", "0"},
                   {"1/12", "(25+sqrt(5))/120", "(25-13*sqrt(5))/120", "0"},
                   {"1/12", "(25+13*sqrt(5))/120", "(25-sqrt(5))/120", "0"},
                   {"1/12", "(11-sqrt(5))/24", "(11+sqrt(5))/24", "0"}},
    .weights = {"1/12", "5/12", "5/12", "1/12"}};

}  // namespace plumb
