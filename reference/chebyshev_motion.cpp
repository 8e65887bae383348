#include "reference/chebyshev_motion.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stdexcept>

#include "reference/certify.hpp"
#include "reference/chebyshev_series.hpp"

namespace plumb {
namespace {

constexpr int n = 40;     // nodes; the acceleration has degree n - 1, the velocity n, the position n + 1
constexpr int spare = 4;  // last coefficients of the acceleration that have to vanish
using Nodes = ChebyshevNodes<n>;
using Index = Eigen::Index;

quad roundings(int count) { return count * std::numeric_limits<quad>::epsilon(); }

// The motion on [begin, begin + 2 half_width].
struct Piece {
  quad begin, half_width;
  std::vector<ChebyshevSeries<n>> a;
  std::vector<ChebyshevSeries<n + 1>> v;
  std::vector<ChebyshevSeries<n + 2>> q;

  Motion at(const quad& t) const {
    const quad x = (t - begin) / half_width - 1;
    const auto size = static_cast<Index>(q.size());
    Motion m{Vec<quad>(size), Vec<quad>(size)};
    for (Index i = 0; i < size; ++i) m.q[i] = clenshaw(q[i], x), m.v[i] = clenshaw(v[i], x);
    return m;
  }
};

// One computation of the motion. `share`: of the length that could be resolved, how much an interval takes.
class Track {
 public:
  Track(const Acceleration<quad>& of, const Motion& start, const quad& of_resolvable)
      : acceleration(of), share(of_resolvable), beginning(start), end(start), scale(start.q.size()) {}

  const quad& reached() const { return time; }
  void extend();
  Motion at(const quad& t) const {
    if (t == 0) return beginning;  // exactly, however far the motion is known
    const auto after = std::upper_bound(pieces.begin() + 1, pieces.end(), t,
                                        [](const quad& x, const Piece& piece) { return x < piece.begin; });
    return (after - 1)->at(t);
  }

 private:
  using Values = std::vector<Nodes::Values>;  // one a component
  static constexpr int failed = -1;

  Values guess(const Piece& piece) const;
  quad iterate(Piece& piece) const;
  quad sweep(Piece& piece, Values& a) const;
  quad fit(const Piece& piece, const quad& noise) const;
  Vec<quad> condition() const;

