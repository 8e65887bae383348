#pragma once
// One computation of a motion by collocation on Chebyshev series (chebyshev_motion.hpp), interval after interval. Its
// equations are solved by Picard's iteration in quad. If the acceleration is known in double too, the iteration goes on
// in double as far as that carries, and what quad then finds lacking is corrected in double
// (collocation_correction.hpp). If it is known in double-doubles, these find first what is lacking, as far as they
// carry: they take a fifth of the time. Quad alone decides when an interval is solved, so that no digit rests on them.
// For a stiff motion Picard's iteration asks for intervals far shorter than the series do; Newton's iteration then
// takes its place for the rest of the track. A motion of many components, for which that costs too much, is taken to
// vibrate, and corrected as its vibrations are.

#include <deque>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "problems/hidden_variation.hpp"
#include "reference/collocation_correction.hpp"
#include "reference/packed_numbers.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// The way in which a track follows a motion.
struct TrackOptions {
  quad share = 1;  // the length of an interval, as a fraction of the length that could be resolved
  /// Roundings of t, q and v that are added to the state at the end of every interval, with pseudorandom signs. They
  /// are far more than the track's own roundings and show what the motion makes of those.
  int disturbance = 0;
  bool remembers = true;            // keeps the motion for `at`; otherwise only its newest state
  Acceleration<double> rough = {};  // the acceleration in double; if none, there is only Picard's iteration in quad
  Acceleration<double_double> fine = {};  // the same in double-doubles; if none, quad takes their place
  std::vector<quad> breaks = {};          // where intervals end, ascending
  HiddenVariation hidden = {};            // what nodes may miss; if none, only samples between them tell
  double second = 1;                      // the unit of time [s], for messages
};

/// One thread at a time extends the track. Any number of others read what it has reached, also while it is extended.
class ChebyshevTrack {
 public:
  /// The number of nodes; the acceleration has degree n - 1, the velocity n, the position n + 1.
  static constexpr int n = collocation_nodes;

  ChebyshevTrack(const Acceleration<quad>& acceleration, const Motion& start, const TrackOptions& options);

  /// Both return times [s]: up to where the motion is computed, and where the next interval would end at most.
  quad reached() const {
    const std::shared_lock reading(guard);
    return time;
  }
  quad next() const { return time + width; }  // only for the thread that extends, as is the number of intervals so far
  /// Makes the next interval end no later than this; precondition: t > reached().
  void end_next_at(const quad& t) { width = std::min(width, quad(t - time)); }
  std::size_t intervals() const { return pieces.size(); }
  /// Adds one interval, with stopping points; throws MotionUnknown if the motion cannot be resolved further. `near` is
  /// another track of the same motion that has reached next(); the iteration begins from it.
  void extend(const ChebyshevTrack* near = nullptr);
  /// Precondition: 0 <= t <= reached(), and the track remembers.
  Motion at(const quad& t) const;
  /// Returns the state from which the next interval begins; only for the thread that extends.
  const Motion& newest() const { return end; }
  /// Returns what the terms whose sum is the acceleration would make of q and v over the longest interval if they did
  /// not cancel; only for the thread that extends. The terms are measured by their roundings, with those of the state,
  /// and are the magnitudes of a motion that is small beside its forces. The intervals of a stiff motion are long for
  /// what roundings of the state do, so that its terms count only where its intervals could not be resolved otherwise.
  Motion of_terms() const;

  /// Writes all that the track has become; only for the thread that extends. The other member reads it again into a
  /// track of the same motion with the same options, before that is extended. Throws NumberReader::NotThere on what is
  /// no track.
  void write(PackedNumbers& out) const;
  void read(NumberReader& in);

 private:
  // The motion on [begin, begin + 2 half_width].
  struct Piece {
    quad begin, half_width;
    Motion from = {};  // the state at `begin`
    std::vector<ChebyshevSeries<n>> a = {};
    std::vector<ChebyshevSeries<n + 1>> v = {};
    std::vector<ChebyshevSeries<n + 2>> q = {};

    Motion at(const quad& t) const;
    /// Takes the series of these accelerations at the nodes, and integrates them from a state.
    void take(const Mat<quad>& accelerations, const Motion& state);
    void integrate();
    /// Writes what v and q follow from; the other member reads it.
    void write(PackedNumbers& out) const;
    static Piece read(NumberReader& in, Eigen::Index components);
  };

  void append_next(const ChebyshevTrack* near);
  const Piece& piece_at(const quad& t) const;
  Mat<quad> guess(const CollocationInterval<quad>& interval, const ChebyshevTrack* near);
  Vec<quad> noise_now() const;
  Vec<quad> rounding_at_start() const;
  void update_noise();
  bool extended(const ChebyshevTrack* near, const Vec<quad>& sensitivity);
  std::optional<quad> iterate(Piece& piece, const ChebyshevTrack* near);
  bool approach(const CollocationInterval<quad>& interval, Mat<quad>& accelerations);
  void come_near(const CollocationInterval<quad>& interval, NodalMotion<quad>& motion, bool& is_linear);
  void correct(const CollocationInterval<quad>& interval, const NodalMotion<quad>& motion, const quad& lacking,
               bool& is_linear, Mat<quad>& residual);
  bool solve(Mat<double>& residual, const quad& lacking);
  template <class T>
  T relative(const Mat<T>& change, const Mat<T>& accelerations) const;
  bool is_hindered() const;
  bool is_stiff() const;
  bool vibrates() const;
  void end_at_break();
  std::optional<quad> seen_width(const Piece& piece, const Vec<quad>& sensitivity) const;
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

  mutable std::shared_mutex guard;  // of `time` and `pieces`, which change at the end of an interval
  Acceleration<quad> acceleration;
  TrackOptions options;
  quad time = 0, width = quad(1) / 64, longest = width;
  Motion beginning, end;
  std::vector<quad> scale;  // the largest coefficients of the acceleration so far
  Vec<quad> noise;          // how far rounding scatters the acceleration; 0 until intervals need it
  bool has_noise = false;   // whether intervals need that of all components
  bool is_a_number = true;  // whether the acceleration was a number in the last iteration
  std::deque<Piece> pieces;
  std::optional<Piece> too_long;  // the last attempt at the interval
  int hurried = 0;                // 2 more for an interval that Picard's iteration hinders, 1 less for another
  std::optional<CollocationCorrection> correction;
  quad bend = 0;  // what the first narrow interval before a kink left out of accelerations, by its width
  quad imposed = std::numeric_limits<quad>::infinity();  // the width that `seen_width` asked for, or what it grew to
  bool eliminated = false;                               // whether Picard's iteration alone would not have done
  std::uint64_t randomness = 1;
};

}  // namespace plumb
