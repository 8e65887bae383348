#include "harness/cell/short_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "harness/cell/named_file.hpp"
#include "text/number_text.hpp"

namespace plumb {

std::string short_name(std::string_view name, std::span<const ParameterSpec> specs, const Parameters& values) {
  std::vector<std::string> changed;
  const auto is_shown = [&](const ParameterSpec& spec) {
    if (names_file(name) && spec.name == "rtol") return true;  // `rtol` selects step-size control
    return normalized_number(values.text(spec.name)) != normalized_number(spec.default_value);
  };
  for (const auto& spec : specs)
    if (is_shown(spec)) changed.push_back(fmt::format("{}={}", spec.name, values.text(spec.name)));
  return with_parameters(name, fmt::format("{}", fmt::join(changed, ",")));
}

std::string short_problem(const ResolvedCell& cell) {
  return short_name(cell.problem().name, cell.problem().parameters, cell.data());
}

std::string short_method(const ResolvedCell& cell) {
  return short_name(cell.method().info.name, cell.method().parameters, cell.options());
}

std::string short_settings(const Cell& cell) {
  auto out = fmt::format("h={} t={}", normalized_number(cell.step), normalized_number(cell.t_end));
  if (cell.ends_beyond) out += " and beyond";
  if (cell.restarts) out += " restarted";
  if (cell.errors_from) out += fmt::format(" from {}", normalized_number(*cell.errors_from));
  if (cell.newton_tol) out += fmt::format(" newton {}", normalized_number(*cell.newton_tol));
  out += newton_choices(cell);
  if (cell.precision != Precision::double_) out += fmt::format(" {}", precision_name(cell.precision));
  if (cell.reference != ReferenceChoice::certified) out += fmt::format(" reference {}", reference_name(cell.reference));
  return out;
}

}  // namespace plumb
