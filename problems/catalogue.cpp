#include "problems/catalogue.hpp"

#include <algorithm>
#include <stdexcept>

#include "problems/embedded_files.hpp"
#include "problems/problem_reader.hpp"

// The folders of problems/ that the build contains, for example "two-link squeezer", or "all"
// (problems/CMakeLists.txt).
#ifndef PLUMB_PARTS
#define PLUMB_PARTS "all"
#endif

namespace plumb {

// Each function is defined in the folder of its problem and called below. No other file needs these declarations;
// without a header for them, a new problem recompiles only itself and this file.
Problem pendulum_problem();
Problem oscillator_problem();
Problem spinning_top_problem();
Problem heavy_top_problem();
Problem free_body_problem();
Problem two_link_problem();
Problem pleiades_problem();
Problem car_axis_problem();
Problem squeezer_problem();
Problem slider_crank_problem();
Problem fekete_problem();
Problem beam_problem();
Problem flexible_slider_crank_problem();
Problem wheelset_problem();
Problem planar_chain_problem();
Problem chain_problem();
std::vector<Problem> shipped_mechanisms();
Problem problem_from_file(const ProblemFile& file);

namespace {

constexpr bool is_built(std::string_view part) {
  const std::string_view all = PLUMB_PARTS;
  if (all == "all") return true;
  for (std::size_t begin = 0; begin < all.size();) {
    const auto end = std::min(all.find(' ', begin), all.size());
    if (all.substr(begin, end - begin) == part) return true;
    begin = end + 1;
  }
  return false;
}

/// Returns the folders with a file mechanism.toml.
std::vector<std::string> folders_of_mechanisms() {
  constexpr std::string_view ending = "/mechanism.toml";
  std::vector<std::string> out;
  for (const auto& file : embedded_files())
    if (file.path.ends_with(ending)) out.emplace_back(file.path.substr(0, file.path.size() - ending.size()));
  return out;
}

struct Catalogue {
  std::vector<Problem> problems;
  std::vector<std::string> omitted;
};

// The function of an omitted part is not referenced, so it need not be defined.
#define PLUMB_LIST(name, part, function) \
  if constexpr (is_built(part))          \
    all.problems.push_back(function());  \
  else                                   \
    all.omitted.push_back(name)

Catalogue catalogue() {
  Catalogue all;
  PLUMB_LIST("pendulum", "pendulum", pendulum_problem);
  PLUMB_LIST("oscillator", "oscillator", oscillator_problem);
  PLUMB_LIST("spinning-top", "spinning-top", spinning_top_problem);
  PLUMB_LIST("heavy-top", "spinning-top", heavy_top_problem);
  PLUMB_LIST("free-body", "free-body", free_body_problem);
  PLUMB_LIST("two-link", "two-link", two_link_problem);
  PLUMB_LIST("pleiades", "pleiades", pleiades_problem);
  PLUMB_LIST("car-axis", "car-axis", car_axis_problem);
  PLUMB_LIST("squeezer", "squeezer", squeezer_problem);
  PLUMB_LIST("slider-crank", "slider-crank", slider_crank_problem);
  PLUMB_LIST("fekete", "fekete", fekete_problem);
  PLUMB_LIST("beam", "beam", beam_problem);
  PLUMB_LIST("slider-crank-flexible", "slider-crank-flexible", flexible_slider_crank_problem);
  PLUMB_LIST("wheelset", "wheelset", wheelset_problem);
  PLUMB_LIST("planar-chain", "mechanisms", planar_chain_problem);
  PLUMB_LIST("chain", "mechanisms", chain_problem);
  if constexpr (is_built("mechanisms"))
    for (auto& mechanism : shipped_mechanisms()) all.problems.push_back(std::move(mechanism));
  else
    for (auto& name : folders_of_mechanisms()) all.omitted.push_back(std::move(name));
  return all;
}

const Catalogue& whole() {
  static const auto all = catalogue();
  return all;
}

}  // namespace

const std::vector<Problem>& problems() { return whole().problems; }

const std::vector<std::string>& omitted_problems() { return whole().omitted; }

ProblemReader problem_reader() {
  if constexpr (is_built("mechanisms"))
    return problem_from_file;
  else
    return nullptr;
}

const Problem& catalogued_problem(std::string_view name) {
  for (const auto& problem : problems())
    if (problem.name == name) return problem;
  throw std::out_of_range("no problem is named " + std::string(name));
}

}  // namespace plumb
