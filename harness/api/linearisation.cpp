// The Jacobians of the first-order equations, and right-hand side and residual in quad (equations.hpp).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "harness/api/equations.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

std::vector<quad> widened(std::span<const double> from) { return {from.begin(), from.end()}; }

std::vector<quad> numbers_of(const std::vector<std::string>& texts, int requested, const char* label) {
  if (texts.size() != static_cast<std::size_t>(requested))
    throw wrong_kind("{}: {} numbers are given; {} are needed", label, texts.size(), requested);
  std::vector<quad> out;
  for (const auto& text : texts) try {
      out.push_back(number_from_text<quad>(text));
    } catch (const std::invalid_argument& e) {
      throw UsageError(fmt::format("{}: {}", label, e.what()));
    }
  return out;
}

std::vector<std::string> texts_of(std::span<const quad> numbers) {
  constexpr int digits = 36;  // number of digits after which a quad is read back unchanged
  std::vector<std::string> out;
  for (const auto& x : numbers) out.push_back(x.str(digits));
  return out;
}

}  // namespace

/// Adds `weight` times the Jacobian of `evaluate(y, out)` to `out`, whose columns have `rows` entries. The Jacobian is
/// computed by central differences in quad; their truncation error is of the order of 1e-20, their rounding error
/// 1e-24.
template <class Evaluate>
void Equations::difference(Given y, double weight, std::size_t rows, Numbers out, const Evaluate& evaluate) {
  if (weight == 0) return;
  auto moved = widened(y);
  std::vector<quad> up(rows), down(rows);
  for (std::size_t j = 0; j < moved.size(); ++j) {
    const quad here = moved[j], step = quad(1e-10) * std::max<quad>(1, abs(here));
    moved[j] = here + step;
    evaluate(moved, up);
    moved[j] = here - step;
    evaluate(moved, down);
    moved[j] = here;
    for (std::size_t i = 0; i < rows; ++i)
      out[j * rows + i] += static_cast<double>(weight * (up[i] - down[i]) / (2 * step));
  }
}

void Equations::rhs_jacobian(double t, Given y, Numbers out) {
  const auto size = static_cast<std::size_t>(sizes_.q + sizes_.v);
  std::vector<double> dy(size);
  rhs(t, y, dy);  // throws if there is no right-hand side
  if (out.size() != size * size)
    throw wrong_kind("Jacobian: {} numbers are given; {} are needed", out.size(), size * size);
  std::ranges::fill(out, 0);
  difference(y, 1, size, out, [&](const std::vector<quad>& at, std::vector<quad>& value) {
    if (!in_quad().rhs(t, at, value)) throw SingularEquations("mass matrix and constraints are singular near y");
  });
}

bool Equations::has_blocks() {
  auto& system = in_double_.system();
  return system.vector_space() && formulated_.formulation.momenta_of.empty() && sizes_.nonholonomic == 0 &&
         offers_blocks(system);
}

void Equations::residual_jacobian(double t, Given y, Given dy, double shift, Numbers out) {
  const auto size = static_cast<std::size_t>(layout().size());
  if (y.size() != size || dy.size() != size || out.size() != size * size)
    throw wrong_kind("Jacobian: y and y' must have {} numbers, and the matrix {}", size, size * size);
  std::ranges::fill(out, 0);
  if (has_blocks()) return jacobian_by_blocks(t, y, dy, shift, out);
  const auto at_y = widened(y), at_dy = widened(dy);
  difference(y, 1, size, out,
             [&](const std::vector<quad>& at, std::vector<quad>& value) { in_quad().residual(t, at, at_dy, value); });
  difference(dy, shift, size, out,
             [&](const std::vector<quad>& at, std::vector<quad>& value) { in_quad().residual(t, at_y, at, value); });
}

