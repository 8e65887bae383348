#pragma once
// Redundant constraints: rows of G that are combinations of other rows at the initial configuration.

#include <algorithm>

#include "problems/mbs/assembly.hpp"
#include "problems/mbs/mechanism_check.hpp"

namespace plumb::mbs {

struct DependentRow {
  int row;
  std::vector<int> others;  // independent rows of which `row` is a linear combination
};

/// A row, scaled to the length 1, counts as dependent if its part orthogonal to the preceding pivot rows is shorter
/// than this. The threshold still separates redundant constraints from others if the data have only ten digits.
inline constexpr double dependence_threshold = 1e-8;

/// Returns the columns that are linear combinations of others, by a QR decomposition with column pivoting.
std::vector<DependentRow> dependent_columns(Mat<double> columns);

/// Returns positions and attitudes of the initial configuration, with velocities 0.
std::vector<BodyState<double>> initial_states(const Assembly<double>& parts);

/// Gᵀ at the initial configuration.
Mat<double> transposed_jacobian(const Assembly<double>& parts);

/// Throws MechanismMistake if a body without mass, or without inertia about some axis, is not held by joints in the
/// corresponding directions. The message names the body. Springs are not sufficient, because the accelerations would be
/// undetermined.
void require_carried(const Assembly<double>& parts);

/// Returns the dependent rows of G, from a QR decomposition of Gᵀ with column pivoting in double. If the joints form a
/// tree, the rows of each joint are decomposed separately, because rows of different joints are independent. Otherwise
/// all rows are decomposed together, at a cost proportional to the cube of their number.
std::vector<DependentRow> dependent_rows(const Assembly<double>& parts);

/// Throws MechanismMistake that names the joint or driver of the first dependent row, and the constraints from which it
/// follows. Precondition: there is a dependent row.
[[noreturn]] void refuse_dependent(const std::vector<DependentRow>& dependent, const Assembly<double>& parts);

/// Removes these rows from the constraints. Throws MechanismMistake if the row of a driver would be removed.
template <class T>
void remove_rows(const std::vector<DependentRow>& dependent, Assembly<T>& parts) {
  std::vector<Tie<T>> kept;
  std::vector<int> row_of(static_cast<std::size_t>(parts.rows), -1), tie_of;
  int rows = 0;
  parts.nonholonomic_rows = 0;
  for (auto& tie : parts.ties) {
    tie_of.push_back(static_cast<int>(kept.size()));
    if (std::ranges::any_of(dependent, [&](const auto& d) { return d.row == tie.row; })) {
      tie_of.back() = -1;
      continue;
    }
    if (tie.role == TieRole::second_term) {
      tie.row = rows - 1;
      kept.push_back(std::move(tie));
      continue;
    }
    for (int i = 0; i < tie.rows(); ++i) row_of[static_cast<std::size_t>(tie.row + i)] = rows + i;
    tie.row = rows;
    rows += tie.rows();
    if (!tie.is_holonomic()) parts.nonholonomic_rows += tie.rows();
    kept.push_back(std::move(tie));
  }
  for (auto& joint : parts.joints) {
    for (int& tie : joint.ties) tie = tie_of[static_cast<std::size_t>(tie)];
    std::erase(joint.ties, -1);
  }
  std::erase_if(parts.gears, [&](const auto& gear) { return row_of[static_cast<std::size_t>(gear.row)] < 0; });
  for (auto& gear : parts.gears) gear.row = row_of[static_cast<std::size_t>(gear.row)];
  for (auto& driver : parts.drivers) {
    driver.row = row_of[static_cast<std::size_t>(driver.row)];
    if (driver.row < 0)
      throw MechanismMistake(Mistake::contradiction, item("driver", driver.name),
                             "the joints leave no degree of freedom to drive");
  }
  parts.ties = std::move(kept);
  parts.rows = rows;
}

}  // namespace plumb::mbs
