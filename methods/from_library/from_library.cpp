#include "methods/from_library/from_library.hpp"

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "contract/excerpt.hpp"
#include "methods/from_library/c_system.hpp"

namespace plumb {
namespace {

constexpr int most_parameters = 64, highest_order = 100;
constexpr long most_numbers = 1L << 32;  // of doubles that one run may ask for

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

std::string text_or(const char* given, const char* otherwise) { return given && *given ? given : otherwise; }

std::vector<double> values_of(const plumb_method& m, const Parameters& p) {
  std::vector<double> out;
  for (int i = 0; i < m.parameter_count; ++i) out.push_back(p.number<double>(m.parameters[i].name));
  return out;
}

using SizeOf = long (*)(const plumb_sizes*, const double*);

std::size_t numbers(SizeOf of, const char* what, const plumb_sizes& sizes, const std::vector<double>& parameters) {
  const long count = of ? of(&sizes, parameters.data()) : 0;
  if (count < 0 || count > most_numbers)
    refuse(std::string(what) + " of " + std::to_string(count) + " doubles: 0 or more are allowed");
  return static_cast<std::size_t>(count);
}

/// One call of the library takes a step; all else is memory that it is given.
template <class S>
class LibraryStepper {
 public:
  using State = typename S::State;

  LibraryStepper(S& system, const MethodOptions& options, const plumb_method& described)
      : s(system),
        method(described),
        parameters(values_of(method, options.parameters)),
        bridge(s, options.newton, counters) {
    const auto n = s.sizes();
    const plumb_sizes sizes = {n.q, n.v, n.lambda};
    store.assign(numbers(method.memory, "memory", sizes, parameters), 0.);
    work.assign(numbers(method.work, "work", sizes, parameters), 0.);
    bridge.table.parameters = parameters.data();
    bridge.table.memory = store.data();
    bridge.table.work = work.data();
  }

  StepResult start(const double& t, const double& h, State& x) {
    if (s.sizes().nonholonomic != 0 && imposes_positions(s.form()))
      return {Status::unsupported, 0, "knows no constraints of velocities beside those of positions"};
    if (method.vector_space_only && !s.vector_space()) return {Status::unsupported, 0, "needs a vector space"};
    if (method.velocity_independent_only && s.velocity_dependent())
      return {Status::unsupported, 0, "needs an acceleration that does not depend on the velocity"};
    return call(method.start, t, h, x);
  }
  StepResult step(const double& t, const double& h, State& x) { return call(method.step, t, h, x); }

  std::span<double> memory() { return store; }
  Counters counters;

 private:
  using Function = int (*)(const plumb_system*, double, double, plumb_state*);

  StepResult call(Function function, double t, double h, State& x) {
    plumb_state state = {x.q.data(), x.v.data(), x.a.data(), x.lambda.data()};
    std::ranges::fill(work, std::numeric_limits<double>::quiet_NaN());  // what a step left there is not remembered
    bridge.begin();
    return bridge.end(code_of(function, t, h, state));
  }
  int code_of(Function function, double t, double h, plumb_state& state) {
    try {
      return function(&bridge.table, t, h, &state);
    } catch (...) {  // which none may; those of the system do not come this way
      return PLUMB_FAILED;
    }
  }

