#pragma once
// One computation of a motion by collocation on Chebyshev series (chebyshev_motion.hpp), interval by interval.
// Picard's iteration in quad solves the collocation equations. Lower precisions accelerate it. If the acceleration is
// available in double, the iteration converges in double first, and each residual in quad is then corrected by linear
// equations in double (collocation_correction.hpp). If it is available in double-doubles, residuals in double-doubles,
// which cost a fifth as much, are corrected before the residuals in quad. Only a residual in quad accepts an interval,
// so the accuracy does not depend on the lower precisions.
// In a stiff motion Picard's iteration converges only on intervals far shorter than the series need. Newton's iteration
// then replaces it for the rest of the track. If a motion has too many components for Newton's iteration, its residuals
// are corrected by a linear model of its vibrations.

#include <deque>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "problems/hidden_variation.hpp"
#include "reference/collocation_correction.hpp"
#include "reference/packed_numbers.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// The options of a track.
struct TrackOptions {
  quad share = 1;  // length of an interval relative to the resolvable length
  /// Number of roundings by which the state at the end of every interval is perturbed, with pseudorandom signs; 0: no
  /// perturbation. The perturbation exceeds the track's own roundings by far, and shows how the motion amplifies them.
  int disturbance = 0;
  bool remembers = true;                  // true: stores all intervals for `at`; false: only the newest state
  Acceleration<double> rough = {};        // acceleration in double; empty: Picard's iteration runs in quad only
  Acceleration<double_double> fine = {};  // acceleration in double-doubles; empty: quad
  std::vector<quad> breaks = {};          // times at which an interval must end, ascending
  HiddenVariation hidden = {};            // variation between nodes; empty: only samples detect variation
  double second = 1;                      // unit of time for messages [s]
};

/// One thread at a time may extend the track. Any number of other threads may read the computed part meanwhile.
class ChebyshevTrack {
 public:
  /// The number of nodes; the acceleration has degree n - 1, the velocity n, the position n + 1.
  static constexpr int n = collocation_nodes;

  ChebyshevTrack(const Acceleration<quad>& acceleration, const Motion& start, const TrackOptions& options);

  /// reached() returns the end of the computed motion, next() the latest end of the next interval [unit of time].
  quad reached() const {
    const std::shared_lock reading(guard);
    return time;
  }
  quad next() const { return time + width; }  // end of the next interval; only for the thread that extends the track
  /// Requires the next interval to end at `t` or earlier. Precondition: t > reached().
  void end_next_at(const quad& t) { width = std::min(width, quad(t - time)); }
  std::size_t intervals() const { return pieces.size(); }
  /// Adds one interval, with stopping points. Throws MotionUnknown if the motion cannot be resolved any further. If
  /// `near` is given, another track of the same motion that has reached next(), the iteration starts from its values.
  void extend(const ChebyshevTrack* near = nullptr);
  /// Precondition: 0 <= t <= reached(), and options.remembers is true.
  Motion at(const quad& t) const;
  /// Returns the state at the start of the next interval. Only for the thread that extends the track.
  const Motion& newest() const { return end; }
  /// Returns magnitudes of q and v: their changes over the longest interval if only the largest term of each
  /// acceleration acted. They are the scale of a motion that is small compared with its forces, as near an equilibrium.
  /// The terms are estimated from their rounding errors. In a stiff motion the intervals are long compared with its
  /// decay times, so only rounding errors are used that were needed to resolve intervals. Only for the thread that
  /// extends the track.
  Motion of_terms() const;

  /// Writes the complete state of the track. Only for the thread that extends it.
  void write(PackedNumbers& out) const;
  /// Restores a written state. Precondition: the track is new, and has the same motion and options. Throws
  /// NumberReader::NotThere if the input is not the state of a track.
  void read(NumberReader& in);

 private:
  // The motion on [begin, begin + 2 half_width].
  struct Piece {
    quad begin, half_width;
    Motion from = {};  // state at `begin`
    std::vector<ChebyshevSeries<n>> a = {};
    std::vector<ChebyshevSeries<n + 1>> v = {};
    std::vector<ChebyshevSeries<n + 2>> q = {};

