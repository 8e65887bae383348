#include "problems/mbs/redundancy.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/multibody_factors.hpp"
#include "problems/mbs/natural_scales.hpp"

namespace plumb::mbs {
namespace {

// Finds the columns of `rows`, a part of Gᵀ, that are linear combinations of others. names[k] is the row of Φ of column
// k.
void find_dependent(Mat<double> rows, const std::vector<int>& names, std::vector<DependentRow>& out) {
  const auto name = [&](int column) { return names[static_cast<std::size_t>(column)]; };
  for (auto& dependent : dependent_columns(std::move(rows))) {
    dependent.row = name(dependent.row);
    for (int& other : dependent.others) other = name(other);
    std::ranges::sort(dependent.others);
    out.push_back(std::move(dependent));
  }
}

// Finds dependent rows in a tree: separately for each body, among the rows of the joint to its parent, using only the
// six columns of the body.
void search_tree(const Assembly<double>& parts, const Topology& topology, std::vector<DependentRow>& out) {
  const auto states = initial_states(parts);
  const double length = NaturalScales(parts).length();
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
            law.jacobian(pair_of(states, tie->first, tie->second), parts.begin, g);
            rows.middleCols<Law::rows>(at) = g.template middleCols<6>(tie->second == body ? 6 : 0).transpose();
            at += Law::rows;
          },
          tie->law);
    rows.bottomRows<3>() /= length;  // rows of rotations
    find_dependent(std::move(rows), names, out);
  }
}

void search_all(const Assembly<double>& parts, std::vector<DependentRow>& out) {
  std::vector<int> names;
  for (int i = 0; i < parts.rows; ++i) names.push_back(i);
  auto rows = transposed_jacobian(parts);
  const double length = NaturalScales(parts).length();
  for (int k = 0; k < parts.count(); ++k) rows.middleRows<3>(6 * k + 3) /= length;  // rows of rotations
  find_dependent(std::move(rows), names, out);
}

// Returns the owners of these rows, for example "joint 'a', the rest of joint 'b'" if `owner` is joint 'b'.
std::string owners_of(const std::vector<int>& rows, const std::string& owner, const Assembly<double>& parts) {
  std::string out;
  const Tie<double>* last = nullptr;
  for (const auto& tie : parts.ties) {
    const bool meant = std::ranges::any_of(rows, [&](int row) { return row >= tie.row && row < tie.row + tie.rows(); });
    if (!meant || (last && last->owner == tie.owner)) continue;
    out += std::string(last ? ", " : "") + (tie.owner == owner ? "the other constraints of " : "") + tie.owner;
    last = &tie;
  }
  return out;
}

}  // namespace

std::vector<BodyState<double>> initial_states(const Assembly<double>& parts) {
  std::vector<BodyState<double>> out(parts.bodies.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto at = 7 * static_cast<Eigen::Index>(k);
    out[k].r = parts.q.segment<3>(at);
    out[k].A = so3::matrix<double>(so3::Quaternion<double>(parts.q.segment<4>(at + 3)));
  }
  return out;
}

Mat<double> transposed_jacobian(const Assembly<double>& parts) {
  const auto states = initial_states(parts);
  Mat<double> out = Mat<double>::Zero(6 * parts.count(), parts.rows);
  for (const auto& tie : parts.ties)
    std::visit(
        [&]<class Law>(const Law& law) {
          PairRows<double, Law::rows> g;
          law.jacobian(pair_of(states, tie.first, tie.second), parts.begin, g);
          const auto put = [&](int body, int column) {
            if (body != on_ground)
              out.block<6, Law::rows>(6 * body, tie.row) += g.template middleCols<6>(column).transpose();
          };
          put(tie.first, 0);
          put(tie.second, 6);
        },
        tie.law);
  return out;
}

// Joints hold all motions without inertia if the columns of G along these motions are linearly independent.
void require_carried(const Assembly<double>& parts) {
  constexpr double nothing = 1e-14;
  struct Motion {
    int body;
    Vec<double, 6> direction;
  };
  std::vector<Motion> without_inertia;
  for (int k = 0; k < parts.count(); ++k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    for (int i = 0; i < 3 && body.mass == 0; ++i) without_inertia.push_back({k, Vec<double, 6>::Unit(i)});
    const Eigen::SelfAdjointEigenSolver<Mat<double, 3>> principal(body.inertia);
    for (int i = 0; i < 3; ++i) {
      if (principal.eigenvalues()[i] > nothing * principal.eigenvalues()[2]) continue;
      Vec<double, 6> turn = Vec<double, 6>::Zero();
      turn.tail<3>() = principal.eigenvectors().col(i);
      without_inertia.push_back({k, turn});
    }
  }
  if (without_inertia.empty()) return;
  const auto G = transposed_jacobian(parts);
  Mat<double> held(std::max<Eigen::Index>(G.cols(), 1), static_cast<Eigen::Index>(without_inertia.size()));
  held.setZero();
  for (std::size_t i = 0; i < without_inertia.size(); ++i)
    held.col(static_cast<Eigen::Index>(i)).head(G.cols()) =
        G.middleRows<6>(6 * without_inertia[i].body).transpose() * without_inertia[i].direction;
  const NaturalScales scales(parts);
  for (int k = 0; k < parts.rows; ++k) held.row(k) *= scales.of_constraint(k);
  const auto free = dependent_columns(std::move(held));
  if (free.empty()) return;
  const auto& first =
      parts.bodies[static_cast<std::size_t>(without_inertia[static_cast<std::size_t>(free.front().row)].body)];
  throw MechanismMistake(
      missing, item("body", first.name),
      "it has no mass, and it can move in a direction in which no joint connects it to a body with mass");
}

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
  const auto closes_a_loop = [&](const auto& tie) {
    return tie.role != TieRole::alone || topology.child(tie.first, tie.second) < 0;
  };
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
      throw MechanismMistake(contradiction, tie.owner,
                             "redundant constraint (" + tie.rule + "): at the initial configuration it is implied by " +
                                 owners_of(row.others, tie.owner, parts) + "; " + std::to_string(dependent.size()) +
                                 " of " + std::to_string(parts.rows) + " constraints are redundant");
  throw std::logic_error("a row of no constraint");
}

}  // namespace plumb::mbs
