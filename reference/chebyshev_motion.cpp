#include "reference/chebyshev_motion.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <tuple>

#include "contract/stop.hpp"
#include "reference/certify.hpp"
#include "reference/chebyshev_track.hpp"
#include "reference/reference_cache.hpp"

namespace plumb {

namespace {

using Clock = std::chrono::steady_clock;

// Number of roundings by which the second computation is perturbed. It is far larger than a computation's own
// roundings, but costs only two digits if the motion is not sensitive.
constexpr int disturbance = 64;

// An interval takes about 10 ms, so the limit is ten minutes of processor time, or 5000 s of a mechanism that swings
// twice a second.
constexpr std::int64_t most_intervals = 50'000;
// From this number of intervals on, a time that is out of reach at the present pace is refused. A chaotic motion has
// lost its digits, and has stopped, before that.
constexpr std::int64_t telling_intervals = 2'000;

constexpr int max_digits_beyond_terms = 20;  // limit of the digits relative to the terms of the accelerations

constexpr const char *first_share = "0.95", *second_share = "0.8";

/// Returns the cache key, with all data that determine the motion.
std::string key_of(const std::string& name, const Motion& start, const std::vector<quad>& breaks) {
  auto key = "motion " + name +
             ", chebyshev corrected in double and double-doubles, noise where it hinders, kinks, vibrations, kept as "
             "accelerations, checked between nodes, " +
             std::to_string(ChebyshevTrack::n) + " " + first_share + " " + second_share + " " +
             std::to_string(disturbance) + ", from";
  for (const auto* x : {&start.q, &start.v})
    for (const quad& component : *x) key += " " + component.str();
  if (!breaks.empty()) key += ", breaks";
  for (const quad& t : breaks) key += " " + t.str();
  return key;
}

}  // namespace

class ChebyshevMotion::Tracks {
 public:
  using Alike = std::vector<std::vector<PartRange>>;

  Tracks(const Acceleration<quad>& acceleration, const Motion& start, Alike similar_parts, TrackOptions options)
      : unit_of_time(options.second),
        alike(std::move(similar_parts)),
        first(acceleration, start, with(options, first_share, 0)),
        second(acceleration, start, with(options, second_share, disturbance)),
        scale{start.q.cwiseAbs(), start.v.cwiseAbs()},
        apart{Vec<quad>::Zero(start.q.size()), Vec<quad>::Zero(start.v.size())} {}
  ~Tracks() { keep(); }
  Tracks(const Tracks&) = delete;

  /// Restores the state written by `packed()`. Throws NumberReader::NotThere on any other bytes.
  void go_on_from(std::string_view bytes) {
    NumberReader in(bytes);
    first.read(in);
    second.read(in);
    in.fill(scale);
    in.fill(apart);
    for (auto left = in.count(); left > 0; --left) {
      Check check{in.number(), static_cast<int>(in.number()), apart, {}};
      in.fill(check.apart);
      for (auto components = in.count(); components > 0; --components) check.vanishing.push_back(in.number() != 0);
      checks.push_back(std::move(check));
    }
  }

  void keep_in(std::shared_ptr<const ReferenceCache> new_cache, std::string cache_key) {
    cache = std::move(new_cache);
    key = std::move(cache_key);
  }

  Motion at(const quad& t) {
    if (t <= first.reached()) return without_rounding(t, first.at(t));
    const auto computing = turn();
    while (first.reached() < t) {
      stopping_point();
      require_in_reach(t);
      report(first.reached(), t);
      first.extend();
      save_periodically();
    }
    return without_rounding(t, first.at(t));
  }

  quad known_until(int enough) const {
    const std::shared_lock reading(guard);
    if (checks.empty()) return 0;
    return checks.back().digits < enough ? std::numeric_limits<quad>::infinity() : checks.back().t;
  }

  bool advance(const quad& t, int enough) {
    if (covers(t, enough)) return true;
    const auto computing = turn();
    if (!covers(t, enough)) check(t);
    return covers(t, enough);
  }

  int digits(const quad& t, int enough) { return checked(t, enough).digits; }

  quad holds_until(const quad& t, int enough) {
    if (checked(t, enough).digits >= enough) return t;
    const std::shared_lock reading(guard);
    const auto lost =
        std::partition_point(checks.begin(), checks.end(), [&](const Check& c) { return c.digits >= enough; });
    return lost == checks.begin() ? quad(0) : (lost - 1)->t;
  }

  std::optional<Motion> uncertainty(const quad& t, int enough) {
    const Check& check = checked(t, enough);
    if (check.digits < enough) return {};
    return check.apart;
  }

