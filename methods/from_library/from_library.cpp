#include "methods/from_library/from_library.hpp"

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "contract/excerpt.hpp"
#include "contract/stop.hpp"
#include "methods/from_library/c_system.hpp"

namespace plumb {
namespace {

constexpr int most_parameters = 64, highest_order = 100;
constexpr long most_numbers = 1L << 32;  // limit of the memory of a run [doubles]

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

std::string text_or(const char* text, const char* otherwise) { return text && *text ? text : otherwise; }

std::vector<double> values_of(const MethodInCode& m, const Parameters& p) {
  std::vector<double> out;
  for (const auto& parameter : m.parameters) out.push_back(p.number<double>(parameter.name));
  return out;
}

std::size_t numbers(const MethodInCode::Numbers& of, const char* label, const plumb_sizes& sizes,
                    const std::vector<double>& parameters) {
  const long count = of ? of(sizes, parameters.data()) : 0;
  if (count < 0 || count > most_numbers)
    refuse(std::string(label) + " of " + std::to_string(count) + " doubles: 0 or more are allowed");
  return static_cast<std::size_t>(count);
}

/// Adapts a method from a shared library: each step is one call of the library, with preallocated memory.
template <class S>
class LibraryStepper {
 public:
  using State = typename S::State;

  LibraryStepper(S& system, const MethodOptions& options, const MethodInCode& described)
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
      return {Status::unsupported, 0, "does not support velocity constraints in addition to position constraints"};
    if (method.vector_space_only && !s.vector_space())
      return {Status::unsupported, 0, "needs coordinates in a vector space"};
    if (method.velocity_independent_only && s.velocity_dependent())
      return {Status::unsupported, 0, "needs an acceleration that does not depend on the velocity"};
    return call(method.start, t, h, x);
  }
  StepResult step(const double& t, const double& h, State& x) { return call(method.step, t, h, x); }

  std::span<double> memory() { return store; }
  Counters counters;

 private:
  StepResult call(const MethodInCode::Step& function, double t, double h, State& x) {
    plumb_state state = {x.q.data(), x.v.data(), x.a.data(), x.lambda.data()};
    std::ranges::fill(work, std::numeric_limits<double>::quiet_NaN());  // exposes reads of uninitialised memory
    bridge.begin();
    try {
      return bridge.end(code_of(function, t, h, state));
    } catch (const Stopped& stopped) {
      return {stopped.why};
    }
  }
  int code_of(const MethodInCode::Step& function, double t, double h, plumb_state& state) {
    try {
      return function(&bridge.table, t, h, &state);
    } catch (const Stopped&) {
      throw;
    } catch (...) {  // no exception of the library passes; the bridge handles exceptions of the system
      return PLUMB_FAILED;
    }
  }

  S& s;
  const MethodInCode& method;
  std::vector<double> parameters, store, work;
  CSystem bridge;
};

std::string forms_of(const MethodInCode& m) {
  std::string allowed = "projected", out;
  for (const auto form : every_form) allowed += " " + std::string(name(form));
  std::istringstream words(m.forms);
  for (std::string word; words >> word; out += (out.empty() ? "" : " ") + word)
    if ((" " + allowed + " ").find(" " + word + " ") == std::string::npos)
      refuse("forms: '" + excerpt(word) + "' is not a form; allowed are: " + allowed);
  if (out.empty()) refuse("forms: missing; give one or more of: " + allowed);
  return out;
}

bool is_identifier(std::string_view name) {
  const auto is_part = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && is_part(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return is_part(c) || is_digit(c); });
}

void check_parameters(const MethodInCode& m) {
  std::vector<std::string_view> known = {"content"};
  for (const auto& p : m.parameters) {
    if (!is_identifier(p.name))
      refuse("parameter '" + excerpt(p.name) + "': a name may contain only letters, digits and _");
    if (!(p.minimum <= p.maximum)) refuse("parameter " + p.name + ": the minimum is greater than the maximum");
    if (p.default_value.empty()) refuse("parameter " + p.name + ": its default is missing");
    if (std::ranges::find(known, p.name) != known.end())
      refuse("parameter " + p.name + ": the name occurs twice or is reserved");
    known.push_back(p.name);
  }
}

