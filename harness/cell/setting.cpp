#include "harness/cell/setting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "contract/exact_rational.hpp"
#include "contract/excerpt.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::string_view newton_tests[] = {"increment", "residual"};
constexpr std::string_view ends[] = {"divides", "beyond"};
constexpr std::string_view at_breaks[] = {"ignored", "restarted"};
constexpr std::string_view references[] = {"certified", "quick", "none"};  // the names of ReferenceChoice
constexpr std::string_view newton_norms[] = {"max", "euclidean", "rms"};

void require_choice(std::string_view setting, std::string_view text, std::span<const std::string_view> known) {
  if (std::find(known.begin(), known.end(), text) == known.end())
    throw no_such("{}: '{}' is not allowed; known: {}", setting, text, fmt::join(known, ", "));
}

int count_of(std::string_view setting, const std::string& text, std::string_view zero) try {
  const auto number = ExactNumber(text).rational();
  const bool whole = number && (number->pi_power == 0 || number->value == 0) && denominator(number->value) == 1;
  if (!whole || number->value < 0 || number->value > std::numeric_limits<int>::max())
    throw std::invalid_argument("no count");
  return static_cast<int>(numerator(number->value));
} catch (const std::invalid_argument&) {
  throw out_of_range("{}: '{}' is not allowed: a whole number from 0 ({}) to {}", setting, excerpt(text), zero,
                     std::numeric_limits<int>::max());
}

// Does not check the value: `steps` checks step and end time together.
void read_t_end(Cell& cell, const std::string& text) { cell.t_end = text; }

void read_newton_tol(Cell& cell, const std::string& text) {
  double value = 0;
  try {
    value = number_from_text<double>(text);
  } catch (const std::invalid_argument& e) {
    throw malformed("newton_tol: {}", e.what());
  }
  if (!(value > 0)) throw out_of_range("newton_tol: '{}' is not allowed: it must be greater than 0", text);
  cell.newton_tol = text;
}

void read_newton_test(Cell& cell, const std::string& text) {
  require_choice("newton_test", text, newton_tests);
  cell.newton_test = text;
}

void read_newton_norm(Cell& cell, const std::string& text) {
  require_choice("newton_norm", text, newton_norms);
  cell.newton_norm = text;
}

void read_newton_max(Cell& cell, const std::string& text) {
  cell.newton_max = count_of("newton_max", text, "the method's own");
}

void read_precision(Cell& cell, const std::string& text) { cell.precision = precision_from_name(text); }

void read_errors_from(Cell& cell, const std::string& text) {
  try {
    number_from_text<double>(text);
  } catch (const std::invalid_argument& e) {
    throw malformed("errors_from: '{}' is not allowed: {}", excerpt(text), e.what());
  }
  cell.errors_from = text;
}

void read_last_step(Cell& cell, const std::string& text) {
  require_choice("last_step", text, ends);
  cell.ends_beyond = text == ends[1];
}

void read_breaks(Cell& cell, const std::string& text) {
  require_choice("breaks", text, at_breaks);
  cell.restarts = text == at_breaks[1];
}

void read_reference(Cell& cell, const std::string& text) {
  require_choice("reference", text, references);
  cell.reference = static_cast<ReferenceChoice>(std::ranges::find(references, text) - std::begin(references));
}

void read_samples(Cell& cell, const std::string& text) { cell.samples = count_of("samples", text, "every step"); }

template <auto read>
void from_text(Cell& cell, const Json& json) {
  read(cell, json.get<std::string>());
}

template <auto read>
void from_count(Cell& cell, const Json& json) {
  read(cell, std::to_string(json.get<int>()));
}

