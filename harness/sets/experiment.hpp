#pragma once
// What to run: axes that expand to cells, from the command line or from an experiment file.
//
//   schema = 1
//   title = "Convergence of the pendulum"
//   description = "..."                       # optional
//
//   [[cells]]                                 # any number of blocks; each is a cross product
//   problem = "pendulum"                      # selectors: a string or a list
//   formulation = ["index3", "ggl"]
//   method = "lms3(rho=0.0,0.6)"
//   step = ["1e-2", "1e-3"]                   # numbers or strings ("pi/600")
//   t_end = 10                                # optional, as all settings (setting.hpp): the problem's own
//   newton_tol = "1e-10"                      # optional: the method's own
//   newton_test = "increment"                 # optional
//   newton_norm = "max"                       # optional
//   newton_max = 20                           # optional: the method's own
//   precision = "double"                      # optional
//   samples = 100                             # optional
//
// "*" stands for all that fits: see all_that_fit.hpp.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/sets/cross_product.hpp"

namespace plumb {

/// The requests of several cross products in a row. What is kept of a product is which values its axes have: a number each.
class RequestList {
 public:
  RequestList() = default;
  RequestList(RequestList&&) = default;

  /// `where` is the place of the requests. Throws UsageError as `CrossProduct`, and if there are too many in all.
  void add(const Axes& axes, const std::string& where);

  std::size_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  bool empty() const { return size() == 0; }
  CellRequest operator[](std::size_t place) const;

 private:
  using Texts = std::vector<std::string>;

  std::uint32_t number_of(const Texts& values);
  std::uint32_t entry(std::size_t product, std::size_t column) const;
  const CrossProduct& product(std::size_t number) const;

  std::map<Texts, std::uint32_t> numbers_;  // of lists of values
  std::vector<const Texts*> lists_;         // by number
  std::vector<std::uint32_t> rows_;         // of every product: a list for each of Axes::names(), and its place
  std::vector<std::size_t> ends_;           // of the products
  mutable std::size_t known_ = 0;           // the product that was asked for last
  mutable std::optional<CrossProduct> known_product_;
};

struct Experiment {
  std::string title, description;
  RequestList cells;  // of all blocks in order
};

/// Reads an experiment file. Throws UsageError "file:line:column: what is wrong, and what is allowed".
Experiment experiment_from_file(const std::filesystem::path& path);
/// The same from a text; `name` stands for the file in messages.
Experiment experiment_from_text(std::string_view toml, const std::string& name);

}  // namespace plumb
