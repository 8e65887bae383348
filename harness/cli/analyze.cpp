// plumb analyze: order and linear stability of methods, from their coefficients or from their own steps.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/stability_plot.hpp"
#include "harness/cli/work.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/table.hpp"
#include "methods/analysis/analysis.hpp"
#include "methods/analysis/same_method.hpp"

namespace plumb {
namespace {

struct AnalyzeOptions {
  std::string methods, damping = "0", plot;
  std::vector<std::string> omegas, dt_nt;
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* examples = R"(Examples:
  plumb analyze erk4
  plumb analyze 'degree3(alpha=1,4/3)' --damping 0.1
  plumb analyze hht --omega-dt 0.1,1,10,100 --json
  plumb analyze 'radau-iia(stages=3)' --dt-nt 0.01,0.05,0.1,0.2
  plumb analyze bdf3,erk4 --plot stability.svg

Runge-Kutta and multistep methods are analysed from their coefficients, by R(z) or rho(z) - z' sigma(z) and the roots of
polynomials; other methods by the amplification matrix of their stepper on x'' + 2 xi omega x' + omega^2 x = 0, which is
scanned. A stability limit of 0: steps are unstable however small they are; none: stable at all, or as far as was
looked.

The digits of a file's coefficients are worth what its key `digits` says: "exact", "printed" (decimals of more than 5
digits within their last), "double", or a number of right digits. What these leave open is no error.

The curve is over omega dt, and over dt/(nT) = omega dt/(2 pi n) with the period T and the n implicit stages of a step,
that is at the same cost. With the principal root z = exp((-xi' +- i sqrt(1 - xi'^2)) omega' dt):
  ad_percent  amplitude decay 100 (xi' - xi): the damping ratio that the method adds
  pe_percent  period elongation 100 (omega/omega' - 1), of the undamped frequencies
  phase       of z [rad], followed past pi (--json)
  aliased     the phase of z has passed pi, or the pair of roots has met on the real axis: on this grid the oscillation
              cannot be told from a slower one, or is none any more

The error constant is C of e^z - R(z) = C z^(p+1) + ..., or C_(p+1)/sigma(1); ln R(z) - z begins with an odd power, of
dispersion, and an even one, of dissipation, each one above its order. The SSP coefficient is the radius of absolute
monotonicity. What the digits leave open of a number follows it.

Where coefficients are used, the stepper's own amplification matrix confirms them on the points of the curve. The largest
difference of radius, decay and elongation is shown, relative to what is above 1e-15.)";

std::string number(double x, int digits) { return std::isinf(x) ? "infinite" : significant(x, digits); }
template <class T>
Json value_or_null(const std::optional<T>& x) {
  return x ? Json(*x) : Json(nullptr);
}
std::string yes_no(const std::optional<bool>& x) { return !x ? "unknown" : *x ? "yes" : "no"; }

Json intervals_json(const Analysis& a) {
  if (!a.limit_known) return nullptr;
  Json out = Json::array();
  for (const auto& i : a.intervals) out.push_back({i.from, number_or_null(i.to)});
  return out;
}

Json real_axis_json(const Analysis& a) {
  if (!a.real_axis) return nullptr;
  Json out = Json::array();
  for (const auto& i : a.real_axis->list) out.push_back({i.from, number_or_null(i.to)});
  return out;
}

/// Infinite as the text "infinite", since null is unknown.
Json bound_json(const std::optional<Bound>& x) {
  if (!x) return nullptr;
  return {{"value", std::isinf(x->value) ? Json("infinite") : Json(x->value)}, {"within", x->within}};
}

Json residuals_json(const Analysis& a) {
  if (!a.conditions) return nullptr;
  Json out = Json::array();
  for (std::size_t p = 1; p <= largest_tree; ++p)
    out.push_back({{"order", p},
                   {"residual", a.conditions->residual[p]},
                   {"norm", a.conditions->norm[p]},
                   {"digits_allow", a.conditions->tolerance[p]}});
  return out;
}

Json to_json(const std::string& method, const Analysis& a, const std::string& claim, const std::string& same_as) {
  Json curve = Json::array();
  for (std::size_t i = 0; i < a.curve.size(); ++i) {
    const auto& p = a.curve[i];
    curve.push_back({{"omega_dt", p.omega_dt},
                     {"dt_nt", a.dt_nt[i]},
                     {"spectral_radius", number_or_null(p.spectral_radius)},
                     {"ad_percent", number_or_null(p.ad_percent)},
                     {"pe_percent", number_or_null(p.pe_percent)},
                     {"phase", number_or_null(p.phase)},
                     {"aliased", value_or_null(p.aliased)}});
  }
  return {{"method", method},
          {"order", value_or_null(a.order)},
          {"proven", a.proven ? Json{{"position", a.proven->position},
                                     {"velocity", a.proven->velocity},
                                     {"velocity_dependent", a.proven->of_velocity(true)}}
                              : Json(nullptr)},
          {"claim", claim.empty() ? Json(nullptr) : Json(claim)},
          {"same_amplification_as", same_as.empty() ? Json(nullptr) : Json(same_as)},
          {"stage_order", value_or_null(a.stage_order)},
          {"linear_order", number_or_null(a.linear_order)},
          {"error_constant", bound_json(a.error_constant)},
          {"dispersion_order", value_or_null(a.phase.dispersion)},
          {"dissipation_order", value_or_null(a.phase.dissipation)},
          {"embedded_order", value_or_null(a.embedded_order)},
          {"rho_infinity", number_or_null(a.rho_infinity)},
          {"rho_infinity_within", a.rho_infinity_within},
          {"zero_stable", value_or_null(a.zero_stable)},
          {"a_stable", value_or_null(a.a_stable)},
          {"l_stable", value_or_null(a.l_stable)},
          {"a_alpha_degrees", number_or_null(a.sector)},
          {"algebraically_stable", value_or_null(a.algebraically_stable)},
          {"ssp_coefficient", bound_json(a.ssp_coefficient)},
          {"real_axis_intervals", real_axis_json(a)},
          {"stability_limit", number_or_null(a.stability_limit)},
          {"stability_limit_known", a.limit_known},
          {"stability_intervals", intervals_json(a)},
          {"within", a.ignored},
          {"digits", a.digits.empty() ? Json(nullptr) : Json(a.digits)},
          {"order_residuals", residuals_json(a)},
          {"irreducible", value_or_null(a.irreducible)},
          {"stages_per_step", a.stages},
          {"formula_difference", number_or_null(a.formula_difference)},
          {"curve", curve},
          {"reason", a.reason.empty() ? Json(nullptr) : Json(a.reason)}};
}

std::string limit_text(const Analysis& a) {
  if (!a.limit_known) return "unknown";
  if (!a.stability_limit) return "none";
  return *a.stability_limit == 0 ? "0: small steps are unstable" : significant(*a.stability_limit, 11);
}

std::string parasitic_text(const CurvePoint& p) {
  std::string out;
  for (const auto& z : p.parasitic) {
    if (std::abs(z) < 1e-12) continue;
    const auto re = significant(z.real(), 4), im = significant(std::abs(z.imag()), 4);
    out += (out.empty() ? "" : ", ") + re;
    if (std::abs(z.imag()) > 1e-12) out += (z.imag() < 0 ? " - " : " + ") + im + "i";
  }
  return out;
}

// As it was asked for, or six digits of the other one.
std::string abscissa(double x) {
  const auto given = shortest(x);
  return given.size() <= 8 ? given : significant(x, 6);
}

Table curve_table(const Analysis& a) {
  Table table{.columns = {{"omega_dt", Align::right},
                          {"dt/(nT)", Align::right},
                          {"spectral_radius", Align::right},
                          {"ad_percent", Align::right},
                          {"pe_percent", Align::right},
                          {"aliased"},
                          {"parasitic roots"}},
              .rows = {}};
  for (std::size_t i = 0; i < a.curve.size(); ++i) {
    const auto& p = a.curve[i];
    const auto roots = parasitic_text(p);
    table.rows.push_back({abscissa(p.omega_dt), abscissa(a.dt_nt[i]), Entry::number(p.spectral_radius, 8),
                          Entry::number(p.ad_percent, 4), Entry::number(p.pe_percent, 4),
                          p.aliased ? Entry(yes_no(p.aliased)) : Entry(), roots.empty() ? Entry() : Entry(roots)});
  }
  return table;
}

std::string tree_text(const OrderReport& report) {
  std::string out = fmt::format("order conditions    order {}, stage order {}", report.order, report.stage_order);
  if (report.order < largest_tree)
    out += fmt::format("; principal error norm {}",
                       significant(report.norm[static_cast<std::size_t>(report.order) + 1], 4));
  double off = 0, allowed = 0;
  for (int p = 1; p <= report.order; ++p) {
    off = std::max(off, report.residual[static_cast<std::size_t>(p)]);
    allowed = std::max(allowed, report.tolerance[static_cast<std::size_t>(p)]);
  }
  if (off > 1e-40)
    out += fmt::format("; they hold within {}, and the digits allow {}", significant(off, 2), significant(allowed, 2));
  return out + "\n";
}

// Order conditions are checked up to `largest_tree`; a linear order of that is the end of it.
std::string proven_text(const ProvenOrder& p) {
  auto out = fmt::format("{}", p.position);
  if (p.velocity != p.position) out += fmt::format(" of positions, {} of velocities", p.velocity);
  const int both = p.of_velocity(true);
  if (both != p.position) out += fmt::format("; {} of both where accelerations depend on velocities", both);
  return out + " (proven)";
}

std::string order_text(const Analysis& a) {
  if (!a.order) return "unknown";
  if (a.conditions && *a.order == largest_tree && a.linear_order > largest_tree)
    return fmt::format("at least {}", *a.order);
  if (a.irreducible && a.zero_stable == false)
    return fmt::format("{} of consistency; not zero-stable, so it does not converge", *a.order);
  return a.proven ? proven_text(*a.proven) : fmt::format("{}", *a.order);
}

// "yes within 2e-16" where growth below that cannot be told from none.
std::string stable_text(const std::optional<bool>& stable, double ignored) {
  if (stable != true || ignored == 0) return yes_no(stable);
  return fmt::format("yes, within {} that the digits leave", significant(ignored, 2));
}

std::string intervals_text(const std::vector<StableInterval>& intervals) {
  std::string out;
  for (const auto& i : intervals)
    out += fmt::format("{}{} to {}", out.empty() ? "" : ", ", number(i.from, 11), number(i.to, 11));
  return out;
}

std::string bound_text(const Bound& x, int digits) {
  if (std::isinf(x.value)) return "infinite";
  return significant(x.value, digits) + (x.within > 1e-30 ? " within " + significant(x.within, 2) : "");
}

std::string real_axis_text(const StableIntervals& axis) {
  if (axis.everywhere()) return "stable everywhere";
  if (axis.list.empty()) return "stable nowhere";
  return "stable for " + intervals_text(axis.list);
}

std::string phase_text(const PhaseOrders& phase) {
  const auto text = [](const std::optional<int>& order) { return order ? std::to_string(*order) : "none"; };
  return fmt::format("dispersion of order {}, dissipation {}", text(phase.dispersion), text(phase.dissipation));
}

std::string oscillator_text(const Analysis& a) {
  auto out = fmt::format("order {}", number(*a.linear_order, 4));
  if (a.velocity_order) out += fmt::format(", velocity {}", number(*a.velocity_order, 4));
  return out;
}

std::string text(const std::string& method, const Analysis& a, const std::string& claim, const std::string& damping,
                 bool is_file, const std::string& same_as) {
  std::string out = method + "\n\n";
  const auto line = [&](const char* name, const std::string& value) { out += fmt::format("{:<20}{}\n", name, value); };
  line("order", order_text(a));
  if (!claim.empty()) line("claim", claim);
  if (!same_as.empty())
    line("the same method", "on linear problems a step has the characteristic polynomial of " + same_as);
  if (is_file && !a.digits.empty()) line("coefficients", a.digits);
  if (a.conditions) out += tree_text(*a.conditions);
  if (a.irreducible == false) line("irreducible", "no: rho and sigma have a common factor");
  if (a.linear_order) line("on the oscillator", oscillator_text(a));
  if (a.error_constant) {
    line("error constant", bound_text(*a.error_constant, 6));
    line("phase", phase_text(a.phase));
  }
  if (a.embedded_order) line("embedded weights", fmt::format("order {}", *a.embedded_order));
  line("stability limit", fmt::format("{} (omega dt, damping ratio {})", limit_text(a), damping));
  if (a.intervals.size() > 1 || (!a.intervals.empty() && a.intervals.front().from > 0))
    line("stable for", intervals_text(a.intervals));
  if (a.real_axis) line("negative real axis", real_axis_text(*a.real_axis));
  line("zero-stable", yes_no(a.zero_stable));
  line("A-stable", stable_text(a.a_stable, a.ignored));
  line("L-stable", yes_no(a.l_stable));
  if (a.sector && a.a_stable == false) line("A(alpha)-stable", significant(*a.sector, 8) + " degrees");
  if (a.algebraically_stable) line("algebraically", yes_no(a.algebraically_stable));
  if (a.ssp_coefficient) line("SSP coefficient", bound_text(*a.ssp_coefficient, 8));
  line("rho at infinity", a.rho_infinity ? bound_text({*a.rho_infinity, a.rho_infinity_within}, 6) : "unknown");
  line("implicit stages", fmt::format("{} a step", a.stages));
  if (a.formula_difference)
    line("by formula", fmt::format("formula and stepper agree to {}", significant(*a.formula_difference, 2)));
  if (!a.reason.empty()) line("not known because", a.reason);
  return out + "\n" + as_text(curve_table(a));
}

std::vector<double> positive(const char* flag, const std::vector<std::string>& lists) {
  std::vector<double> out;
  for (const auto& list : lists)
    for (const auto& x : expand_numbers(list)) out.push_back(number_from_text<double>(x));
  for (const double x : out)
    if (!(x > 0)) throw UsageError(fmt::format("{}: {} is not allowed: greater than 0", flag, x));
  return out;
}

AnalysisOptions analysis_options(const AnalyzeOptions& options) {
  AnalysisOptions out;
  try {
    out.damping_ratio = number_from_text<quad>(options.damping);
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string("--damping: ") + e.what());
  }
  if (out.damping_ratio < 0) throw UsageError(fmt::format("--damping: {} is not allowed: 0 or more", options.damping));
  if (options.omegas.empty() && options.dt_nt.empty()) return out;
  out.omegas = positive("--omega-dt", options.omegas);
  out.dt_nt = positive("--dt-nt", options.dt_nt);
  return out;
}

/// Analyses of several methods, as they are printed: in the order of asking.
class Report {
 public:
  explicit Report(const AnalyzeOptions& of) : options(of) {}

