#pragma once
// The verb `show`: everything about one problem, method or paper.

#include <string>
#include <string_view>

#include "text/json.hpp"

namespace plumb {

/// Returns "problem", "method" or "paper", depending on which of them has this name (with or without parameters); empty
/// if none has.
std::string subject_named(std::string_view name);

/// A page as text and as an object, and a note for the user.
struct SubjectPageText {
  std::string text = {};
  Json json = {};
  std::string note = {};
};

/// The parts of a method that `plumb show method` prints.
struct MethodQuestion {
  std::string selector = {};  // selector of a method: "mssth4(rho=0.3)", "@mine.toml"
  bool coefficients = false;  // whether the coefficients are printed instead
  bool toml = false;          // whether they are printed as a method file
};
/// Throws UsageError on an unknown name, wrong parameters, several methods, or if the method has no coefficients.
SubjectPageText method_page(const MethodQuestion& question);

/// Throws UsageError on an unknown name.
SubjectPageText problem_page(const std::string& name);
SubjectPageText paper_page(const std::string& key);

/// Return the objects of `plumb show method --json` and `plumb show problem --json`. Throw UsageError on an unknown
/// name, wrong parameters, or several methods.
Json method_json(const std::string& selector);
Json problem_json(const std::string& name);

}  // namespace plumb