 private:
  struct Check {
    quad t;
    int digits;                        // number of digits in which both computations agree, at all times up to t
    Motion apart;                      // largest difference of the two computations up to t, by component of q and v
    std::vector<bool> vanishing = {};  // whether a component of q and v is only rounding noise up to t; empty: none
  };

  static TrackOptions with(TrackOptions options, const char* share, int disturbed) {
    options.share = quad(share);
    options.disturbance = disturbed;
    options.remembers = disturbed == 0;
    return options;
  }
  void report(const quad& reached, const quad& requested) const {
    report_progress("reference of", unit_of_time * double(reached), unit_of_time * double(requested), "s");
  }

  /// Returns the lock of the computing thread. Threads that read computed motion do not need it.
  std::unique_lock<std::timed_mutex> turn() { return lock_unless_stopped(turns); }

  bool covers(const quad& t, int enough) const {
    const std::shared_lock reading(guard);
    return !checks.empty() && (checks.back().t >= t || checks.back().digits < enough);
  }

  // Returns the first check at or after t, or the newest check if it has fewer than `enough` digits.
  const Check& checked(const quad& t, int enough) {
    if (!covers(t, enough)) {
      const auto computing = turn();
      while (!covers(t, enough)) check(t);
    }
    const std::shared_lock reading(guard);
    const auto found =
        std::lower_bound(checks.begin(), checks.end(), t, [](const Check& c, const quad& x) { return c.t < x; });
    return found == checks.end() ? checks.back() : *found;
  }

  // Extends the second computation by one interval towards `wanted`, and compares both computations at its end, where
  // the state of the second has just been perturbed. If stopped, no partial interval remains, so a continued
  // computation has identical bits.
  void check(const quad& requested) {
    stopping_point();
    require_in_reach(requested);
    report(second.reached(), requested);
    lead(requested);
    second.extend(&first);
    const quad t = second.reached();
    const Motion a = first.at(t);
    const Motion& b = second.newest();
    raise(scale, a);
    raise(apart, {a.q - b.q, a.v - b.v});
    const int before = checks.empty() ? most_digits : checks.back().digits;
    const Motion sizes = shared(scale);
    int digits = std::min(before, digits_of(sizes));
    if (digits < max_digits_beyond_terms)
      digits = std::max(
          digits, std::min({before, max_digits_beyond_terms, digits_of(at_least_small(sizes, second.of_terms()))}));
    {
      const std::lock_guard writing(guard);
      checks.push_back({t, digits, apart, vanishing()});
    }
    save_periodically();
  }

  // Extends the first computation to the end of the next interval of the second computation. If the motion ends
  // earlier, that interval is shortened.
  void lead(const quad& requested) {
    try {
      while (first.reached() < second.next()) first.extend();
    } catch (const MotionUnknown&) {
      if (first.reached() < requested) throw;
      second.end_next_at(first.reached());
    }
  }

  /// Returns which components of q and v are rounding noise: never larger so far than the distance of the two
  /// computations, or than some roundings of the largest component.
  std::vector<bool> vanishing() const {
    const quad rounding = 64 * std::numeric_limits<quad>::epsilon();
    std::vector<bool> out;
    for (const auto& [size, distance] : {std::tie(scale.q, apart.q), std::tie(scale.v, apart.v)})
      for (Eigen::Index i = 0; i < size.size(); ++i)
        out.push_back(size[i] <= std::max<quad>(distance[i], rounding * size.maxCoeff()));
    return std::ranges::find(out, true) == out.end() ? std::vector<bool>() : out;
  }

  /// Returns the motion with 0 for components that are only rounding noise up to t.
  Motion without_rounding(const quad& t, Motion motion) const {
    const std::shared_lock reading(guard);
    const auto found =
        std::lower_bound(checks.begin(), checks.end(), t, [](const Check& c, const quad& x) { return c.t < x; });
    if (found == checks.end() || found->vanishing.empty() || found->digits < meaningful_digits || t == 0) return motion;
    const auto size = motion.q.size();
    for (Eigen::Index i = 0; i < size; ++i) {
      if (found->vanishing[static_cast<std::size_t>(i)]) motion.q[i] = 0;
      if (found->vanishing[static_cast<std::size_t>(size + i)]) motion.v[i] = 0;
    }
    return motion;
  }

  /// Returns each magnitude, or the largest magnitude of its group in `alike`.
  Motion shared(Motion sizes) const {
    for (const auto& ranges : alike)
      for (auto* x : {&sizes.q, &sizes.v}) {
        quad largest = 0;
        for (const auto& range : ranges) largest = std::max(largest, x->segment(range.first, range.size).maxCoeff());
        for (const auto& range : ranges) x->segment(range.first, range.size).setConstant(largest);
      }
    return sizes;
  }

