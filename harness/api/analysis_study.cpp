#include "harness/api/analysis_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "contract/stop.hpp"
#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/judge/analysis_of_file.hpp"
#include "harness/judge/analysis_words.hpp"
#include "harness/schedule/isolated_steps.hpp"
#include "methods/analysis/same_method.hpp"
#include "methods/catalogue.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/selector.hpp"

namespace plumb {
namespace {

std::vector<double> positive(const char* flag, const std::vector<std::string>& lists) {
  std::vector<double> out;
  for (const auto& list : lists)
    for (const auto& x : expand_numbers(list)) out.push_back(number_from_text<double>(x));
  for (const double x : out)
    if (!(x > 0)) throw out_of_range("{}: {} is not allowed: greater than 0", flag, x);
  return out;
}

/// Returns a message if a method file claims a wrong order; else "". A library has no coefficients to check, so its
/// order is observed on the oscillator.
std::string claim_of(const std::string& name, const Analysis& a) {
  if (!names_file(name)) return {};
  constexpr double least_shortfall = 0.2;  // smallest difference between claimed and observed order that is reported
  if (!from_outside(name) || !a.order || !a.linear_order || *a.linear_order > *a.order - least_shortfall)
    return method_file(name).note;
  return fmt::format("{} claims order {}, but the order measured on the oscillator is {}", name, *a.order,
                     significant(*a.linear_order, 3));
}

std::string joined(const std::string& one, const std::string& other) {
  return one.empty() || other.empty() || one == other ? (one.empty() ? other : one) : one + ", " + other;
}

/// Returns the parameter choices with which a catalogue method is compared: the given values of parameters that it has,
/// too, and its defaults.
std::vector<Spec> variants(const Method& method, const std::map<std::string, std::string>& overrides) {
  Spec plain{std::string(method.info.name), {}}, same = plain;
  for (const auto& parameter : method.parameters)
    if (const auto found = overrides.find(parameter.name); found != overrides.end()) same.parameters.insert(*found);
  return same.parameters.empty() ? std::vector{plain} : std::vector{same, plain};
}

/// Returns the names of the catalogue methods that take the same steps on linear problems: the characteristic
/// polynomials of their steps are equal.
std::string catalogued_equivalents(const LinearFingerprint& fingerprint,
                                   const std::map<std::string, std::string>& overrides) {
  std::string out;
  for (const auto& method : methods())
    for (const auto& spec : variants(method, overrides)) {
      stopping_point();
      try {
        if (has_fingerprint(method, method_parameters(method, spec.parameters), fingerprint))
          out = joined(out, spec.text());
      } catch (const UsageError&) {  // the method does not allow this value of the parameter
      }
    }
  return out;
}

/// Returns the quotient a/b as an expression; a and b are expressions, too.
std::string quotient(const std::string& a, const std::string& b) {
  if (a == b) return "1";
  const auto operand = [](const std::string& x) {
    return x.find_first_not_of("0123456789.") == std::string::npos ? x : "(" + x + ")";
  };
  return operand(a) + "/" + operand(b);
}

/// The oscillation of constraint errors of a derived formulation, as texts of numbers.
struct ConstraintOscillation {
  std::string damping, frequency;  // damping ratio; frequency in rad/s, or in multiples of 1/h
  std::string name_of_frequency;
};
/// Returns the oscillator Φ'' + 2α Φ' + β² Φ = 0 (baumgarte) or Φ'' + 2ωμ Φ' + ω² Φ = 0 (augmented-lagrangian). The
/// latter is exact only for a large penalty; a small penalty makes the oscillation slower.
ConstraintOscillation constraint_oscillation(const Parameters& values) {
  if (values.has("omega")) return {values.text("mu"), values.text("omega"), "omega"};
  const auto& alpha = values.text("alpha");
  const auto& beta = values.text("beta").empty() ? alpha : values.text("beta");
  return {quotient(alpha, beta), beta, "beta"};
}

/// Returns whether constraint errors of a formulation oscillate, so that constraint_oscillation() may be called.
bool has_oscillation(const DerivedFormulation& kind) {
  const Parameters defaults(kind.parameters, {});
  return defaults.has("omega") || defaults.has("alpha");
}

/// Parses the damping ratio and the lists of abscissae of the curve, such as "0.1,1,10". Throws UsageError that names
/// the option.
AnalysisOptions analysis_options(const std::string& damping, const std::vector<std::string>& omega_dt,
                                 const std::vector<std::string>& dt_nt) {
  AnalysisOptions out;
  try {
    out.damping_ratio = number_from_text<quad>(damping);
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string("--damping: ") + e.what());
  }
  if (out.damping_ratio < 0) throw out_of_range("--damping: {} is not allowed: 0 or more", damping);
  if (omega_dt.empty() && dt_nt.empty()) return out;
  out.omegas = positive("--omega-dt", omega_dt);
  out.dt_nt = positive("--dt-nt", dt_nt);
  return out;
}

/// The damped oscillator that is analysed, x'' + 2 xi omega x' + omega^2 x = 0.
struct AnalyzedOscillator {
  std::string damping = "0";  // damping ratio ξ
  std::string formulation;    // formulation whose constraint errors satisfy this equation; empty: none
  double omega = 0;           // frequency of the constraint errors: [rad/s], or in multiples of 1/h
  bool is_per_step = false;   // whether `omega` is in multiples of 1/h
};

/// Returns the oscillator with this damping ratio, or the oscillator of the constraint errors of a formulation. In a
/// formulation whose systems settle (independent, null-space) the independent coordinates or velocities satisfy an
/// ordinary differential equation. So its oscillator is the linear motion in these, with the damping ratio. For other
/// formulations at most one of the texts may be given; the other must be empty. Throws UsageError.
AnalyzedOscillator analyzed_oscillator(const std::string& damping, const std::string& formulation) {
  const AnalyzedOscillator motion{.damping = damping.empty() ? "0" : damping, .formulation = {}};
  if (formulation.empty()) return motion;
  const auto specs = expand(formulation);
  const auto derived = specs.size() == 1 ? derived_name(specs.front().name) : std::nullopt;
  if (derived && derived->kind.settles) {
    checked_parameters(derived->kind.parameters, specs.front().parameters, specs.front().name);
    return motion;
  }
  if (!damping.empty()) throw contradiction("--damping: --formulation has its own damping ratio");
  if (!derived || !has_oscillation(derived->kind))
    throw no_such("--formulation: '{}' has no oscillation of constraint errors; baumgarte(alpha,beta) has one",
                  formulation);
  try {
    const Parameters values(derived->kind.parameters, specs.front().parameters);
    const auto of = constraint_oscillation(values);
    const double omega = number_from_text<double>(of.frequency);
    if (!(omega > 0))
      throw out_of_range("--formulation: {} must be greater than 0, because errors do not decay otherwise",
                         of.name_of_frequency);
    return {.damping = of.damping,
            .formulation = formulation,
            .omega = omega,
            .is_per_step = values.is("unit", "per-step")};
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("--formulation: {}: {}", specs.front().name, e.what()));
  }
}

