// The iteration that computes the accelerations at the nodes of an interval.

#include <algorithm>
#include <cmath>

#include "reference/chebyshev_track.hpp"

namespace plumb {

using Index = Eigen::Index;

namespace {

using Series = std::array<double_double, ChebyshevTrack::n>;

Series rounded(const ChebyshevSeries<ChebyshevTrack::n>& exact) {
  Series out;
  std::ranges::transform(exact, out.begin(), [](const quad& c) { return double_double(c); });
  return out;
}

// Evaluates a series far beyond its interval. There a polynomial of high degree amplifies the rounding errors of its
// last coefficients without bound, so coefficients at rounding level are set to 0.
quad extrapolated(ChebyshevSeries<ChebyshevTrack::n> series, const quad& size, const quad& x) {
  const quad rounding = 8 * std::numeric_limits<quad>::epsilon() * size;
  for (auto& coefficient : series)
    if (abs(coefficient) < rounding) coefficient = 0;
  return clenshaw(series, x);
}

}  // namespace

// Returns initial values of the accelerations at the nodes: from the last attempt if its interval was too long,
// otherwise from the track `near`, otherwise by extrapolation of the previous interval. The series are evaluated in
// double-doubles, since the iteration in quad corrects the values.
Mat<quad> ChebyshevTrack::guess(const CollocationInterval<quad>& interval, const ChebyshevTrack* near) {
  const auto size = end.q.size();
  Mat<quad> values(n, size);
  if (!too_long && !near && (pieces.empty() || is_stiff())) {  // a fast decay cannot be extrapolated
    Vec<quad> a(size);
    acceleration(interval.begin, end.q, end.v, a);
    for (Index i = 0; i < size; ++i) values.col(i).setConstant(a[i]);
  } else {
    const Piece* known = nullptr;
    std::vector<Series> series;  // coefficients of `known`, rounded
    for (int j = 0; j < n; ++j) {
      const quad since_begin = interval.half_width * (1 + CollocationNodes::node(j));
      const Piece& here = too_long ? *too_long : near ? near->piece_at(interval.begin + since_begin) : pieces.back();
      if (&here != known) {
        series.resize(here.a.size());
        std::ranges::transform(here.a, series.begin(), rounded);
        known = &here;
      }
      const quad x = (interval.begin - here.begin + since_begin) / here.half_width - 1;
      const bool far = x > 3;  // more than one interval length beyond the end
      for (std::size_t i = 0; i < series.size(); ++i)
        values(j, static_cast<Index>(i)) = far ? extrapolated(here.a[i], std::max(largest(here.a[i]), scale[i]), x)
                                               : static_cast<quad>(clenshaw(series[i], double_double(x)));
    }
  }
  if (!too_long && !near) approach(interval, values);
  return values;
}

// Returns the largest ratio of the change of a component to its magnitude.
template <class T>
T ChebyshevTrack::relative(const Mat<T>& change, const Mat<T>& a) const {
  T out = 0;
  for (Index i = 0; i < a.cols(); ++i) {
    const T moved = change.col(i).cwiseAbs().maxCoeff();
    using std::isfinite;
    if (!isfinite(moved)) return moved;
    if (moved == 0) continue;
    out = std::max<T>(out, moved / std::max<T>(T(magnitude(quad(a.col(i).cwiseAbs().maxCoeff()), i)), moved));
  }
  return out;
}

// Iterates in double until only roundings change the accelerations. Returns false if the iteration diverges; the
// accelerations are then unchanged.
bool ChebyshevTrack::approach(const CollocationInterval<quad>& interval, Mat<quad>& accelerations) {
  constexpr int most_sweeps = 60;
  constexpr double rounding = 1e-13;  // relative to the largest component; smaller components may be rounding noise
  if (!correction) return false;
  const auto rough = interval.cast<double>();
  NodalMotion<double> motion{accelerations.cast<double>(), {}, {}};
  double before = 1;
  bool slow = true;
  for (int k = 0; k < most_sweeps; ++k) {
    rough.integrate(motion);
    Mat<double> step = rough.residual(options.rough, motion);
    if (is_stiff()) {
      if (slow) correction->around(rough, motion);
      correction->solve(step);
    } else if (vibrates()) {
      if (slow) correction->around(rough, motion);
      correction->solve_by_vibrations(step);
    }
    const double change = step.cwiseAbs().maxCoeff() / motion.a.cwiseAbs().maxCoeff();
    if (!std::isfinite(change) || (k > 8 && change > before)) return false;
    motion.a += step;
    if (change <= 1e-15 || (change <= 1e-8 && 2 * change >= before)) {
      const double negligible = rounding * motion.a.cwiseAbs().maxCoeff();
      for (Index i = 0; i < motion.a.cols(); ++i)
        if (motion.a.col(i).cwiseAbs().maxCoeff() > negligible) accelerations.col(i) = motion.a.col(i).cast<quad>();
      return true;
    }
    slow = change > before / 100;
    before = change;
  }
  return false;
}

// Replaces the residual by the correction of the accelerations. `lacking` is the residual relative to the
// accelerations. `is_linear` is true if the equations have been linearised near enough to this motion. If Picard's
// iteration diverges although the iterate is close to the solution, the interval is too long for it. Then Gaussian
// elimination computes the correction, if that is cheap.
void ChebyshevTrack::correct(const CollocationInterval<quad>& interval, const NodalMotion<quad>& motion,
                             const quad& lacking, bool& is_linear, Mat<quad>& residual) {
  const quad size = residual.cwiseAbs().maxCoeff();
  if (size == 0) return;
  if (!is_linear) correction->around(interval.cast<double>(), motion.cast<double>());
  is_linear = true;
  Mat<double> scaled = (residual / size).cast<double>();
  if (!solve(scaled, lacking)) return;
  residual = size * scaled.cast<quad>();
}

// Solves the linear equations of a correction in double by the method that suits the motion. Returns false if no method
// applies. Cheap elimination also serves a motion that is not stiff, if the residual is small.
bool ChebyshevTrack::solve(Mat<double>& residual, const quad& lacking) {
  constexpr double near_by = 1e-3;
  if (vibrates() && correction->solve_by_vibrations(residual)) return true;
  if (!is_stiff() && correction->solve_by_picard(residual)) return true;
  const auto size = end.q.size();
  if (size > CollocationCorrection::most_components) eliminated = true;
  const bool is_cheap = size <= CollocationCorrection::few_components;
  if (!is_stiff() && !(is_cheap && lacking < near_by)) return false;
  correction->solve(residual);
  if (!residual.allFinite()) return false;
  eliminated = true;
  return true;
}

// Corrects the motion by residuals in double-doubles until only their rounding errors remain.
void ChebyshevTrack::approach_from(const CollocationInterval<quad>& interval, NodalMotion<quad>& motion,
                                   bool& is_linear) {
  constexpr int most_sweeps = 8;
  const quad near_by("1e-28"), far("1e-10");
  if (!options.fine || !correction) return;
  const auto in_double_doubles = interval.cast<double_double>();
  quad before = far;
  for (int k = 0; k < most_sweeps; ++k) {
    Mat<quad> step = in_double_doubles.residual(options.fine, motion.cast<double_double>()).cast<quad>();
    const quad lacking = relative<quad>(step, motion.a);
    if (!(lacking > near_by && lacking < before)) return;
    if (k > 0 && lacking > before / 100) is_linear = false;  // linearised too far from the solution
    correct(interval, motion, lacking, is_linear, step);
    motion.a += step;
    interval.integrate(motion);
    before = lacking;
  }
}

// Iterates until only roundings change the accelerations. Returns the last change relative to the accelerations; none
// if the iteration does not converge.
std::optional<quad> ChebyshevTrack::iterate(Piece& piece, const ChebyshevTrack* near) {
  constexpr int most_sweeps = 60;
  const quad settled("1e-32"), small("1e-27"), far("1e-10");
  const CollocationInterval<quad> interval{piece.begin, piece.half_width, end.q, end.v};
  NodalMotion<quad> motion{guess(interval, near), {}, {}};
  interval.integrate(motion);
  bool is_linear = false, corrects = correction.has_value();
  if (!near) approach_from(interval, motion, is_linear);
  quad before = 1;
  for (int k = 0; k < most_sweeps; ++k) {
    Mat<quad> step = interval.residual(acceleration, motion);
    const quad lacking = relative<quad>(step, motion.a);
    is_a_number = isfinite(lacking);
    if (!is_a_number) return {};
    if (k == 0 && lacking > far && approach(interval, motion.a)) {
      interval.integrate(motion);
      continue;
    }
    if (corrects && lacking > settled) correct(interval, motion, lacking, is_linear, step);
    const quad change = is_stiff() ? relative<quad>(step, motion.a) : lacking;
    if (change <= settled) {
      piece.take(motion.a + step, end);
      return change;
    }
    if (change <= small && 2 * change >= before) {
      if (is_stiff() || !corrects) {
        piece.take(motion.a, end);
        return change;
      }
      corrects = false;  // the correction in double may be the part that does not converge
    }
    if (k > 8 && change >= before) return {};
    if (change > before / 100 && change > quad("1e-20")) is_linear = false;  // linearised too far from the solution
    motion.a += step;
    interval.integrate(motion);
    before = change;
  }
  return {};
}

}  // namespace plumb
