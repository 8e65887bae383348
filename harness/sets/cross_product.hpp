#pragma once
// All combinations of the values of some axes, each made when it is asked for.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/cell/request.hpp"
#include "harness/cell/setting.hpp"

namespace plumb {

/// The axes of a cross product, as texts; every element of the first three may be a list of selectors.
struct Axes {
  std::vector<std::string> problem, formulation, method, step;
  std::map<std::string, std::vector<std::string>, std::less<>> settings = {};  // by name; none: the default

  /// The values of "problem", "formulation", "method" or "step", or of a setting; null for another name.
  std::vector<std::string>* values(std::string_view name);
  /// All these names.
  static const std::vector<std::string>& names();
};

/// The problem varies slowest, then formulation, method, step, and the settings. What "*" stands for depends on the
/// names before: the formulations on that of the problem, the methods on both, the precisions on that of the method.
class CrossProduct {
 public:
  /// Throws UsageError: an axis without values, a malformed selector or number, a choice that is unknown,
  /// too many cells.
  explicit CrossProduct(const Axes& axes);

  std::size_t size() const { return first_of_problem_.back(); }
  CellRequest operator[](std::size_t place) const;

 private:
  /// The places at which the parts of a whole begin, and that of its end.
  using Firsts = std::vector<std::size_t>;

  /// A setting and its texts; those of "precision" depend on the method.
  struct Factor {
    const Setting* setting;
    std::vector<std::string> texts;
    std::map<std::string, std::vector<std::string>, std::less<>> of_method = {};  // by its name, where it depends
  };
  struct Methods {
    std::vector<Spec> specs;
    Firsts firsts;
  };
  /// What the name of a problem stands before.
  struct Family {
    std::vector<Spec> formulations;
    std::vector<std::shared_ptr<const Methods>> methods;  // one a formulation
    Firsts firsts;
  };

  void add_family(const CellRequest& request, const std::vector<Spec>& formulations, const std::vector<Spec>& methods);
  std::shared_ptr<const Methods> methods_of(const CellRequest& request, const std::vector<Spec>& given);
  void add_factor(const Setting& setting, const std::vector<std::string>& given);
  const std::vector<std::string>& texts(const Factor& factor, const Spec& method) const;
  std::size_t cells_of(const Spec& method);
  void choose_settings(std::size_t place, CellRequest& request) const;

  std::vector<std::string> steps_;
  std::vector<Factor> factors_;
  std::vector<Spec> problems_;
  std::map<std::string, Family, std::less<>> families_;  // by name of the problem
  std::shared_ptr<const Methods> same_methods_;          // of every formulation, where none is "*"
  Firsts first_of_problem_;
};

}  // namespace plumb
