#include "problems/mbs/redundancy.hpp"

#include <Eigen/QR>
#include <cmath>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/multibody_factors.hpp"

namespace plumb::mbs {
namespace {

std::vector<BodyState<double>> initial_states(const Assembly<double>& parts) {
  std::vector<BodyState<double>> out(parts.bodies.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto at = 7 * static_cast<Eigen::Index>(k);
    out[k].r = parts.q.segment<3>(at);
    out[k].A = so3::matrix<double>(so3::Quaternion<double>(parts.q.segment<4>(at + 3)));
  }
  return out;
}

// Columns of `rows` [of Gᵀ], named by `names`, that are combinations of others.
void find_dependent(Mat<double> rows, const std::vector<int>& names, std::vector<DependentRow>& out) {
  const auto name = [&](int column) { return names[static_cast<std::size_t>(column)]; };
  for (auto& dependent : dependent_columns(std::move(rows))) {
    dependent.row = name(dependent.row);
    for (int& other : dependent.others) other = name(other);
    std::ranges::sort(dependent.others);
    out.push_back(std::move(dependent));
  }
}

// Rows of the joints of one body of a tree, in its own six columns.
void search_tree(const Assembly<double>& parts, const Topology& topology, std::vector<DependentRow>& out) {
  const auto states = initial_states(parts);
  std::vector<std::vector<const Tie<double>*>> ties(parts.bodies.size());
  for (const auto& tie : parts.ties)
    ties[static_cast<std::size_t>(topology.child(tie.first, tie.second))].push_back(&tie);
  for (const int body : topology.bodies) {
    const auto& own = ties[static_cast<std::size_t>(body)];
    std::vector<int> names;
    for (const auto* tie : own)
      for (int i = 0; i < tie->rows(); ++i) names.push_back(tie->row + i);
    Mat<double> rows(6, static_cast<Eigen::Index>(names.size()));
    Eigen::Index at = 0;
    for (const auto* tie : own)
      std::visit(
          [&]<class Law>(const Law& law) {
            PairRows<double, Law::rows> g;
            law.jacobian(pair_of(states, tie->first, tie->second), 0, g);
            rows.middleCols<Law::rows>(at) = g.template middleCols<6>(tie->second == body ? 6 : 0).transpose();
            at += Law::rows;
          },
          tie->law);
    find_dependent(std::move(rows), names, out);
  }
}

void search_all(const Assembly<double>& parts, std::vector<DependentRow>& out) {
  const auto states = initial_states(parts);
  Mat<double> rows = Mat<double>::Zero(6 * parts.count(), parts.rows);
  std::vector<int> names;
  for (int i = 0; i < parts.rows; ++i) names.push_back(i);
  for (const auto& tie : parts.ties)
    std::visit(
        [&]<class Law>(const Law& law) {
          PairRows<double, Law::rows> g;
          law.jacobian(pair_of(states, tie.first, tie.second), 0, g);
          const auto put = [&](int body, int column) {
            if (body != on_ground)
              rows.block<6, Law::rows>(6 * body, tie.row) = g.template middleCols<6>(column).transpose();
          };
          put(tie.first, 0);
          put(tie.second, 6);
        },
        tie.law);
  find_dependent(std::move(rows), names, out);
}

// "joint 'a', the rest of joint 'b'" for a row of b.
std::string owners_of(const std::vector<int>& rows, const std::string& owner, const Assembly<double>& parts) {
  std::string out;
  const Tie<double>* last = nullptr;
  for (const auto& tie : parts.ties) {
    const bool meant = std::ranges::any_of(rows, [&](int row) { return row >= tie.row && row < tie.row + tie.rows(); });
    if (!meant || (last && last->owner == tie.owner)) continue;
    out += std::string(last ? ", " : "") + (tie.owner == owner ? "the rest of " : "") + tie.owner;
    last = &tie;
  }
  return out;
}

}  // namespace

std::vector<DependentRow> dependent_columns(Mat<double> columns) {
  std::vector<DependentRow> out;
  if (columns.cols() == 0) return out;
  for (Eigen::Index j = 0; j < columns.cols(); ++j)
    if (const double size = columns.col(j).norm(); size > 0) columns.col(j) /= size;
  const Eigen::ColPivHouseholderQR<Mat<double>> qr(columns);
  Eigen::Index rank = 0;
  const auto most = std::min(columns.rows(), columns.cols());
  while (rank < most && std::abs(qr.matrixQR()(rank, rank)) > dependence_threshold) ++rank;
  const auto& order = qr.colsPermutation().indices();
  for (Eigen::Index j = rank; j < columns.cols(); ++j) {
    Vec<double> weights = qr.matrixQR().col(j).head(rank);
    qr.matrixQR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>().solveInPlace(weights);
    DependentRow dependent{order[j], {}};
    for (Eigen::Index i = 0; i < rank; ++i)
      if (std::abs(weights[i]) > dependence_threshold) dependent.others.push_back(order[i]);
    out.push_back(std::move(dependent));
  }
  return out;
}

std::vector<DependentRow> dependent_rows(const Assembly<double>& parts) {
  const auto topology = topology_of(parts);
  std::vector<DependentRow> out;
  const auto closes_a_loop = [&](const auto& tie) { return topology.child(tie.first, tie.second) < 0; };
  if (std::ranges::none_of(parts.ties, closes_a_loop))
    search_tree(parts, topology, out);
  else
    search_all(parts, out);
  std::ranges::sort(out, {}, &DependentRow::row);
  return out;
}

void refuse_dependent(const std::vector<DependentRow>& dependent, const Assembly<double>& parts) {
  const auto& row = dependent.front();
  for (const auto& tie : parts.ties)
    if (row.row >= tie.row && row.row < tie.row + tie.rows())
      throw MechanismMistake(
          tie.owner, "redundant constraint (" + tie.rule + "): at the initial configuration it follows from " +
                         owners_of(row.others, tie.owner, parts) + "; " + std::to_string(dependent.size()) + " of " +
                         std::to_string(parts.rows) + " constraints are redundant");
  throw std::logic_error("a row of no constraint");
}

}  // namespace plumb::mbs
