// The mechanisms that are compiled into the program: each file in shipped/ is a problem.

#include <algorithm>

#include "problems/embedded_files.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"

namespace plumb {

std::vector<Problem> shipped_mechanisms();
// Each of these is defined in the folder of its problem.
ExactMotion four_link_motion();
ExactMotion spatial_slider_crank_motion();
Problem double_pendulum_in_angles(Problem space);

namespace {

/// The motion holds for all data, because the mechanism is driven and its lengths are fixed.
template <ExactMotion motion()>
Problem with_closed_form(Problem mechanism) {
  mechanism.reference = {.formulation = "index1", .closed_form = [](const Parameters&) { return motion(); }};
  return mechanism;
}

/// The code that completes the problem of a file.
struct Completion {
  std::string_view file;
  Problem (*completed)(Problem);
};
constexpr Completion completions[] = {{"double-pendulum", double_pendulum_in_angles},
                                      {"four-link", with_closed_form<four_link_motion>},
                                      {"spatial-slider-crank", with_closed_form<spatial_slider_crank_motion>}};

/// Data in which no angle and no velocity is zero, by problem; beams have as few elements as possible.
const std::map<std::string, std::map<std::string, std::string>> general_data = {
    {"buckling", {{"elements", "1"}}},
    {"double-pendulum", {{"angle1", "0.7"}, {"angle2", "-0.4"}, {"rate1", "1.5"}, {"rate2", "-0.7"}}},
    {"four-bar", {{"elements", "1"}}},
    {"shaft", {{"elements", "2"}}}};

Problem problem_of(const EmbeddedFile& file) {
  auto out = mechanism_problem(mechanism_from_text(file.text, std::string(file.path)));
  if (const auto data = general_data.find(out.name); data != general_data.end()) out.general_data = data->second;
  const auto known = std::ranges::find(completions, out.name, &Completion::file);
  return known == std::end(completions) ? out : known->completed(std::move(out));
}

}  // namespace

std::vector<Problem> shipped_mechanisms() {
  std::vector<Problem> out;
  for (const auto& file : embedded_files())
    if (file.path.starts_with("shipped/")) out.push_back(problem_of(file));
  return out;
}

}  // namespace plumb