    Motion at(const quad& t) const;
    /// Sets the series of the accelerations from their values at the nodes, and integrates them from `state`.
    void take(const Mat<quad>& accelerations, const Motion& state);
    void integrate();
    /// Writes the data from which v and q are computed.
    void write(PackedNumbers& out) const;
    /// Reads such data.
    static Piece read(NumberReader& in, Eigen::Index components);
  };

  void append_next(const ChebyshevTrack* near);
  const Piece& piece_at(const quad& t) const;
  Mat<quad> guess(const CollocationInterval<quad>& interval, const ChebyshevTrack* near);
  Vec<quad> current_noise() const;
  Vec<quad> rounding_at_start() const;
  void update_noise();
  bool extended(const ChebyshevTrack* near, const Vec<quad>& sensitivity);
  std::optional<quad> iterate(Piece& piece, const ChebyshevTrack* near);
  bool approach(const CollocationInterval<quad>& interval, Mat<quad>& accelerations);
  void approach_from(const CollocationInterval<quad>& interval, NodalMotion<quad>& motion, bool& is_linear);
  void correct(const CollocationInterval<quad>& interval, const NodalMotion<quad>& motion, const quad& lacking,
               bool& is_linear, Mat<quad>& residual);
  bool solve(Mat<double>& residual, const quad& lacking);
  template <class T>
  T relative(const Mat<T>& change, const Mat<T>& accelerations) const;
  bool is_hindered() const;
  bool is_stiff() const;
  bool vibrates() const;
  void end_at_break();
  std::optional<quad> width_of_feature(const Piece& piece, const Vec<quad>& sensitivity) const;
  bool may_hide(const Piece& piece, double from, double to) const;
  std::optional<double> first_hidden(const Piece& piece, double from, double to) const;
  std::optional<double> misfit(const Piece& piece, const Vec<quad>& sensitivity) const;
  bool fits(const Piece& piece, const quad& x, const Vec<quad>& sensitivity) const;
  bool narrows(const Piece& piece, const Vec<quad>& sensitivity);
  bool is_narrow(const quad& wide) const;
  bool bends(const Piece& piece);
  bool is_negligible(const Piece& piece) const;
  static quad last_coefficients(const Piece& piece);
  quad largest_acceleration(const Piece& piece) const;
  quad fit(const Piece& piece, const quad& unsettled, const Vec<quad>& sensitivity) const;
  quad magnitude(const quad& largest, Eigen::Index component) const;
  Vec<quad> condition() const;
  template <class T>
  Vec<quad> condition_by(const Acceleration<T>& differentiated, const T& step, const Vec<T>& a) const;
  void append(Piece piece, const Vec<quad>& sensitivity);
  void disturb(const Piece& piece, const Vec<quad>& sensitivity);

  mutable std::shared_mutex guard;  // guards `time` and `pieces`, which change at the end of an interval
  Acceleration<quad> acceleration;
  TrackOptions options;
  quad time = 0, width = quad(1) / 64, longest = width;
  Motion beginning, end;
  std::vector<quad> scale;  // largest coefficients of the acceleration so far
  Vec<quad> noise;          // rounding noise of the acceleration; 0 before its first use
  bool has_noise = false;   // whether intervals require the noise of all components
  bool is_a_number = true;  // whether the acceleration was finite in the last iteration
  std::deque<Piece> pieces;
  std::optional<Piece> too_long;  // last rejected interval
  int hurried = 0;  // counter: plus 2 for each interval that Picard's iteration shortens, minus 1 for any other
  std::optional<CollocationCorrection> correction;
  quad bend = 0;  // remainder of the series per width, in the first narrow interval before a kink; 0: no kink
  quad imposed = std::numeric_limits<quad>::infinity();  // width imposed by `width_of_feature`, or grown from it
  bool eliminated = false;                               // whether Picard's iteration alone would not have converged
  std::uint64_t randomness = 1;
};

}  // namespace plumb