void check_claims(const MethodInCode& m) {
  if (m.name.empty()) refuse("its name is missing");
  if (m.order < 1 || m.order > highest_order)
    refuse("order " + std::to_string(m.order) + ": a whole number of 1 or more is allowed");
  if (m.multiplier_order < 0 || m.multiplier_order > highest_order)
    refuse("multiplier_order " + std::to_string(m.multiplier_order) + ": 0 (no claim) or more is allowed");
  if (!m.start || !m.step) refuse(std::string("its function ") + (m.start ? "step" : "start") + " is missing");
}

/// Throws std::invalid_argument if the default parameters and the smallest systems do not define a method.
void check_defaults(const MethodInCode& m, const Method& made) {
  const Parameters defaults(made.parameters, {});
  made.check(defaults);
  const auto values = values_of(m, defaults);
  for (const plumb_sizes sizes : {plumb_sizes{1, 1, 0}, plumb_sizes{2, 2, 1}}) {
    numbers(m.memory, "memory", sizes, values);
    numbers(m.work, "work", sizes, values);
  }
}

ParameterSpec specification(const plumb_parameter& p) {
  ParameterSpec out{.name = text_or(p.name, ""),
                    .default_value = text_or(p.default_value, ""),
                    .unit = text_or(p.unit, "-"),
                    .meaning = text_or(p.meaning, "")};
  if (p.minimum == 0 && p.maximum == 0) return out;
  out.minimum = p.minimum;
  out.maximum = p.maximum;
  return out;
}

MethodInCode code_of(const plumb_method& m) {
  if (m.abi != PLUMB_METHOD_ABI)
    refuse("it was compiled for version " + std::to_string(m.abi) + " of plumb_method.h, and this plumb has version " +
           std::to_string(PLUMB_METHOD_ABI) + ": compile it with the header of this plumb");
  if (m.parameter_count < 0 || m.parameter_count > most_parameters)
    refuse(std::to_string(m.parameter_count) + " parameters: 0 to " + std::to_string(most_parameters) + " are allowed");
  if (m.parameter_count > 0 && !m.parameters) refuse("the list of its parameters is missing");
  MethodInCode out{.name = text_or(m.name, ""),
                   .title = text_or(m.title, ""),
                   .source = text_or(m.source, ""),
                   .forms = text_or(m.forms, ""),
                   .order = m.order,
                   .multiplier_order = m.multiplier_order,
                   .vector_space_only = m.vector_space_only != 0,
                   .velocity_independent_only = m.velocity_independent_only != 0,
                   .check = m.check,
                   .start = m.start,
                   .step = m.step};
  for (int i = 0; i < m.parameter_count; ++i) out.parameters.push_back(specification(m.parameters[i]));
  const auto numbers_of = [](long (*of)(const plumb_sizes*, const double*)) -> MethodInCode::Numbers {
    if (!of) return {};
    return [of](const plumb_sizes& sizes, const double* parameters) { return of(&sizes, parameters); };
  };
  out.memory = numbers_of(m.memory);
  out.work = numbers_of(m.work);
  return out;
}

}  // namespace

Method method_from_code(std::shared_ptr<const MethodInCode> code) {
  const auto& m = *code;
  check_claims(m);
  check_parameters(m);
  Method out;
  out.info = {.name = m.name,
              .title = m.title.empty() ? m.name : m.title,
              .source = m.source.empty() ? "not given" : m.source,
              .order = m.order,
              .forms = forms_of(m),
              .vector_space_only = m.vector_space_only,
              .needs_velocity_independence = m.velocity_independent_only,
              .double_only = true};
  out.parameters = m.parameters;
  out.in_double = [code](AnySystem<double>& system, const MethodOptions& options) {
    return AnyStepper<double>::make<LibraryStepper<AnySystem<double>>>(system, options, *code);
  };
  out.order = [order = m.order, of_multipliers = m.multiplier_order](const Parameters&, Form form) {
    return ProvenOrder{order, order, order, form == Form::ode ? 0 : of_multipliers};
  };
  if (m.check)
    out.check = [code](const Parameters& p) {
      if (const char* why = code->check(values_of(*code, p).data())) refuse(why);
    };
  check_defaults(m, out);
  return out;
}

Method method_from_library(const plumb_method& described) {
  return method_from_code(std::make_shared<const MethodInCode>(code_of(described)));
}

}  // namespace plumb
