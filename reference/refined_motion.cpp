#include "reference/refined_motion.hpp"

#include <algorithm>
#include <mutex>
#include <shared_mutex>

#include "contract/stop.hpp"
#include "reference/reference_cache.hpp"
#include "reference/refinement.hpp"

namespace plumb {
namespace {

/// Returns the cache key, with all data that determine the motion, except the program.
std::string key_of(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes) {
  return "refined motion " + problem.name + "(" + parameters.canonical() + ") from " + problem.t_begin + " s to " +
         problem.t_end + " s, " + routes.first.name + " and " + routes.second.name;
}

}  // namespace

/// The refinement, computed by one thread at a time. It is cached after each level, when it is settled, and at
/// destruction, so a stopped computation continues from there.
class RefinedMotion::Kept {
 public:
  Kept(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes,
       const RefinementGoal& goal = {}, const std::string& goal_name = {})
      : cache_(reference_cache()), key_(key_of(problem, parameters, routes) + goal_name) {
    const auto fresh = [&] { return std::make_unique<Refinement>(problem, parameters, routes, goal); };
    refinement_ = fresh();
    for (const auto way : {&Refinement::read, &Refinement::read_unsettled}) {
      if (read(cache_ ? cache_->find(way == &Refinement::read ? key_ : unsettled_key()) : std::nullopt, way)) break;
      refinement_ = fresh();
    }
    reached_ = refinement_->reached();
  }
  ~Kept() { keep(); }
  Kept(const Kept&) = delete;

  /// Reads a refinement from the cache that any build has stored. Returns false if there is none, or if this build does
  /// not reproduce it.
  bool read_of_any_build() {
    if (!read(cache_ ? cache_->find_of_any_build(key_) : std::nullopt, &Refinement::read) || !refinement_->repeats())
      return false;
    reached_ = refinement_->reached();
    return true;
  }

  /// Returns the refinement after extending it to t.
  const Refinement& known(const quad& t) {
    while (!advance(t)) continue;
    return *refinement_;
  }
  /// Computes one more block towards t; returns true if the motion is known up to t.
  bool advance(const quad& t) {
    if (t <= reached()) return true;
    const auto computing = lock_unless_stopped(turns_);
    if (t <= reached()) return true;
    const int levels = refinement_->levels();
    has_grown_ = true;
    refinement_->advance();
    if (refinement_->levels() > levels && refinement_->reached() < 0) keep();  // a stop may interrupt the next level
    const bool is_first = set_reached(refinement_->reached());
    if (is_first) keep();  // the refinement up to the horizon takes longest, so it is stored at once
    return t <= reached();
  }
  quad reached() const {
    const std::shared_lock reading(guard_);
    return reached_;
  }
  const Refinement& refinement() const { return *refinement_; }

 private:
  std::string unsettled_key() const { return key_ + ", under way"; }
  bool read(const std::optional<std::string>& bytes, void (Refinement::*way)(NumberReader&)) try {
    if (!bytes) return false;
    NumberReader in(*bytes);
    (*refinement_.*way)(in);
    return true;
  } catch (const NumberReader::NotThere&) {
    return false;
  }
  /// Sets the time up to which the motion is computed. Returns whether this is the first call.
  bool set_reached(const quad& t) {
    const std::lock_guard writing(guard_);
    const bool is_first = reached_ < 0 && t >= 0;
    reached_ = t;
    return is_first;
  }
  void keep() {
    if (!cache_ || !has_grown_) return;
    const bool is_settled = refinement_->reached() >= 0;
    PackedNumbers out;
    if (is_settled)
      refinement_->write(out);
    else
      refinement_->write_unsettled(out);
    cache_->keep(is_settled ? key_ : unsettled_key(), out.bytes());
  }

  std::shared_ptr<const ReferenceCache> cache_;  // cache; null: none
  std::string key_;
  std::unique_ptr<Refinement> refinement_;
  std::timed_mutex turns_;           // held by the thread that computes
  mutable std::shared_mutex guard_;  // guards `reached_`
  quad reached_ = -1;
  bool has_grown_ = false;
};

RefinedMotion::RefinedMotion(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes)
    : kept_(std::make_unique<Kept>(problem, parameters, routes)) {}
RefinedMotion::RefinedMotion(const Problem& problem, const Parameters& parameters, const RefinedRoutes& routes,
                             const RefinementGoal& goal, const std::string& goal_name)
    : kept_(std::make_unique<Kept>(problem, parameters, routes, goal, ", " + goal_name)) {}
RefinedMotion::RefinedMotion(std::unique_ptr<Kept> kept) : kept_(std::move(kept)) {}
RefinedMotion::~RefinedMotion() = default;

std::shared_ptr<const RefinedMotion> RefinedMotion::of_any_build(const Problem& problem, const Parameters& parameters,
                                                                 const RefinedRoutes& routes) {
  auto kept = std::make_unique<Kept>(problem, parameters, routes);
  if (kept->reached() < 0 && !kept->read_of_any_build()) return nullptr;
  return std::shared_ptr<const RefinedMotion>(new RefinedMotion(std::move(kept)));
}

Motion RefinedMotion::at(const quad& t) const { return kept_->known(t).first().at(t); }

Motion RefinedMotion::second(const quad& t) const { return kept_->known(t).second().at(t); }

int RefinedMotion::digits(const quad& t) const { return static_cast<int>(kept_->known(t).agreement().digits(t)); }

std::optional<Motion> RefinedMotion::uncertainty(const quad& t, int enough) const {
  if (digits(t) < enough) return {};
  return kept_->known(t).agreement().unknown(t);
}

bool RefinedMotion::advance(const quad& t) const { return kept_->advance(t); }

quad RefinedMotion::holds_until(const quad& t, int enough) const {
  return std::min(t, kept_->known(t).agreement().holds_until(enough));
}

quad RefinedMotion::known_until() const { return std::max(quad(0), kept_->reached()); }

MotionOpinions RefinedMotion::opinions(const quad& t) const { return kept_->known(t).opinions(t); }

const TimeBlocks& RefinedMotion::blocks() const { return kept_->refinement().blocks(); }

const RefinedRoutes& RefinedMotion::routes() const { return kept_->refinement().routes(); }

std::size_t RefinedMotion::steps() const {
  const auto& of = kept_->refinement();
  return kept_->known(of.horizon()).first().step_at(of.horizon());
}

}  // namespace plumb