constexpr std::array<Setting, 11> all = {
    {{.name = "t_end",
      .placeholder = "T",
      .meaning = "horizon [s]; default: the problem's",
      .unit = "s",
      .is_list_of_numbers = true,
      .read = read_t_end,
      .json = [](const Cell& c) { return Json(normalized_number(c.t_end)); },
      .from_json = from_text<read_t_end>,
      .differs_by_request = true},
     {.name = "errors_from",
      .placeholder = "T",
      .meaning = "time from which errors and drifts count [s]; default: the start",
      .unit = "s",
      .is_list_of_numbers = true,
      .read = read_errors_from,
      .json = [](const Cell& c) { return c.errors_from ? Json(normalized_number(*c.errors_from)) : Json(nullptr); },
      .from_json =
          [](Cell& c, const Json& json) {
            if (!json.is_null()) read_errors_from(c, json.get<std::string>());
          },
      .omits_null = true},
     {.name = "last_step",
      .placeholder = "HOW",
      .meaning = "divides (default): the step must divide the horizon; beyond: the last step may end after the horizon",
      .unit = "",
      .is_list_of_numbers = false,
      .read = read_last_step,
      .json = [](const Cell& c) { return c.ends_beyond ? Json(ends[1]) : Json(nullptr); },
      .from_json =
          [](Cell& c, const Json& json) {
            if (!json.is_null()) read_last_step(c, json.get<std::string>());
          },
      .omits_null = true},
     {.name = "breaks",
      .placeholder = "HOW",
      .meaning =
          "discontinuities of the motion: ignored (default), or restarted: steps must end there, and methods restart",
      .unit = "",
      .is_list_of_numbers = false,
      .read = read_breaks,
      .json = [](const Cell& c) { return c.restarts ? Json(at_breaks[1]) : Json(nullptr); },
      .from_json =
          [](Cell& c, const Json& json) {
            if (!json.is_null()) read_breaks(c, json.get<std::string>());
          },
      .omits_null = true},
     {.name = "newton_tol",
      .placeholder = "X",
      .meaning = "absolute Newton tolerance; default: the method's, at rounding",
      .unit = "SI",
      .is_list_of_numbers = true,
      .read = read_newton_tol,
      .json = [](const Cell& c) { return c.newton_tol ? Json(normalized_number(*c.newton_tol)) : Json(nullptr); },
      .from_json =
          [](Cell& c, const Json& json) {
            if (!json.is_null()) read_newton_tol(c, json.get<std::string>());
          }},
     {.name = "newton_test",
      .placeholder = "WHAT",
      .meaning = "quantity that the tolerance bounds: increment (default) or residual",
      .unit = "",
      .is_list_of_numbers = false,
      .read = read_newton_test,
      .json = [](const Cell& c) { return Json(c.newton_test); },
      .from_json = from_text<read_newton_test>},
     {.name = "newton_norm",
      .placeholder = "NORM",
      .meaning = "norm of this quantity: max (default), euclidean or rms",
      .unit = "",
      .is_list_of_numbers = false,
      .read = read_newton_norm,
      .json = [](const Cell& c) { return Json(c.newton_norm); },
      .from_json = from_text<read_newton_norm>,
      .omits_null = true},
     {.name = "newton_max",
      .placeholder = "N",
      .meaning = "maximum number of iterations; 0 (default): that of the method, 100",
      .unit = "-",
      .is_list_of_numbers = false,
      .read = read_newton_max,
      .json = [](const Cell& c) { return c.newton_max == 0 ? Json(nullptr) : Json(c.newton_max); },
      .from_json = from_count<read_newton_max>,
      .omits_null = true},
     {.name = "precision",
      .placeholder = "NAME",
      .meaning = "arithmetic: double (default), long or quad",
      .unit = "",
      .is_list_of_numbers = false,
      .read = read_precision,
      .json = [](const Cell& c) { return Json(precision_name(c.precision)); },
      .from_json = from_text<read_precision>,
      .accepts_star = true},
     {.name = "samples",
      .placeholder = "N",
      .meaning = "number of times at which a run is compared with the reference; 0: every step; default: 100",
      .unit = "-",
      .is_list_of_numbers = false,
      .read = read_samples,
      .json = [](const Cell& c) { return Json(c.samples); },
      .from_json = from_count<read_samples>,
      .differs_by_request = true},
     {.name = "reference",
      .placeholder = "KIND",
      .meaning = "reference solution: certified (default), quick (fewer digits, in seconds) or none (no errors)",
      .unit = "",
      .is_list_of_numbers = false,
      .read = read_reference,
      .json =
          [](const Cell& c) {
            return c.reference == ReferenceChoice::certified ? Json(nullptr) : Json(reference_name(c.reference));
          },
      .from_json =
          [](Cell& c, const Json& json) {
            if (!json.is_null()) read_reference(c, json.get<std::string>());
          },
      .omits_null = true}}};

}  // namespace

std::string Setting::option() const {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

std::span<const Setting> settings() { return all; }

const Setting& setting_named(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& setting : all) {
    if (setting.name == name) return setting;
    known.emplace_back(setting.name);
  }
  throw unknown_name("setting", name, known);
}

std::string_view reference_name(ReferenceChoice reference) { return references[static_cast<std::size_t>(reference)]; }

Precision precision_from_name(std::string_view name) {
  for (const auto p : {Precision::double_, Precision::long_, Precision::quad_})
    if (precision_name(p) == name) return p;
  throw no_such("precision: '{}' is not allowed; known: double, long, quad", name);
}

}  // namespace plumb