/// Computes the matrix of residual_jacobian from the dense linearisation of the system (contract/system.hpp): M, D, K,
/// G and, depending on the form, W, Y, Z.
void Equations::jacobian_by_blocks(double t, Given y, Given dy, double shift, Numbers out) {
  const auto [nq, nv, nl, nmu] = layout();
  Eigen::Map<Eigen::MatrixXd> j(out.data(), nq + nv + nl + nmu, nq + nv + nl + nmu);
  const auto part = [](Given of, int first, int size) {
    return Eigen::Map<const Vec<double>>(of.data() + first, size);
  };
  x_.q = part(y, 0, nq);
  x_.v = part(y, nq, nv);
  x_.lambda = part(y, nq + nv, nl);
  x_.a = part(dy, nq, nv);
  if (!blocks_) blocks_.emplace(nv, nl);
  auto& b = *blocks_;
  in_double_.system().blocks(t, x_, b);
  j.block(0, 0, nq, nq).diagonal().setConstant(shift);
  j.block(0, nq, nq, nv).diagonal().setConstant(-1);
  j.block(nq, 0, nv, nq) = -b.stiffness;
  j.block(nq, nq, nv, nv) = shift * b.mass - b.damping;
  j.block(nq, nq + nv, nv, nl) = b.jacobian.transpose();
  auto by_q = j.block(nq + nv, 0, nl, nq), by_v = j.block(nq + nv, nq, nl, nv);
  if (form() == Form::index1) {
    by_q = b.acceleration_by_q;
    by_v = b.acceleration_by_v + shift * b.jacobian;
  } else if (form() == Form::index2) {
    by_q = b.rate_by_q;
    by_v = b.jacobian;
  } else {
    by_q = b.jacobian;
  }
  if (form() != Form::ggl) return;
  j.block(nq + nv + nl, 0, nl, nq) = b.rate_by_q;
  j.block(nq + nv + nl, nq, nl, nv) = b.jacobian;
  j.block(0, nq + nv + nl, nq, nl) = b.jacobian.transpose();
  if (!other_blocks_) other_blocks_.emplace(nv, nl);
  x_.lambda += part(y, nq + nv + nl, nmu);  // so −K includes ∂(Gᵀ μ)/∂q
  in_double_.system().blocks(t, x_, *other_blocks_);
  j.block(0, 0, nq, nq) += b.stiffness - other_blocks_->stiffness;
}

/// Entries that are 0 at three randomly perturbed states near the initial state are assumed to be 0 everywhere.
void Equations::find_pattern() {
  const auto size = static_cast<std::size_t>(layout().size());
  std::vector<double> y(size), dy(size), matrix(size * size);
  std::vector<bool> is_entry(size * size, false);
  std::uint64_t random = 88172645463325252U;
  const auto next = [&] {  // Marsaglia 2003, xorshift
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    return 0.1 + 0.9 * static_cast<double>(random >> 11) * 0x1p-53;
  };
  for (int sample = 0; sample < 3; ++sample) {
    first_order(t_begin(), start(), y, dy);
    for (std::size_t i = 0; i < size; ++i) y[i] += 1e-3 * next() * std::max(1., std::abs(y[i]));
    for (double& x : dy) x += next();
    residual_jacobian(t_begin() + 1e-3 * next(), y, dy, next(), matrix);
    for (std::size_t i = 0; i < matrix.size(); ++i) is_entry[i] = is_entry[i] || matrix[i] != 0;
  }
  JacobianPattern out{.starts = {0}, .rows = {}};
  for (std::size_t column = 0; column < size; ++column) {
    for (std::size_t row = 0; row < size; ++row)
      if (is_entry[column * size + row]) out.rows.push_back(static_cast<int>(row));
    out.starts.push_back(static_cast<int>(out.rows.size()));
  }
  pattern_ = std::move(out);
}

const JacobianPattern& Equations::pattern() {
  if (!pattern_) find_pattern();
  return *pattern_;
}

void Equations::sparse_jacobian(double t, Given y, Given dy, double shift, Numbers entries) {
  const auto& [starts, rows] = pattern();
  if (entries.size() != rows.size())
    throw wrong_kind("Jacobian: {} entries are given; {} are needed", entries.size(), rows.size());
  const auto size = static_cast<std::size_t>(layout().size());
  dense_.resize(size * size);
  residual_jacobian(t, y, dy, shift, dense_);
  for (std::size_t column = 0; column < size; ++column)
    for (int k = starts[column]; k < starts[column + 1]; ++k)
      entries[static_cast<std::size_t>(k)] =
          dense_[column * size + static_cast<std::size_t>(rows[static_cast<std::size_t>(k)])];
}

std::vector<std::string> Equations::rhs(const std::string& t, const std::vector<std::string>& y) {
  if (!has_rhs()) rhs(0, {}, {});  // throws if there is no right-hand side
  const auto time = numbers_of({t}, 1, "t").front();
  const auto at = numbers_of(y, sizes_.q + sizes_.v, "y");
  std::vector<quad> out(at.size());
  if (!in_quad().rhs(time, at, out)) throw SingularEquations("mass matrix and constraints are singular at t = " + t);
  return texts_of(out);
}

std::vector<std::string> Equations::residual(const std::string& t, const std::vector<std::string>& y,
                                             const std::vector<std::string>& dy) {
  const auto time = numbers_of({t}, 1, "t").front();
  const auto at = numbers_of(y, layout().size(), "y"), rate = numbers_of(dy, layout().size(), "y'");
  std::vector<quad> out(at.size());
  in_quad().residual(time, at, rate, out);
  return texts_of(out);
}

std::vector<std::string> Equations::exact_start() const {
  const auto start = formulated_.problem.in<quad>().initial(formulated_.data, formulated_.formulation);
  std::vector<quad> out(start.q.data(), start.q.data() + start.q.size());
  out.insert(out.end(), start.v.data(), start.v.data() + start.v.size());
  return texts_of(out);
}

}  // namespace plumb