/// Returns the step limit for the constraint errors; nullopt if the oscillator does not describe constraint errors.
std::optional<StepLimit> step_limit(const Analysis& analysis, const AnalyzedOscillator& oscillator) {
  if (oscillator.formulation.empty()) return {};
  StepLimit out{.formulation = oscillator.formulation, .seconds = {}};
  if (!analysis.limit_known) return out;
  const auto& limit = analysis.stability_limit;  // limit of Ω = ωh
  if (oscillator.is_per_step)
    out.is_stable = !limit || oscillator.omega <= *limit;
  else if (limit)
    out.seconds = *limit / oscillator.omega;
  else
    out.is_stable = true;
  return out;
}

/// The analysis of one method, without a comparison with other methods.
struct MethodAnalysis {
  Spec spec;
  Analysis analysis = {};
  LinearFingerprint fingerprint = {};  // empty if it was not requested
  std::string equivalents = {};        // for a method from a file: catalogue methods with the same steps
  Json curves = {};
};

/// Analyses the method `spec`. `steps` holds the same method; a shared library takes its steps in a worker process.
/// `is_compared` requests the fingerprint for the comparison with other methods. Has stopping points.
MethodAnalysis analysis_of(const Spec& spec, IsolatedSteps& steps, const AnalysisOptions& options, bool is_compared,
                           bool with_curves) {
  const auto& method = steps.method();
  const auto& parameters = steps.parameters();
  const auto scope = steps.here();
  const bool is_outside = from_outside(spec.name);
  MethodAnalysis out{.spec = spec};
  if (is_compared || is_outside) out.fingerprint = linear_fingerprint(method, parameters);
  if (is_outside) out.equivalents = catalogued_equivalents(out.fingerprint, spec.parameters);
  out.analysis = analyze(method, parameters, options);
  if (with_curves) out.curves = stability_curves(method, parameters, options);
  return out;
}

/// Compares each analysis of a list with the earlier analyses of the list.
class AnalyzedMethods {
 public:
  /// Returns the analysis with the names of methods that take the same steps. Must be called in the order of the list.
  AnalyzedMethod next(const MethodAnalysis& of) {
    const auto same =
        std::ranges::find_if(known_, [&](const auto& known) { return is_same(known.second, of.fingerprint); });
    AnalyzedMethod out{.name = of.spec.text(),
                       .analysis = of.analysis,
                       .is_file = names_file(of.spec.name),
                       .is_library = from_outside(of.spec.name),
                       .claim = claim_of(of.spec.name, of.analysis),
                       .same_as = joined(same == known_.end() ? "" : same->first, of.equivalents),
                       .curves = of.curves};
    known_.emplace_back(out.name, of.fingerprint);
    return out;
  }

 private:
  std::vector<std::pair<std::string, LinearFingerprint>> known_;
};

}  // namespace

Analyses analyses(const AnalysisRequest& request, const Conduct& conduct,
                  const std::function<void(const AnalyzedMethod&, const Analyses&)>& analysed) {
  const auto oscillator = analyzed_oscillator(request.damping, request.formulation);
  const auto settings = analysis_options(oscillator.damping, request.omega_dt, request.dt_nt);
  const auto specs = expand_methods({request.methods});
  Analyses out{.damping = oscillator.damping};
  AnalyzedMethods all;
  const auto add = [&](const MethodAnalysis& found) {
    auto& method = out.methods.emplace_back(all.next(found));
    method.step_limit = step_limit(method.analysis, oscillator);
    if (analysed) analysed(method, out);
  };
  TitledPieces pieces;
  for (const auto& spec : specs) {
    const auto& method = method_named(spec);
    const auto steps = std::make_shared<IsolatedSteps>(spec.name, method, method_parameters(method, spec.parameters));
    pieces.emplace_back(spec.text(), [&, spec, steps, options = with_file(settings, spec.name)] {
      auto found = analysis_of(spec, *steps, options, specs.size() > 1, request.with_curves);
      return [&add, found = std::move(found)] { add(found); };
    });
  }
  out.ending = deliver_pieces(pieces, {.noun = "method"}, conduct);
  return out;
}

}  // namespace plumb
