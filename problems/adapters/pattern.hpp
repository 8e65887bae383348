#pragma once
// A pattern marks the entries of a matrix that may differ from 0 in any state. Patterns are constant expressions, so
// the compiler omits operations on all other entries.

#include <array>
#include <string_view>

namespace plumb {

template <int rows, int columns = rows>
struct Pattern {
  bool has[rows][columns] = {};
};

/// Each row is a text in which "." marks an entry that is 0.
template <int rows, int columns>
constexpr Pattern<rows, columns> pattern(const std::array<std::string_view, rows>& text) {
  Pattern<rows, columns> out;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) out.has[i][j] = text.at(i).at(j) != '.';
  return out;
}
template <int n>
constexpr Pattern<n> diagonal_pattern() {
  Pattern<n> out;
  for (int i = 0; i < n; ++i) out.has[i][i] = true;
  return out;
}
template <int rows, int columns = rows>
constexpr Pattern<rows, columns> full_pattern() {
  Pattern<rows, columns> out;
  for (auto& row : out.has)
    for (bool& entry : row) entry = true;
  return out;
}

/// Returns in its lower triangle the pattern of L in A = L D Lᵀ: the entries of A, the fill-in of the elimination, and
/// the diagonal.
template <int n>
constexpr Pattern<n> triangle_of(const Pattern<n>& symmetric) {
  Pattern<n> out = symmetric;
  for (int i = 0; i < n; ++i) out.has[i][i] = true;
  for (int k = 0; k < n; ++k)
    for (int j = k + 1; j < n; ++j)
      for (int i = j; i < n; ++i) out.has[i][j] = out.has[i][j] || (out.has[i][k] && out.has[j][k]);
  return out;
}

/// Returns the pattern of L⁻¹ B, where L is a lower triangular matrix with unit diagonal.
template <int n, int columns>
constexpr Pattern<n, columns> solved_pattern(const Pattern<n>& triangle, const Pattern<n, columns>& of) {
  Pattern<n, columns> out = of;
  for (int k = 0; k < columns; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) out.has[i][k] = out.has[i][k] || (triangle.has[i][j] && out.has[j][k]);
  return out;
}
/// Returns the pattern of Bᵀ B, without accidental cancellation.
template <int rows, int columns>
constexpr Pattern<columns> square_pattern(const Pattern<rows, columns>& of) {
  Pattern<columns> out;
  for (int k = 0; k < columns; ++k)
    for (int l = 0; l < columns; ++l)
      for (int i = 0; i < rows; ++i) out.has[k][l] = out.has[k][l] || (of.has[i][k] && of.has[i][l]);
  return out;
}
template <int rows, int columns>
constexpr Pattern<columns, rows> transposed_pattern(const Pattern<rows, columns>& of) {
  Pattern<columns, rows> out;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) out.has[j][i] = of.has[i][j];
  return out;
}

}  // namespace plumb
