#include "reference/known_motion.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "reference/certify.hpp"
#include "reference/chebyshev_motion.hpp"
#include "reference/lifted_motion.hpp"
#include "reference/motion_units.hpp"
#include "reference/quick_routes.hpp"
#include "reference/refined_motion.hpp"

namespace plumb {
namespace {

// Returns a bound on the rounding errors of a closed form at t: by the rounding of t, and of the values themselves.
Motion rounding_of(const ExactMotion& motion, const quad& t) {
  constexpr int roundings = 16;
  const quad shift = std::numeric_limits<quad>::epsilon() * (std::int64_t{1} << 50);
  const auto here = motion(t), later = motion(t * (1 + shift));
  const auto bound = [&](const Vec<quad>& x, const Vec<quad>& moved) -> Vec<quad> {
    const Vec<quad> by_time = (moved - x).cwiseAbs() / shift;  // magnitude |t x'|
    return roundings * std::numeric_limits<quad>::epsilon() * (x.cwiseAbs() + by_time);
  };
  return {bound(here.q, later.q), bound(here.v, later.v)};
}

// The closed forms of the same problem, each with one number of the data perturbed. They bound the effect of roundings
// of the data: if a fast top passes closely by the vertical, it is thousands of times as large as these roundings.
class MovedData {
 public:
  MovedData(const Problem& problem, const Parameters& parameters) {
    for (const auto& spec : problem.parameters) {
      std::map<std::string, std::string> moved(parameters.values().begin(), parameters.values().end());
      try {
        const quad number = number_from_text<quad>(parameters.text(spec.name));
        if (number == 0) continue;
        moved[spec.name] = quad(number * (1 + shift())).str();
        motions_.push_back(problem.reference.closed_form(Parameters(problem.parameters, moved)));
      } catch (const std::invalid_argument&) {  // NaN, or outside the domain of the closed form
      }
    }
  }
  /// Returns a bound on the change of the motion by some roundings of the data.
  Motion bound(const Motion& here, const quad& t) const {
    constexpr int roundings = 16;
    const quad scale = roundings * std::numeric_limits<quad>::epsilon() / shift();
    Motion out{Vec<quad>::Zero(here.q.size()), Vec<quad>::Zero(here.v.size())};
    for (const auto& motion : motions_) {
      const auto there = motion(t);
      out.q += scale * (there.q - here.q).cwiseAbs();
      out.v += scale * (there.v - here.v).cwiseAbs();
    }
    return out;
  }

 private:
  static quad shift() { return ldexp(quad(1), -60); }

  std::vector<ExactMotion> motions_;
};

/// The bound on the errors of a closed form. The perturbed motions are created on first use, since runs do not need
/// them.
class ClosedFormBound {
 public:
  ClosedFormBound(const Problem& problem, const Parameters& parameters, ExactMotion motion)
      : problem_(problem), parameters_(parameters), motion_(std::move(motion)) {}

  Motion at(const quad& t) {
    std::call_once(made_, [this] { moved_.emplace(problem_, parameters_); });
    auto out = rounding_of(motion_, t);
    const auto of_data = moved_->bound(motion_(t), t);
    out.q += of_data.q;
    out.v += of_data.v;
    return out;
  }