  S& s;
  const plumb_method& method;
  std::vector<double> parameters, store, work;
  CSystem bridge;
};

std::string forms_of(const plumb_method& m) {
  std::string allowed = "projected", out;
  for (const auto form : every_form) allowed += " " + std::string(name(form));
  std::istringstream words(text_or(m.forms, ""));
  for (std::string word; words >> word; out += (out.empty() ? "" : " ") + word)
    if ((" " + allowed + " ").find(" " + word + " ") == std::string::npos)
      refuse("forms: '" + excerpt(word) + "' is none of: " + allowed);
  if (out.empty()) refuse("forms: what it solves is missing, words of: " + allowed);
  return out;
}

bool is_identifier(std::string_view name) {
  const auto is_part = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && is_part(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return is_part(c) || is_digit(c); });
}

ParameterSpec specification(const plumb_parameter& p) {
  ParameterSpec out{.name = text_or(p.name, ""),
                    .default_value = text_or(p.default_value, ""),
                    .unit = text_or(p.unit, "-"),
                    .meaning = text_or(p.meaning, "")};
  if (!is_identifier(out.name)) refuse("parameter '" + excerpt(out.name) + "': letters, digits and _ make a name");
  if (p.minimum == 0 && p.maximum == 0) return out;
  if (!(p.minimum <= p.maximum)) refuse("parameter " + out.name + ": the minimum is greater than the maximum");
  out.minimum = p.minimum;
  out.maximum = p.maximum;
  return out;
}

std::vector<ParameterSpec> specifications(const plumb_method& m) {
  if (m.parameter_count < 0 || m.parameter_count > most_parameters)
    refuse(std::to_string(m.parameter_count) + " parameters: 0 to " + std::to_string(most_parameters) + " are allowed");
  if (m.parameter_count > 0 && !m.parameters) refuse("the list of its parameters is missing");
  std::vector<ParameterSpec> out;
  for (int i = 0; i < m.parameter_count; ++i) {
    auto one = specification(m.parameters[i]);
    if (one.default_value.empty()) refuse("parameter " + one.name + ": its default is missing");
    if (one.name == "content" || std::ranges::find(out, one.name, &ParameterSpec::name) != out.end())
      refuse("parameter " + one.name + ": the name is taken");
    out.push_back(std::move(one));
  }
  return out;
}

void check_claims(const plumb_method& m) {
  if (m.abi < 1 || m.abi > PLUMB_METHOD_ABI)
    refuse("it was compiled for version " + std::to_string(m.abi) + " of plumb_method.h, and this plumb takes 1 to " +
           std::to_string(PLUMB_METHOD_ABI) + ": compile it with that");
  if (text_or(m.name, "").empty()) refuse("its name is missing");
  if (m.order < 1 || m.order > highest_order)
    refuse("order " + std::to_string(m.order) + ": a whole number of 1 or more is allowed");
  if (m.multiplier_order < 0 || m.multiplier_order > highest_order)
    refuse("multiplier_order " + std::to_string(m.multiplier_order) + ": 0 (nothing is claimed) or more is allowed");
  if (!m.start || !m.step) refuse(std::string("its function ") + (m.start ? "step" : "start") + " is missing");
}

/// Throws std::invalid_argument where default parameters and the smallest system make no method.
void check_defaults(const plumb_method& m, const Method& made) {
  const Parameters defaults(made.parameters, {});
  made.check(defaults);
  const auto values = values_of(m, defaults);
  for (const plumb_sizes sizes : {plumb_sizes{1, 1, 0}, plumb_sizes{2, 2, 1}}) {
    numbers(m.memory, "memory", sizes, values);
    numbers(m.work, "work", sizes, values);
  }
}

}  // namespace

Method method_from_library(const plumb_method& m) {
  check_claims(m);
  Method out;
  out.info = {.name = m.name,
              .title = text_or(m.title, m.name),
              .source = text_or(m.source, "not given"),
              .order = m.order,
              .forms = forms_of(m),
              .vector_space_only = m.vector_space_only != 0,
              .needs_velocity_independence = m.velocity_independent_only != 0,
              .double_only = true};
  out.parameters = specifications(m);
  out.in_double = [&m](AnySystem<double>& system, const MethodOptions& options) {
    return AnyStepper<double>::make<LibraryStepper<AnySystem<double>>>(system, options, m);
  };
  out.order = [&m](const Parameters&, Form form) {
    return ProvenOrder{m.order, m.order, m.order, form == Form::ode ? 0 : m.multiplier_order};
  };
  if (m.check)
    out.check = [&m](const Parameters& p) {
      if (const char* why = m.check(values_of(m, p).data())) refuse(why);
    };
  check_defaults(m, out);
  return out;
}

}  // namespace plumb