  Acceleration<quad> acceleration;
  quad share, time = 0, width = quad(1) / 64, longest = width;
  Motion beginning, end;
  std::vector<quad> scale;  // largest coefficients of the acceleration so far
  std::deque<Piece> pieces;
  std::optional<Piece> too_long;  // the last attempt
};

void Track::extend() {
  too_long.reset();
  while (width > quad("1e-6") * longest) {
    Piece piece{time, width / 2, {}, {}, {}};
    const quad noise = iterate(piece), change = noise == failed ? quad("0.5") : fit(piece, noise);
    if (change < 1) {
      width *= change;
      if (noise != failed) too_long = std::move(piece);
      continue;
    }
    time += width;
    end = piece.at(time);
    width *= change * share;
    longest = std::max(longest, width);
    for (std::size_t i = 0; i < scale.size(); ++i) scale[i] = std::max(scale[i], largest(piece.a[i]));
    pieces.push_back(std::move(piece));
    return;
  }
  throw std::invalid_argument("the motion cannot be resolved beyond t = " + time.str(6, {}) + " s");
}

// Accelerations at the nodes out of the attempt that was too long, else out of the piece before, beyond its end.
Track::Values Track::guess(const Piece& piece) const {
  const auto size = end.q.size();
  Values values(static_cast<std::size_t>(size));
  if (!too_long && pieces.empty()) {
    Vec<quad> a(size);
    acceleration(piece.begin, end.q, end.v, a);
    for (Index i = 0; i < size; ++i) values[i].fill(a[i]);
    return values;
  }
  const Piece& known = too_long ? *too_long : pieces.back();
  for (int j = 0; j < n; ++j) {
    const quad x = (piece.begin - known.begin + piece.half_width * (1 + Nodes::node(j))) / known.half_width - 1;
    for (Index i = 0; i < size; ++i) values[i][j] = clenshaw(known.a[i], x);
  }
  return values;
}

// Picard's iteration until rounding alone changes the acceleration: by how much, relative to its size, or `failed`.
quad Track::iterate(Piece& piece) const {
  constexpr int most_sweeps = 60;
  Values values = guess(piece);
  piece.a.resize(values.size()), piece.v.resize(values.size()), piece.q.resize(values.size());

  const quad small = quad("1e-27");
  quad before = 1;
  for (int k = 0; k < most_sweeps; ++k) {
    const quad change = sweep(piece, values);
    if (!isfinite(change)) return failed;
    if (change == 0 || (change <= small && 2 * change >= before)) return change;
    if (k > 8 && change > before) return failed;
    before = change;
  }
  return failed;
}

// From accelerations at the nodes to the next ones; the largest change of a component relative to its size.
quad Track::sweep(Piece& piece, Values& a) const {
  const auto size = end.q.size();
  Values v(a.size()), q(a.size());
  for (Index i = 0; i < size; ++i) {
    piece.a[i] = Nodes::expand(a[i]);
    piece.v[i] = integrated(piece.a[i], piece.half_width, end.v[i]);
    piece.q[i] = integrated(piece.v[i], piece.half_width, end.q[i]);
    v[i] = Nodes::values(piece.v[i]), q[i] = Nodes::values(piece.q[i]);
  }
  Vec<quad> q_now(size), v_now(size), a_now(size), change = Vec<quad>::Zero(size);
  for (int j = 0; j < n; ++j) {
    for (Index i = 0; i < size; ++i) q_now[i] = q[i][j], v_now[i] = v[i][j];
    acceleration(piece.begin + piece.half_width * (1 + Nodes::node(j)), q_now, v_now, a_now);
    for (Index i = 0; i < size; ++i) {
      if (!isfinite(a_now[i])) return a_now[i];
      change[i] = std::max<quad>(change[i], abs(a_now[i] - a[i][j]));
      a[i][j] = a_now[i];
    }
  }
  for (Index i = 0; i < size; ++i)
    if (change[i] != 0) change[i] /= std::max({scale[i], largest(a[i]), quad(change[i])});
  return change.maxCoeff();
}

// By which factor the interval may grow until the last coefficients are just below rounding; < 1: they are not.
// Coefficients fall like (width/r)^k, r a constant of the motion here.
quad Track::fit(const Piece& piece, const quad& noise) const {
  const auto sensitivity = condition();
  int used = 0;
  quad last = 0, rounding = 0;
  for (std::size_t i = 0; i < piece.a.size(); ++i) {
    const quad size = std::max(scale[i], largest(piece.a[i]));
    const quad negligible = roundings(16) * (size + sensitivity[static_cast<Index>(i)]) + 16 * noise * size;
    if (size > 0) rounding = std::max<quad>(rounding, negligible / size);
    for (int k = 0; k < n; ++k)
      if (abs(piece.a[i][k]) > negligible) {
        used = std::max(used, k + 1);
        if (k >= n - spare) last = std::max<quad>(last, abs(piece.a[i][k]) / negligible);
      }
  }
  if (last > 0) return std::max<quad>(quad("0.5"), quad("0.9") * pow(last, quad(-1) / n));
  if (used <= n / 2) return 2;
  return std::min<quad>(2, pow(rounding, quad(1) / (n - spare) - quad(1) / used));
}

// What relative roundings of t, q and v make of the acceleration at the end: Σ |x ∂a/∂x|. Sines of large angles.
Vec<quad> Track::condition() const {
  const quad step = quad(1) / (std::int64_t{1} << 56);
  Vec<quad> a(end.v.size()), moved = a, sum = Vec<quad>::Zero(end.v.size());
  acceleration(time, end.q, end.v, a);
  const auto add = [&](const quad& t, const Vec<quad>& q, const Vec<quad>& v) {
    acceleration(t, q, v, moved);
    sum += (moved - a).cwiseAbs() / step;
  };
  add(time * (1 + step), end.q, end.v);
  for (Index i = 0; i < end.q.size(); ++i) {
    Motion x = end;
    x.q[i] *= 1 + step;
    add(time, x.q, end.v);
    x.v[i] *= 1 + step;
    add(time, end.q, x.v);
  }
  return sum;
}

}  // namespace

class ChebyshevMotion::Tracks {
 public:
  Tracks(const Acceleration<quad>& acceleration, const Motion& start)
      : first(acceleration, start, quad("0.95")),
        second(acceleration, start, quad("0.8")),
        scale{start.q.cwiseAbs(), start.v.cwiseAbs()} {}

  Motion at(const quad& t) {
    {
      const std::shared_lock reading(guard);
      if (t <= first.reached()) return first.at(t);
    }
    const std::unique_lock writing(guard);
    while (first.reached() < t) first.extend();
    return first.at(t);
  }

  int digits(const quad& t, int enough) {
    const std::unique_lock writing(guard);
    while (checks.empty() || (checks.back().t < t && checks.back().digits >= enough)) check();
    const auto at =
        std::lower_bound(checks.begin(), checks.end(), t, [](const Check& c, const quad& x) { return c.t < x; });
    return at == checks.end() ? checks.back().digits : at->digits;
  }

 private:
  struct Check {
    quad t;
    int digits;  // fewest up to t
  };

  // Compares the two at the end of an interval of the second.
  void check() {
    second.extend();
    const quad& t = second.reached();
    while (first.reached() < t) first.extend();
    const Motion a = first.at(t), b = second.at(t);
    scale.q = scale.q.cwiseMax(a.q.cwiseAbs()), scale.v = scale.v.cwiseMax(a.v.cwiseAbs());
    int digits = checks.empty() ? most_digits : checks.back().digits;
    for (Index i = 0; i < a.q.size(); ++i)
      digits =
          std::min({digits, agreeing_digits(a.q[i], b.q[i], scale.q[i]), agreeing_digits(a.v[i], b.v[i], scale.v[i])});
    checks.push_back({t, digits});
  }

  std::shared_mutex guard;
  Track first, second;
  Motion scale;
  std::vector<Check> checks;
};

ChebyshevMotion::ChebyshevMotion(Acceleration<quad> acceleration, Motion start)
    : tracks(std::make_unique<Tracks>(acceleration, start)) {}
ChebyshevMotion::~ChebyshevMotion() = default;
Motion ChebyshevMotion::at(const quad& t) const { return tracks->at(t); }
int ChebyshevMotion::digits(const quad& t, int enough) const { return tracks->digits(t, enough); }

}  // namespace plumb
