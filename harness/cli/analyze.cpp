// plumb analyze computes order and linear stability of methods, from their coefficients or from steps of their code.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/analysis_study.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/picture.hpp"
#include "harness/cli/work.hpp"
#include "text/exit_codes.hpp"
#include "text/json.hpp"
#include "text/output_file.hpp"

namespace plumb {
namespace {

/// Draws all added methods together in each picture.
class StabilityPlot {
 public:
  /// `path` is FILE.svg, .pdf or .png for all pictures on one page, or a folder, for separate SVG and PDF files. If it
  /// is empty, nothing is drawn. Throws UsageError if the file has another extension or must not be replaced.
  explicit StabilityPlot(std::string path);

  bool wanted() const { return !path_.empty(); }
  /// `curves` are the data of stability_curves().
  void add(const std::string& name, const Json& curves);
  /// Draws the pictures. Throws std::runtime_error if Python or matplotlib is missing.
  void draw() const;

 private:
  std::string path_;
  Json methods_ = Json::array();
};

namespace fs = std::filesystem;

constexpr const char* title_of_pictures = "plumb analyze";

StabilityPlot::StabilityPlot(std::string path) : path_(std::move(path)) {
  if (!wanted()) return;
  const fs::path target(path_);
  if (is_picture_name(target))
    check_output(target, picture_of(title_of_pictures));
  else if (target.has_extension() && !fs::is_directory(target))
    throw UsageError(fmt::format("--plot: '{}' is not allowed: FILE.svg, .pdf or .png, or a folder", path_));
}

void StabilityPlot::add(const std::string& name, const Json& curves) {
  if (!wanted()) return;
  methods_.push_back(curves);
  methods_.back()["name"] = name;
}

void StabilityPlot::draw() const {
  if (!wanted()) return;
  const fs::path target(path_);
  std::vector<Picture> pictures;
  if (is_picture_name(target)) {
    pictures.push_back({"all", target});
  } else {
    pictures = pictures_in(picture_folder(path_), {"stability-region", "order-star", "amplitude-decay",
                                                   "period-elongation", "spectral-radius"});
  }
  draw_pictures(title_of_pictures, "analysis.py", {{"methods", methods_}}, pictures);
  note(fmt::format("drawn: {}", path_));
}

struct AnalyzeOptions {
  std::string methods, damping, formulation, plot;
  std::vector<std::string> omegas, dt_nt;
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* analyze_examples = R"(Examples:
  plumb analyze erk4
  plumb analyze 'degree3(alpha=1,4/3)' --damping 0.1
  plumb analyze hht --omega-dt 0.1,1,10,100 --json
  plumb analyze 'radau-iia(stages=3)' --dt-nt 0.01,0.05,0.1,0.2
  plumb analyze bdf3,erk4 --plot stability.svg
  plumb analyze erk4,bdf2 --formulation 'baumgarte(alpha=20,beta=30)'

Runge-Kutta and multistep methods are analysed from their coefficients, by R(z) or rho(z) - z' sigma(z) and the roots of
polynomials. For other methods the amplification matrix of the stepper on x'' + 2 xi omega x' + omega^2 x = 0 is scanned
in quad. For shared libraries it is scanned in double, so growth below 1e-9 is not detected. A stability limit of 0
means that arbitrarily small steps are unstable. "unlimited" means that all steps are stable, or all steps that were
examined.

If a file has no key `digits`, the order conditions show how accurate its coefficients are: all coefficients have the
precision of the longest ones, repr and %.18e print doubles, and long fractions may be approximations. An order holds
within this accuracy. A higher order that is narrowly missed is printed with the defect of its conditions. "X within W"
means that the exact value differs from X by at most W. Properties that the accuracy does not decide are "unknown", such
as stability if steps may grow by more than 1e-8.

The curve is a function of omega dt, and of dt/(nT) = omega dt/(2 pi n) with the period T and the n implicit stages of a
step, which compares methods at equal cost. With the principal root z = exp((-xi' +- i sqrt(1 - xi'^2)) omega' dt):
  ad_percent  amplitude decay 100 (xi' - xi): the damping ratio that the method adds
  pe_percent  period elongation 100 (omega/omega' - 1), of the undamped frequencies
  phase       of z [rad], followed past pi (--json)
  aliased     the phase of z has passed pi, so the samples are those of a slower oscillation, or the pair of roots has
              met on the real axis, so there is no oscillation

The error constant is C in e^z - R(z) = C z^(p+1) + ..., or C_(p+1)/sigma(1). The series of ln R(z) - z begins with an
odd power (dispersion) and an even power (dissipation). Each exponent is the order plus 1. The SSP coefficient is the
radius of absolute monotonicity. If the coefficients have few digits, the uncertainty of a number is printed after it.

If coefficients are used, they are compared with the amplification matrix of the stepper at the points of the curve. The
largest difference in radius, decay and elongation is printed, relative to values above 1e-15.

With --formulation baumgarte(alpha,beta) the oscillator is the constraint error, Phi'' + 2 alpha Phi' + beta^2 Phi = 0:
omega is beta and the damping ratio is alpha/beta. With augmented-lagrangian(omega,mu) or penalty(omega,mu) they are omega
and mu; a small penalty allows larger steps. The step limit is the largest step for which this error decays. The motion
itself may need smaller steps. With independent or null-space there is no such error: the oscillator is the linear motion
in the independent coordinates, as without --formulation.)";

/// Returns whether anything was measured: a curve or an order.
bool is_measured(const AnalyzedMethod& method) { return !method.analysis.curve.empty() || method.analysis.order; }

/// Prints the objects of the methods. The request decides whether they are an array, however many analyses have ended.
void print_objects(const Analyses& found) {
  std::vector<Json> objects;
  for (const auto& method : found.methods) objects.push_back(analysis_json(method));
  print_json(found.ending.pieces == 1 && !objects.empty() ? objects.front() : Json(objects));
}

Exit analyze_all(const AnalyzeOptions& options) {
  StabilityPlot plot(options.plot);
  StatusLine line(stderr_is_terminal());
  const auto print_method = [&](const AnalyzedMethod& method, const Analyses& so_far) {
    if (!options.json) line.print((so_far.methods.size() == 1 ? "" : "\n") + analysis_text(method, so_far.damping));
    plot.add(method.name, method.curves);
  };
  const auto found = analyses({.methods = options.methods,
                               .damping = options.damping,
                               .formulation = options.formulation,
                               .omega_dt = options.omegas,
                               .dt_nt = options.dt_nt,
                               .with_curves = plot.wanted()},
                              conduct_of(line, all_cores(), options.timeout), print_method);
  line.clear();
  const auto exit = exit_of(found.ending, "method");
  if (options.json) print_objects(found);
  if (exit != Exit::ok) return exit;
  plot.draw();
  return std::ranges::any_of(found.methods, is_measured) ? Exit::ok : Exit::nothing_measured;
}

}  // namespace

void add_analyze(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("analyze", "order conditions and linear stability");
  auto options = std::make_shared<AnalyzeOptions>();
  verb.add_option("METHOD", options->methods, "methods: 'degree5(alpha=4/5)', or a file: @mine.toml, @libmine.so")
      ->required();
  add_values(verb, "--omega-dt", options->omegas, "X,..", "sampling frequencies of the curve; default: 0.01 to 10");
  add_values(verb, "--dt-nt", options->dt_nt, "X,..",
             "the same as dt/(nT), the step divided by the period and by the number of implicit stages");
  verb.add_option(
          "--damping", options->damping,
          "damping ratio of the test oscillator, for the table of spectral radii and the stability limit; default: 0")
      ->type_name("XI");
  verb.add_option("-f,--formulation", options->formulation,
                  "formulation: 'baumgarte(alpha=5)' adds the step limit of its constraint errors; damping ratio "
                  "alpha/beta")
      ->type_name("NAME");
  add_plot(
      verb, options->plot,
      "stability regions, order stars, decay, elongation and radius, into one FILE.svg, .pdf or .png, or into a folder "
      "with a file for each");
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "one object, or an array for several methods");
  verb.footer(analyze_examples);
  verb.callback([options, &exit] { exit = analyze_all(*options); });
}

}  // namespace plumb
