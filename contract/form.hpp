#pragma once
// The forms of the equations of a mechanism: the levels at which they impose the constraints.

#include <array>
#include <cstddef>
#include <string_view>

namespace plumb {

enum class Form { ode, index1, index2, index3, ggl };

/// All properties of a form except the equations that implicit methods solve. Another form needs an enumerator, a
/// row, and a case in every switch for which the compiler reports a missing case (methods/implicit, methods/library).
struct FormKind {
  Form form;
  std::string_view name;     // name, as in the names of formulations and in the lists of methods
  std::string_view meaning;  // the equations, as a text
  bool positions = false, velocities = false, accelerations = false;  // which of Φ = 0, Φ' = 0, Φ'' = 0 are imposed
};

inline constexpr auto form_kinds = std::to_array<FormKind>({
    {.form = Form::ode, .name = "ode", .meaning = "no constraints"},
    {.form = Form::index1, .name = "index1", .meaning = "constraints at acceleration level", .accelerations = true},
    {.form = Form::index2, .name = "index2", .meaning = "constraints at velocity level", .velocities = true},
    {.form = Form::index3, .name = "index3", .meaning = "constraints at position level", .positions = true},
    {.form = Form::ggl,
     .name = "ggl",
     .meaning = "constraints at position and velocity level (Gear, Gupta & Leimkuhler)",
     .positions = true,
     .velocities = true},
});

constexpr const FormKind& known_of(Form form) { return form_kinds[static_cast<std::size_t>(form)]; }
constexpr std::string_view name(Form form) { return known_of(form).name; }
constexpr bool imposes_positions(Form form) { return known_of(form).positions; }
constexpr bool imposes_velocities(Form form) { return known_of(form).velocities; }
constexpr bool imposes_accelerations(Form form) { return known_of(form).accelerations; }

/// Returns whether Φ = 0 is imposed in addition to another level, through separate multipliers μ: q' = v − Gᵀμ.
constexpr bool is_stabilised(Form form) { return imposes_positions(form) && imposes_velocities(form); }

inline constexpr auto every_form = [] {
  std::array<Form, form_kinds.size()> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = form_kinds[i].form;
  return out;
}();
inline constexpr auto constrained_forms = [] {
  std::array<Form, every_form.size() - 1> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = every_form[i + 1];
  return out;
}();

static_assert(
    [] {
      for (const auto& row : form_kinds)
        if (&known_of(row.form) != &row || row.name.empty() || row.meaning.empty()) return false;
      return form_kinds.size() == static_cast<std::size_t>(Form::ggl) + 1;  // Form::ggl is the last form
    }(),
    "the rows stand in the order of the enumerators");
static_assert(every_form.front() == Form::ode, "the only one without constraints stands first");

}  // namespace plumb
