#include "problems/equations/equation_problem.hpp"
#include "problems/mechanisms/joint_coordinates.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/problem_reader.hpp"

namespace plumb {

Problem problem_from_file(const ProblemFile& file);  // no header: catalogue.cpp declares it too, if the build has it

namespace {

/// Returns "NAME: TITLE", or only NAME if title and name are equal.
std::string full_title(const std::string& name, const std::string& title) {
  return name == title ? name : name + ": " + title;
}

Problem problem_of_equations(const ProblemFile& file) {
  auto equations = equations_from_text(file.text, file.name.substr(1), file.other_files);
  equations.title = full_title(equations.name, equations.title);
  equations.name = file.name;
  auto out = equation_problem(equations);
  out.parameters.push_back(file.content());
  return out;
}

Problem problem_of_mechanism(const ProblemFile& file) {
  auto mechanism = mechanism_from_text(file.text, file.name.substr(1), file.other_files);
  mechanism.title = full_title(mechanism.name, mechanism.title);
  mechanism.name = file.name;
  mechanism.parameters.push_back(file.content());
  return with_joint_coordinates(mechanism_problem(mechanism), mechanism.mechanism);
}

}  // namespace

Problem problem_from_file(const ProblemFile& file) {
  return describes_equations(file.text, file.name.substr(1)) ? problem_of_equations(file) : problem_of_mechanism(file);
}

}  // namespace plumb