  int digits_of(const Motion& sizes) const {
    int out = most_digits;
    for (Eigen::Index i = 0; i < sizes.q.size(); ++i)
      out = std::min({out, digits_within(apart.q[i], sizes.q[i]), digits_within(apart.v[i], sizes.v[i])});
    return out;
  }

  // Returns the sizes, at least the sizes `terms` where they are much smaller. Near an equilibrium a component is very
  // small compared with the effect of single terms of its acceleration. Its digits then count from that effect, since
  // any computation in double has the rounding errors of these terms.
  static Motion at_least_small(Motion sizes, const Motion& terms) {
    constexpr double very_small = 1e-8;
    const auto replace = [](Vec<quad>& size, const Vec<quad>& of_terms) {
      for (Eigen::Index i = 0; i < size.size(); ++i)
        if (size[i] < very_small * of_terms[i]) size[i] = of_terms[i];
    };
    replace(sizes.q, terms.q);
    replace(sizes.v, terms.v);
    return sizes;
  }

  void require_in_reach(const quad& t) const {
    const auto done = static_cast<std::int64_t>(first.intervals());
    const bool hopeless = done >= telling_intervals && is_out_of_reach(first.reached(), t, done, most_intervals);
    if (done < most_intervals && !hopeless) return;
    throw MotionUnknown(
        "t = " + quad(t * unit_of_time).str(6, {}) +
        " s is too late: the motion would need too many intervals; it can be computed up to about " +
        quad(reach_of(first.reached(), done, most_intervals) * unit_of_time).str(1, std::ios_base::scientific) + " s");
  }

  std::string packed() const {
    PackedNumbers out;
    first.write(out);
    second.write(out);
    out.add(scale);
    out.add(apart);
    out.add(quad(checks.size()));
    for (const auto& check : checks) {
      out.add(check.t);
      out.add(quad(check.digits));
      out.add(check.apart);
      out.add(quad(check.vanishing.size()));
      for (const bool is_zero : check.vanishing) out.add(quad(is_zero));
    }
    return out.bytes();
  }

  // Stores the motion if enough time has passed: writing must not take more than a twentieth of the time.
  void save_periodically() {
    has_grown = true;
    if (Clock::now() - kept > pause) keep();
  }

  void keep() {
    if (!cache || !has_grown) return;
    const auto begin = Clock::now();
    cache->keep(key, packed());
    has_grown = false;
    kept = Clock::now();
    pause = std::max<Clock::duration>(std::chrono::seconds(1), 20 * (kept - begin));
  }

  std::timed_mutex turns;
  const double unit_of_time;  // unit of time [s]
  const Alike alike;
  ChebyshevTrack first, second;
  Motion scale, apart;
  mutable std::shared_mutex guard;  // guards `checks`
  std::deque<Check> checks;         // a deque, because growth does not move its elements

  std::shared_ptr<const ReferenceCache> cache;  // cache; null: none
  std::string key;
  bool has_grown = false;  // whether intervals were added after the motion was stored
  Clock::time_point kept = Clock::now();
  Clock::duration pause = std::chrono::seconds(1);
};

ChebyshevMotion::ChebyshevMotion(Acceleration<quad> acceleration, Motion start, std::string name,
                                 std::vector<std::vector<PartRange>> alike, const Acceleration<double>& rough,
                                 const std::vector<quad>& breaks, const Acceleration<double_double>& fine,
                                 const HiddenVariation& hidden, double second) {
  const auto fresh = [&] {
    return std::make_unique<Tracks>(
        acceleration, start, alike,
        TrackOptions{.rough = rough, .fine = fine, .breaks = breaks, .hidden = hidden, .second = second});
  };
  tracks = fresh();
  const auto cache = name.empty() ? nullptr : reference_cache();
  if (!cache) return;
  const auto key = key_of(name, start, breaks);
  try {
    if (const auto bytes = cache->find(key)) tracks->go_on_from(*bytes);
  } catch (const NumberReader::NotThere&) {
    tracks = fresh();
  }
  tracks->keep_in(cache, key);
}
ChebyshevMotion::~ChebyshevMotion() = default;
Motion ChebyshevMotion::at(const quad& t) const { return tracks->at(t); }
bool ChebyshevMotion::advance(const quad& t, int enough) const { return tracks->advance(t, enough); }
quad ChebyshevMotion::known_until(int enough) const { return tracks->known_until(enough); }
int ChebyshevMotion::digits(const quad& t, int enough) const { return tracks->digits(t, enough); }
quad ChebyshevMotion::holds_until(const quad& t, int enough) const { return tracks->holds_until(t, enough); }
std::optional<Motion> ChebyshevMotion::uncertainty(const quad& t, int enough) const {
  return tracks->uncertainty(t, enough);
}

}  // namespace plumb