  void expect_one_more() { ++asked; }

  void add(const Spec& spec, const Analysis& result, const LinearFingerprint& fingerprint) {
    const auto same = std::ranges::find_if(known, [&](const auto& k) { return is_same(k.second, fingerprint); });
    const auto same_as = same == known.end() ? "" : same->first;
    known.emplace_back(spec.text(), fingerprint);
    any = any || !result.curve.empty() || result.order;
    const auto claim = names_file(spec.name) ? method_file(spec.name).note : std::string();
    if (options.json)
      objects.push_back(to_json(spec.text(), result, claim, same_as));
    else
      print((is_first ? "" : "\n") + text(spec.text(), result, claim, options.damping, names_file(spec.name), same_as));
    is_first = false;
  }

  /// What was asked for is an array or not, whatever of it has ended.
  Exit end() const {
    if (options.json) print_json(asked == 1 && !objects.empty() ? objects.front() : Json(objects));
    return any ? Exit::ok : Exit::nothing_measured;
  }

 private:
  const AnalyzeOptions& options;
  std::vector<Json> objects;
  std::vector<std::pair<std::string, LinearFingerprint>> known;  // of those before
  std::size_t asked = 0;
  bool is_first = true, any = false;
};

Exit analyze_all(const AnalyzeOptions& options) {
  const auto settings = analysis_options(options);
  Report report(options);
  StabilityPlot plot(options.plot);
  const auto specs = expand_methods({options.methods});
  std::vector<std::pair<std::string, Piece>> pieces;
  for (const auto& spec : specs) {
    const auto& method = method_named(spec.name);
    report.expect_one_more();
    auto of_method = settings;
    if (names_file(spec.name)) {
      of_method.digits = method_file(spec.name).digits;
      of_method.embedded = method_file(spec.name).embedded;
    }
    pieces.emplace_back(spec.text(), [&, spec, of_method, parameters = method_parameters(method, spec.given)] {
      const auto fingerprint = specs.size() > 1 ? linear_fingerprint(method, parameters) : LinearFingerprint{};
      auto curves = plot.wanted() ? plotted_curves(method, parameters, of_method) : PlottedMethod{};
      return [&, spec, fingerprint, curves = std::move(curves), result = analyze(method, parameters, of_method)] {
        report.add(spec, result, fingerprint);
        plot.add(spec.text(), curves);
      };
    });
  }
  const auto cores = std::max(1U, std::thread::hardware_concurrency());
  const auto exit = work(pieces, {.noun = "method", .timeout = options.timeout, .jobs = static_cast<int>(cores)});
  const auto of_results = report.end();
  if (exit == Exit::ok) plot.draw();
  return exit == Exit::ok ? of_results : exit;
}

}  // namespace

void add_analyze(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("analyze", "order conditions and linear stability");
  auto options = std::make_shared<AnalyzeOptions>();
  verb.add_option("METHOD", options->methods, "methods: 'degree5(alpha=4/5)', or a file: @mine.toml")->required();
  add_values(verb, "--omega-dt", options->omegas, "X,..", "sampling frequencies of the curve; default: 0.01 to 10");
  add_values(verb, "--dt-nt", options->dt_nt, "X,..",
             "the same as dt/(nT): the step over the period and the implicit stages of a step");
  verb.add_option("--damping", options->damping, "damping ratio of the curve and of the limit; default: 0")
      ->type_name("XI");
  verb.add_option("--plot", options->plot,
                  "draws stability regions, order stars, decay, elongation and radius: FILE.svg, .pdf or .png, or a "
                  "folder for a picture of each")
      ->type_name("PATH");
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "one object, or an array for several methods");
  verb.footer(examples);
  verb.callback([options, &exit] { exit = analyze_all(*options); });
}

}  // namespace plumb