 private:
  const Problem& problem_;
  Parameters parameters_;
  ExactMotion motion_;
  std::once_flag made_;
  std::optional<MovedData> moved_;
};

// The function that catches this exception adds the name of the problem.
[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument("no reference is known: " + reason); }

void require_known(const Problem& problem, const Parameters& parameters) {
  if (const auto reason = problem.reference.none(parameters); !reason.empty()) refuse(reason);
}

const Formulation& carrier_of(const Problem& problem) {
  const auto* found = carrier(problem);
  if (!found) refuse("none of the formulations of the problem has coordinates for which a reference can be computed");
  return *found;
}

/// Returns the acceleration in double-doubles; empty if the problem has no equations in double-doubles.
Acceleration<double_double> fine_acceleration(const Problem& problem, const Parameters& parameters,
                                              const Formulation& formulation) {
  if (!problem.in_double_double) return {};
  return acceleration_of(std::make_shared<AnySystem<double_double>>(problem.in_double_double(parameters, formulation)),
                         problem.begin<double_double>());
}

/// Returns the start with angles set to 0 if they are rounding noise compared with 1 rad.
Motion without_rounding(Motion start, const std::vector<Part>& parts) {
  const quad rounding = 64 * std::numeric_limits<quad>::epsilon();
  for (const auto& part : parts)
    if (part.kind == PartKind::angle)
      for (auto& angle : start.q.segment(part.q.first, part.q.size))
        if (abs(angle) < rounding) angle = 0;
  return start;
}

KnownMotion computed(const std::shared_ptr<const ChebyshevMotion>& motion) {
  return {false,
          [motion](const quad& t) { return motion->at(t); },
          [motion](const quad& t, int enough) { return motion->digits(t, enough); },
          [motion](const quad& t) { return motion->uncertainty(t, meaningful_digits); },
          [motion](const quad& t, int enough) { return motion->advance(t, enough); },
          [motion](const quad& t, int enough) { return motion->holds_until(t, enough); },
          [motion](int enough) { return motion->known_until(enough); }};
}

KnownMotion solved(const SolvedMotion& motion) {
  return {.exact = true,
          .at = motion.at,
          .digits = [](const quad&, int) { return most_digits; },
          .uncertainty = [motion](const quad& t) { return std::optional(motion.errors(t)); },
          .advance =
              [motion](const quad& t, int) {
                motion.at(t);
                return true;
              },
          .known_until = [motion](int) { return motion.known_until(); }};
}

/// Converts a motion that begins at t = 0 to a motion that begins at `begin`.
KnownMotion beginning_at(const quad& begin, const KnownMotion& motion) {
  auto out = motion;
  out.at = [begin, at = motion.at](const quad& t) { return at(t - begin); };
  out.digits = [begin, digits = motion.digits](const quad& t, int enough) { return digits(t - begin, enough); };
  out.uncertainty = [begin, uncertainty = motion.uncertainty](const quad& t) { return uncertainty(t - begin); };
  out.advance = [begin, advance = motion.advance](const quad& t, int enough) { return advance(t - begin, enough); };
  out.holds_until = [begin, until = motion.holds_until](const quad& t, int enough) {
    return quad(begin + until(t - begin, enough));
  };
  out.known_until = [begin, until = motion.known_until](int enough) { return quad(begin + until(enough)); };
  return out;
}

KnownMotion refined(const Problem& problem, const std::shared_ptr<const RefinedMotion>& motion) {
  const KnownMotion from_zero = {
      .exact = false,
      .at = [motion](const quad& t) { return motion->at(t); },
      .digits = [motion](const quad& t, int) { return motion->digits(t); },
      .uncertainty = [motion](const quad& t) { return motion->uncertainty(t, meaningful_digits); },
      .advance = [motion](const quad& t, int) { return motion->advance(t); },
      .holds_until = [motion](const quad& t, int enough) { return motion->holds_until(t, enough); },
      .known_until = [motion](int) { return motion->known_until(); },
      .least_digits = RefinedMotion::least_digits,
      .refined = motion};
  return beginning_at(problem.begin<quad>(), from_zero);
}

/// Converts a motion in other units to SI units.
KnownMotion in_si(const MotionUnits& units, const KnownMotion& motion) {
  auto out = motion;
  out.at = [units, at = motion.at](const quad& t) { return units.in_si(at(units.measured(t))); };
  out.digits = [units, digits = motion.digits](const quad& t, int enough) { return digits(units.measured(t), enough); };
  out.uncertainty = [units, uncertainty = motion.uncertainty](const quad& t) -> std::optional<Motion> {
    const auto bounds = uncertainty(units.measured(t));
    if (!bounds) return {};
    return units.in_si(*bounds);
  };
  out.advance = [units, advance = motion.advance](const quad& t, int enough) {
    return advance(units.measured(t), enough);
  };
  out.holds_until = [units, until = motion.holds_until](const quad& t, int enough) {
    return quad(units.time * until(units.measured(t), enough));
  };
  out.known_until = [units, until = motion.known_until](int enough) { return quad(units.time * until(enough)); };
  return out;
}

KnownMotion lowered(const KnownMotion& motion, const Lift& lift) {
  auto out = motion;
  out.at = [at = motion.at, lift](const quad& t) { return lift.lowered(at(t)); };
  out.uncertainty = [motion, lift](const quad& t) -> std::optional<Motion> {
    const auto bounds = motion.uncertainty(t);
    if (!bounds) return {};
    return lift.lowered_bounds(motion.at(t), *bounds);
  };
  return out;
}

}  // namespace

std::vector<quad> breaks_of(const Problem& problem, const Parameters& parameters) {
  std::vector<quad> out;
  for (const auto& at : problem.breakpoints(parameters)) out.push_back(at.time - problem.begin<quad>());
  return out;
}

const Formulation* carrier(const Problem& problem) {
  const auto& name = problem.reference.formulation;
  return name.empty() ? problem.minimal() : problem.formulation(name);
}

KnownMotion known_motion(const Problem& problem, const Parameters& parameters) {
  require_known(problem, parameters);
  carrier_of(problem);
  if (problem.reference.solved) return solved(problem.reference.solved(parameters));
  if (!problem.reference.closed_form)
    return is_refined(problem, parameters)
               ? refined(problem, std::make_shared<const RefinedMotion>(problem, parameters, refined_routes(problem)))
               : computed_motion(problem, parameters);
  const auto motion = problem.reference.closed_form(parameters);
  const auto bound = std::make_shared<ClosedFormBound>(problem, parameters, motion);
  return {true, motion, [](const quad&, int) { return most_digits; },
          [bound](const quad& t) { return std::optional(bound->at(t)); }};
}

KnownMotion quick_motion(const Problem& problem, const Parameters& parameters, const quad& until) {
  if (problem.reference.closed_form || problem.reference.solved) return known_motion(problem, parameters);
  if (const auto reason = problem.reference.none_of_few_digits(parameters); !reason.empty()) refuse(reason);
  carrier_of(problem);
  const auto quick = quick_routes(problem, until);
  const auto name = "quick over " + quick.goal.horizon->str() + " s";
  return refined(problem, std::make_shared<const RefinedMotion>(problem, parameters, quick.routes, quick.goal, name));
}

KnownMotion computed_motion(const Problem& problem, const Parameters& parameters) {
  require_known(problem, parameters);
  const auto& formulation = carrier_of(problem);
  const auto begin = problem.begin<quad>();
  const auto system = std::make_shared<AnySystem<quad>>(problem.in_quad.system(parameters, formulation));
  const auto in_double = std::make_shared<AnySystem<double>>(problem.in_double.system(parameters, formulation));
  const auto exact = acceleration_of(system, begin);
  const auto rough = acceleration_of(in_double, problem.begin<double>());
  const auto fine = fine_acceleration(problem, parameters, formulation);
  const auto start = without_rounding(problem.in_quad.initial(parameters, formulation), formulation.parts(parameters));
  const auto units = MotionUnits::of(problem, parameters, formulation);
  const auto name = problem.name + "(" + parameters.canonical() + ") " + formulation.name + units.name();
  const auto breaks = units.measured(breaks_of(problem, parameters));
  if (system->vector_space()) {
    using Alike = std::vector<std::vector<PartRange>>;
    const auto motion = std::make_shared<const ChebyshevMotion>(
        units.measured(exact), units.measured(start), name, Alike(), units.measured(rough), breaks,
        units.measured(fine), units.measured(problem.hidden_variation(parameters)), units.time);
    return beginning_at(begin, in_si(units, computed(motion)));
  }
  const Lift lift(formulation.parts(parameters));
  const auto of = units.lifted();
  const auto motion = std::make_shared<const ChebyshevMotion>(
      of.measured(lift.acceleration(exact)), of.measured(lift.lifted(start)), name + " lifted", lift.alike(),
      of.measured(lift.acceleration(rough)), breaks, of.measured(fine ? lift.acceleration(fine) : fine),
      HiddenVariation(), units.time);
  return beginning_at(begin, lowered(in_si(of, computed(motion)), lift));
}

const Formulation& in_velocities(const Problem& problem, const Formulation& formulation) {
  if (formulation.momenta_of.empty()) return formulation;
  for (const auto& other : problem.formulations)
    if (other.coordinates == formulation.momenta_of) return other;
  return formulation;
}

Motion in_coordinates(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                      const quad& t, const Motion& carried) {
  if (!formulation.momenta_of.empty()) {
    const auto& velocities = in_velocities(problem, formulation);
    return problem.in_quad.momenta(parameters, formulation,
                                   in_coordinates(problem, parameters, velocities, t, carried));
  }
  const auto& from = carrier_of(problem);
  if (from.name == formulation.name || (from.coordinates == formulation.coordinates && !from.coordinates.empty()))
    return carried;
  if (&from == problem.minimal() && problem.in_quad.embed)
    return problem.in_quad.embed(parameters, formulation, t, carried);
  refuse("no conversion exists from the coordinates of " + from.name + " to those of " + formulation.name);
}

}  // namespace plumb
