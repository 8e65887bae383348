#include "methods/known-failures/known_failures.hpp"

#include <algorithm>
#include <stdexcept>

#include "methods/conditionally-explicit/index3_radius.hpp"

namespace plumb {
namespace {

constexpr std::string_view every_problem = "*";

// The tolerance is needed because some members have a radius of exactly 1, and work.
template <int m>
bool grows_at_index3(const Parameters& p) {
  return family_index3_radius(m, p) > 1 + 1e-9;
}

KnownFailure growing_recursion(std::string_view method, std::map<std::string, std::string> example,
                               bool (*holds)(const Parameters&)) {
  return {
      .methods = method,
      .example = std::move(example),
      .where = "spectral radius of the index-3 recursion above 1",
      .holds = holds,
      .problem = every_problem,
      .forms = "index3",
      .happens = Failure::diverges,
      .reason =
          "if a constraint determines the position, the recursion for the derivatives is unstable at every step size",
      .source = "fernandez2024, section 8; index3_radius in methods/conditionally-explicit/theory.hpp"};
}

KnownFailure at_rest() {
  return {.methods = "degree4 degree5",
          .example = {},
          .problem = "fekete",
          .forms = "index3",
          .happens = Failure::diverges,
          .reason =
              "after a damped motion has decayed, its remainder grows again within hundreds of steps of 0.05 to 0.2 s",
          .source = "measured"};
}

KnownFailure undamped(std::string_view methods, std::map<std::string, std::string> example, std::string_view source) {
  return {.methods = methods,
          .example = std::move(example),
          .problem = "two-link",
          .forms = "index3",
          .happens = Failure::diverges,
          .reason =
              "the multipliers are not damped (spectral radius 1 at infinity); their errors grow over hundreds of "
              "steps and make the motion wrong",
          .source = source};
}

KnownFailure undamped_multipliers(std::string_view method, std::map<std::string, std::string> example) {
  return {.methods = method,
          .example = std::move(example),
          .problem = every_problem,
          .forms = "index3",
          .happens = Failure::multipliers_oscillate,
          .reason =
              "like the trapezoidal rule at high frequencies: oscillations do not decay, and smaller steps do not "
              "reduce them",
          .source = "methods/single-step/generalized_alpha.hpp"};
}

KnownFailure refused(std::string_view methods, std::map<std::string, std::string> example, std::string_view forms,
                     std::string_view reason) {
  return {.methods = methods,
          .example = std::move(example),
          .problem = every_problem,
          .forms = forms,
          .happens = Failure::refused,
          .reason = reason,
          .source = "fernandez2024, sections 6 and 8"};
}

bool same_value(const std::string& a, const std::string& b) {
  if (a == b) return true;
  try {
    return number_from_text<quad>(a) == number_from_text<quad>(b);
  } catch (const std::invalid_argument&) {  // parameter with choices instead of numbers
    return false;
  }
}

bool lists(std::string_view list, std::string_view name) {
  const auto names = names_in(list);
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string_view> names_in(std::string_view list) {
  std::vector<std::string_view> out;
  while (!list.empty()) {
    const auto blank = std::min(list.find(' '), list.size());
    out.push_back(list.substr(0, blank));
    list.remove_prefix(std::min(blank + 1, list.size()));
  }
  return out;
}

bool KnownFailure::concerns(std::string_view method) const { return lists(methods, method); }

bool KnownFailure::holds_for(const Parameters& p) const {
  if (holds) return holds(p);
  return std::all_of(example.begin(), example.end(),
                     [&](const auto& value) { return same_value(p.text(value.first), value.second); });
}

std::string KnownFailure::parameters() const {
  std::string out(where);
  if (!out.empty()) return out;
  for (const auto& [parameter, value] : example) {
    if (!out.empty()) out += ',';
    out.append(parameter).append("=").append(value);
  }
  return out;
}

const std::vector<KnownFailure>& known_failures() {
  static const std::vector<KnownFailure> all = {
      growing_recursion("degree3", {{"alpha", "1/4"}}, grows_at_index3<2>),
      growing_recursion("degree4", {{"alpha", "1/4"}}, grows_at_index3<3>),
      growing_recursion("degree5", {{"beta", "1/4"}}, grows_at_index3<4>),
      refused("cd degree3 degree4 degree5", {{"sum", "left"}}, "index3",
              "at index 3, positions are summed in one order only"),
      refused("cd degree3 degree4 degree5", {{"solve", "newton"}}, "index1 index3",
              "the Newton iteration for the acceleration needs minimal coordinates; index3 uses another iteration"),
      refused("cd-classic", {{"solve", "newton"}}, "index1",
              "Newton's iteration for the acceleration needs minimal coordinates"),
      undamped("generalized-alpha", {{"rho", "1"}}, "methods/single-step/generalized_alpha.hpp"),
      undamped("hht", {{"alpha", "0"}}, "methods/single-step/generalized_alpha.hpp"),
      undamped("newmark", {{"beta", "1/4"}, {"gamma", "1/2"}}, "methods/single-step/generalized_alpha.hpp"),
      undamped("lms2 lms3 lms4 ss2 ss3 ss4 bathe mssth4 mssth5", {{"rho", "1"}}, "measured"),
      undamped("block", {{"pade", "a-stable"}}, "measured"),
      undamped_multipliers("generalized-alpha", {{"rho", "1"}}),
      undamped_multipliers("hht", {{"alpha", "0"}}),
      undamped_multipliers("newmark", {{"beta", "1/4"}, {"gamma", "1/2"}}),
      {.methods = "gauss radau-ia",
       .example = {},
       .problem = every_problem,
       .forms = "index3 ggl",
       .happens = Failure::leaves_constraints,
       .reason = "not stiffly accurate: constraints hold at the stages, but not at the end of a step",
       .source = "hairer1989, chapter 2"},
      {.methods = "gauss",
       .example = {},
       .problem = "two-link",
       .forms = "index3",
       .happens = Failure::diverges,
       .reason = "violated position constraints cause accelerations that grow from step to step",
       .source = "measured"},
      at_rest(),
      {.methods = "mssth3",
       .example = {{"gamma", "printed"}},
       .problem = every_problem,
       .forms = "index2 index3 ggl",
       .happens = Failure::diverges,
       .reason = "the misprinted diagonal makes a method that is not A-stable",
       .source = "zhang2022, table 7; methods/esdirk/esdirk_test.cpp"},
  };
  return all;
}

bool is_known(Failure what, std::string_view method, const Parameters& parameters, std::string_view problem,
              Form form) {
  return std::any_of(known_failures().begin(), known_failures().end(), [&](const KnownFailure& k) {
    return k.happens == what && k.concerns(method) && (k.problem == every_problem || k.problem == problem) &&
           lists(k.forms, name(form)) && k.holds_for(parameters);
  });
}

}  // namespace plumb
