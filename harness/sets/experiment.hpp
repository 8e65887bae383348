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
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/sets/cross_product.hpp"

namespace plumb {

/// The requests of several cross products in a row. What is kept of a product are numbers: which values its axes have,
/// and which places these.
class RequestList {
 public:
  RequestList() = default;
  RequestList(RequestList&&) = default;

  /// `where` is the place of the requests, `places` are those of their values. Throws UsageError as `CrossProduct`, and
  /// if there are too many in all.
  void add(const Axes& axes, const std::string& where, const ValuePlaces& places = {});

  std::size_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  bool empty() const { return size() == 0; }
  /// Not to be called from several threads: it keeps the products that were asked for last.
  CellRequest operator[](std::size_t place) const;

 private:
  using Texts = std::vector<std::string>;

  struct ByContent {
    bool operator()(const auto& a, const auto& b) const { return *a < *b; }
  };

  std::uint32_t number_of(const Texts& values);
  std::uint32_t number_of_places(const ValuePlaces& places);
  std::uint32_t entry(std::size_t product, std::size_t column) const;
  using Product = std::shared_ptr<const CrossProduct>;
  Product product(std::size_t number) const;
  Product remembered(std::size_t number, Product product) const;

  std::map<Texts, std::uint32_t> numbers_;  // of lists of values
  std::vector<const Texts*> lists_;         // by number
  std::map<std::shared_ptr<const ValuePlaces>, std::uint32_t, ByContent> numbers_of_places_;
  std::vector<std::shared_ptr<const ValuePlaces>> places_;  // by number
  // Of every product: a list for each of Axes::names(), its place, and the places of its values.
  std::deque<std::uint32_t> rows_;                               // grows without copies, which would take as much again
  std::vector<std::size_t> ends_;                                // of the products
  mutable std::vector<std::pair<std::size_t, Product>> latest_;  // asked for or added, by their numbers, the last first
};

struct Experiment {
  std::string title, description;
  RequestList cells;  // of all blocks in order
};

/// Reads an experiment file. Throws UsageError "file:line:column: what is wrong, and what is allowed".
/// With a set, its cells are meant instead of those of [[cells]].
Experiment experiment_from_file(const std::filesystem::path& path, const std::string& set = {});
/// The same from a text; `name` stands for the file in messages.
Experiment experiment_from_text(std::string_view toml, const std::string& name, const std::string& set = {});

}  // namespace plumb
