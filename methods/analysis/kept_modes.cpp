#include "methods/analysis/kept_modes.hpp"

#include <Eigen/LU>
#include <array>

namespace plumb {
namespace {

const quad product_rounding = 1e-29;

// The amplification matrices at three unrelated points (Ω, ξ); empty if one of them cannot be computed.
std::vector<Mat<quad>> samples_of(const Method& method, const Parameters& parameters) {
  constexpr std::array<std::array<const char*, 2>, 3> points = {{{"9/10", "0"}, {"17/10", "3/11"}, {"23/7", "5/7"}}};
  std::vector<Mat<quad>> out;
  for (const auto& [omega_h, damping_ratio] : points) {
    auto a = amplification_matrix(method, parameters, number_from_text<quad>(omega_h),
                                  number_from_text<quad>(damping_ratio));
    if (!a.ok() || (!out.empty() && a.matrix.rows() != out.front().rows())) return {};
    out.push_back(std::move(a.matrix));
  }
  return out;
}

bool is_invariant(const Mat<quad>& a, const quad& root, const Mat<quad>& vectors) {
  const Mat<quad> image = a * vectors - root * vectors, size = a.cwiseAbs() * vectors.cwiseAbs() + vectors.cwiseAbs();
  for (Eigen::Index j = 0; j < image.cols(); ++j)
    for (Eigen::Index i = 0; i < image.rows(); ++i)
      if (!(abs(image(i, j)) <= product_rounding * size(i, j))) return false;
  return true;
}

}  // namespace

InvariantModes::InvariantModes(const Method& method, const Parameters& parameters) {
  auto samples = samples_of(method, parameters);
  if (samples.empty()) return;
  for (const quad root : {quad(-1), quad(1)}) {
    auto modes = kept(root, samples);
    if (!modes) continue;
    for (auto& a : samples) a = *without(*modes, a);
    all.push_back(std::move(*modes));
  }
}

std::vector<Root> InvariantModes::distinct_roots() const {
  std::vector<Root> out;
  for (const auto& modes : all) out.emplace_back(modes.root);
  return out;
}

std::optional<Mat<quad>> InvariantModes::others(const Mat<quad>& a) const {
  std::optional<Mat<quad>> out = a;
  for (const auto& modes : all)
    if (out) out = without(modes, *out);
  return out;
}

// Computes the common kernel of A − λ for all samples A. The columns without a pivot are the free coordinates F.
std::optional<InvariantModes::Modes> InvariantModes::kept(const quad& root, const std::vector<Mat<quad>>& samples) {
  const auto n = samples.front().rows();
  if (n == 0) return {};
  Mat<quad> stacked(n * static_cast<Eigen::Index>(samples.size()), n);
  for (std::size_t k = 0; k < samples.size(); ++k)
    stacked.middleRows(n * static_cast<Eigen::Index>(k), n) = samples[k] - root * Mat<quad>::Identity(n, n);
  Eigen::FullPivLU<Mat<quad>> lu(stacked);
  lu.setThreshold(quad(1e-24));
  const auto count = lu.dimensionOfKernel();
  if (count == 0 || count == n) return {};
  Modes out{
      .root = root, .size = n, .vectors = lu.kernel(), .free = {}, .rest = {}, .below = Mat<quad>(n - count, count)};
  for (Eigen::Index i = 0; i < n; ++i) (i < n - count ? out.rest : out.free).push_back(lu.permutationQ().indices()[i]);
  for (Eigen::Index i = 0; i < n - count; ++i)
    out.below.row(i) = out.vectors.row(out.rest[static_cast<std::size_t>(i)]);
  for (const auto& a : samples)
    if (!is_invariant(a, root, out.vectors)) return {};
  return out;
}

std::optional<Mat<quad>> InvariantModes::without(const Modes& modes, const Mat<quad>& a) {
  if (a.rows() != modes.size || !is_invariant(a, modes.root, modes.vectors)) return {};
  return a(modes.rest, modes.rest) - modes.below * a(modes.free, modes.rest);
}

}  // namespace plumb
