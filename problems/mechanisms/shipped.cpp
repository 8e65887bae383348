// The mechanisms that are compiled into the program: each file problems/NAME/mechanism.toml is a problem. general.toml in
// the same folder has its Problem::general_data.

#include <algorithm>

#include "problems/embedded_files.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "text/toml_document.hpp"

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

/// The code that completes the problem of a folder.
struct Completion {
  std::string_view folder;
  Problem (*completed)(Problem);
};
constexpr Completion completions[] = {{"double-pendulum", double_pendulum_in_angles},
                                      {"four-link", with_closed_form<four_link_motion>},
                                      {"spatial-slider-crank", with_closed_form<spatial_slider_crank_motion>}};

std::map<std::string, std::string> general_data(std::string_view folder) {
  const auto path = std::string(folder) + "/general.toml";
  const auto file = std::ranges::find(embedded_files(), path, &EmbeddedFile::path);
  std::map<std::string, std::string> out;
  if (file == embedded_files().end()) return out;
  const auto root = toml_from_text(file->text, path);
  for (const auto* table : root.tables("parameters"))
    for (const auto& [key, place, value] : table->entries) out[key] = value.text;
  return out;
}

Problem problem_of(const EmbeddedFile& file) {
  const auto folder = file.path.substr(0, file.path.find('/'));
  auto out = mechanism_problem(mechanism_from_text(file.text, std::string(file.path)));
  out.general_data = general_data(folder);
  const auto known = std::ranges::find(completions, folder, &Completion::folder);
  return known == std::end(completions) ? out : known->completed(std::move(out));
}

}  // namespace

std::vector<Problem> shipped_mechanisms() {
  std::vector<Problem> out;
  for (const auto& file : embedded_files())
    if (file.path.ends_with("/mechanism.toml")) out.push_back(problem_of(file));
  return out;
}

}  // namespace plumb
