#include "harness/cell/cell.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <stdexcept>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "contract/parameters.hpp"
#include "harness/text/exit_codes.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/step_count.hpp"

namespace plumb {
namespace {

constexpr std::array precisions = {Precision::double_, Precision::long_, Precision::quad_};

void check_tolerance(const std::string& text) {
  double value = 0;
  try {
    value = number_from_text<double>(text);
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("newton_tol: {}", e.what()));
  }
  if (!(value > 0)) throw UsageError(fmt::format("newton_tol: '{}' is not allowed: it must be greater than 0", text));
}

}  // namespace

void check_newton_max(int most) {
  if (most < 0)
    throw UsageError(fmt::format("newton_max: {} is not allowed: 0 (the method's own) or more iterations", most));
}

void check_newton_test(std::string_view name) {
  if (name != "increment" && name != "residual")
    throw UsageError(fmt::format("newton_test: '{}' is not allowed; known: increment, residual", name));
}

void check_newton_norm(std::string_view name) {
  if (name != "max" && name != "euclidean" && name != "rms")
    throw UsageError(fmt::format("newton_norm: '{}' is not allowed; known: max, euclidean, rms", name));
}

std::string newton_choices(const Cell& cell) {
  std::vector<std::string> choices;
  if (cell.newton_test != "increment") choices.push_back(cell.newton_test);
  if (cell.newton_norm != "max") choices.push_back(cell.newton_norm);
  if (cell.newton_max != 0) choices.push_back(fmt::format("at most {}", cell.newton_max));
  return choices.empty() ? "" : fmt::format(" ({})", fmt::join(choices, ", "));
}

std::string with_parameters(std::string_view name, std::string_view parameters) {
  return parameters.empty() ? std::string(name) : fmt::format("{}({})", name, parameters);
}

Precision precision_from_name(std::string_view name) {
  for (const auto p : precisions)
    if (precision_name(p) == name) return p;
  throw UsageError(fmt::format("precision: '{}' is not allowed; known: double, long, quad", name));
}

void check(const Cell& cell) {
  steps(cell);
  if (cell.newton_tol) check_tolerance(*cell.newton_tol);
  check_newton_test(cell.newton_test);
  check_newton_norm(cell.newton_norm);
  check_newton_max(cell.newton_max);
  if (cell.samples < 0)
    throw UsageError(fmt::format("samples: {} is not allowed: 0 (every step) or more", cell.samples));
}

std::int64_t steps(const Cell& cell) { return step_count(cell.t_end, cell.step); }

Json to_json(const Cell& cell) {
  Json out = {{"problem", cell.problem},
              {"problem_parameters", normalized_parameters(cell.problem_parameters)},
              {"formulation", cell.formulation},
              {"formulation_parameters", normalized_parameters(cell.formulation_parameters)},
              {"method", cell.method},
              {"method_parameters", normalized_parameters(cell.method_parameters)},
              {"step", normalized_number(cell.step)},
              {"t_end", normalized_number(cell.t_end)},
              {"precision", precision_name(cell.precision)},
              {"newton_tol", cell.newton_tol ? Json(normalized_number(*cell.newton_tol)) : Json(nullptr)},
              {"newton_test", cell.newton_test},
              {"newton_norm", cell.newton_norm},
              {"samples", cell.samples}};
  if (cell.newton_max != 0) out["newton_max"] = cell.newton_max;  // later than the first stores: no key, no limit
  return out;
}

Cell cell_from_json(const Json& json) try {
  Cell cell;
  json.at("problem").get_to(cell.problem);
  json.at("problem_parameters").get_to(cell.problem_parameters);
  json.at("formulation").get_to(cell.formulation);
  json.at("formulation_parameters").get_to(cell.formulation_parameters);
  json.at("method").get_to(cell.method);
  json.at("method_parameters").get_to(cell.method_parameters);
  json.at("step").get_to(cell.step);
  json.at("t_end").get_to(cell.t_end);
  cell.precision = precision_from_name(json.at("precision").get<std::string>());
  if (const auto& tolerance = json.at("newton_tol"); !tolerance.is_null())
    cell.newton_tol = tolerance.get<std::string>();
  json.at("newton_test").get_to(cell.newton_test);
  if (json.contains("newton_norm")) json.at("newton_norm").get_to(cell.newton_norm);  // older stores: always max
  if (json.contains("newton_max")) json.at("newton_max").get_to(cell.newton_max);
  json.at("samples").get_to(cell.samples);
  return cell;
} catch (const Json::exception& e) {
  throw FormatError(fmt::format("not a cell: {}", plain_message(e)));
} catch (const UsageError& e) {
  throw FormatError(fmt::format("not a cell: {}", e.what()));
}

std::string canonical_json(const Cell& cell) try {
  const nlohmann::json sorted = to_json(cell);
  return sorted.dump();
} catch (const Json::type_error&) {
  throw UsageError("a name or parameter of the cell is not valid UTF-8");
}

std::string id(const Cell& cell) {
  const std::string text = canonical_json(cell);
  return fmt::format("{:016x}", XXH3_128bits(text.data(), text.size()).high64);
}

std::string title(const Cell& cell) {
  const auto named = [](const auto& name, const auto& parameters) {
    return with_parameters(name, normalized_parameters(parameters));
  };
  std::string out =
      fmt::format("{} {} {} h={} t={}", named(cell.problem, cell.problem_parameters),
                  named(cell.formulation, cell.formulation_parameters), named(cell.method, cell.method_parameters),
                  normalized_number(cell.step), normalized_number(cell.t_end));
  if (cell.newton_tol)
    out += fmt::format(" newton {} ({}{})", normalized_number(*cell.newton_tol), cell.newton_test,
                       (cell.newton_norm == "max" ? "" : ", " + cell.newton_norm) +
                           (cell.newton_max == 0 ? "" : fmt::format(", at most {}", cell.newton_max)));
  if (cell.precision != Precision::double_) out += fmt::format(" {}", precision_name(cell.precision));
  return out;
}

}  // namespace plumb
