#pragma once
// The factorisation of a matrix that is a sum of many small ones at fixed places: by elimination along a tree of
// bodies, or by KLU.
//
// Whoever assembles adds entries in one order, always the same: first with a list that notes rows and columns, later
// with the values themselves. Cost of assembling: one addition an entry.

#include <algorithm>
#include <variant>

#include "problems/mbs/klu.hpp"
#include "problems/mbs/tree_elimination.hpp"
#include "problems/mbs/tree_solver.hpp"

namespace plumb::mbs {

/// Notes where entries stand, in the order of their additions.
struct EntryList {
  struct Place {
    int row, column;
  };
  std::vector<Place> places;

  template <class Entry>
  void add(int row, int column, const Entry&) {
    places.push_back({row, column});
  }
};

/// Sums entries at their places in an array of values; one type for all factorisations.
template <class Entry>
class EntrySums {
 public:
  std::vector<std::size_t> places;  // in the order of the additions

  /// Zeros; the first addition is to come.
  void begin(Entry* first, std::size_t size) {
    std::fill_n(first, size, Entry(0));
    values = first;
    next = places.data();
  }
  void add(int, int, const Entry& x) { values[*next++] += x; }

 private:
  Entry* values = nullptr;
  const std::size_t* next = nullptr;
};

/// Unknowns of a tree: those of node k begin at starts[k], the body's first, then those of its joint.
struct TreeNumbering {
  TreeShape parents;
  std::vector<int> joints;  // unknowns of the joint of every node
  bool bodies_couple = false;
};

/// body: unknowns of a body.
template <class Entry, int body>
class TreeFactors {
 public:
  TreeFactors(const TreeNumbering& numbering, const EntryList& entries)
      : elimination(numbering.parents, numbering.joints, numbering.bodies_couple) {
    place_nodes(numbering);
    place_entries(numbering, entries);
  }

  /// What the entries are added to before factor().
  EntrySums<Entry>& begin() {
    sums.begin(values.data(), values.size());
    return sums;
  }
  bool factor() {
    return elimination.factor([&](std::size_t k, auto& own, auto& up, auto& down) {
      const Entry* from = values.data() + nodes[k].values;
      for (auto* block : {own.data(), up.data(), down.data()}) {
        const auto count = block == own.data() ? own.size() : up.size();
        std::copy_n(from, count, block);
        from += count;
      }
    });
  }
  void solve(Entry* z) const { elimination.solve(z); }

 private:
  struct Node {
    int start, width;
    std::size_t values;  // own, up, down, each by columns
  };

  void place_nodes(const TreeNumbering& numbering) {
    int start = 0;
    std::size_t size = 0;
    for (const int joint : numbering.joints) {
      const int width = body + joint;
      nodes.push_back({start, width, size});
      owner.insert(owner.end(), static_cast<std::size_t>(width), static_cast<int>(nodes.size()) - 1);
      start += width;
      size += static_cast<std::size_t>(width * (width + 2 * body));
    }
    values.assign(size, Entry(0));
  }
  void place_entries(const TreeNumbering& numbering, const EntryList& entries) {
    auto& places = sums.places;
    places.reserve(entries.places.size());
    for (const auto& [row, column] : entries.places) {
      const int i = owner[static_cast<std::size_t>(row)], j = owner[static_cast<std::size_t>(column)];
      const Node &of_row = nodes[static_cast<std::size_t>(i)], &of_column = nodes[static_cast<std::size_t>(j)];
      const int r = row - of_row.start, c = column - of_column.start;
      const auto at = [](const Node& node, int offset) { return node.values + static_cast<std::size_t>(offset); };
      if (i == j) {
        places.push_back(at(of_row, r + c * of_row.width));
      } else if (numbering.parents[static_cast<std::size_t>(i)] == j) {
        assert(c < body);
        places.push_back(at(of_row, of_row.width * of_row.width + r + c * of_row.width));
      } else {
        assert(numbering.parents[static_cast<std::size_t>(j)] == i && r < body);
        places.push_back(at(of_column, of_column.width * (of_column.width + body) + r + c * body));
      }
    }
  }

  TreeElimination<Entry, body, Eigen::Dynamic> elimination;
  std::vector<Node> nodes;
  std::vector<int> owner;  // node of an unknown
  std::vector<Entry> values;
  EntrySums<Entry> sums;
};

/// Entry: double or std::complex<double>.
template <class Entry>
class KluFactors {
 public:
  KluFactors(int size, const EntryList& entries) : klu(pattern(size, entries)), count(klu_entries) {}

  /// See TreeFactors.
  EntrySums<Entry>& begin() {
    sums.begin(klu.values(), count);
    return sums;
  }
  bool factor() { return klu.factor(); }
  void solve(Entry* z) { klu.solve(z); }

 private:
  SparsePattern pattern(int size, const EntryList& entries) {
    std::vector<std::size_t> order(entries.places.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto key = [&](std::size_t i) { return std::pair(entries.places[i].column, entries.places[i].row); };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    SparsePattern out;
    out.starts.assign(static_cast<std::size_t>(size) + 1, 0);
    auto& places = sums.places;
    places.resize(order.size());
    for (std::size_t n = 0; n < order.size(); ++n) {
      if (n == 0 || key(order[n]) != key(order[n - 1])) {
        out.rows.push_back(entries.places[order[n]].row);
        ++out.starts[static_cast<std::size_t>(entries.places[order[n]].column) + 1];
      }
      places[order[n]] = out.rows.size() - 1;
    }
    for (std::size_t j = 1; j < out.starts.size(); ++j) out.starts[j] += out.starts[j - 1];
    klu_entries = out.rows.size();
    return out;
  }

  EntrySums<Entry> sums;
  std::size_t klu_entries = 0;
  Klu<Entry> klu;
  std::size_t count;
};

/// KLU knows double alone.
template <class Entry, int body>
using SparseFactors =
    std::conditional_t<klu_serves<Entry>, std::variant<std::monostate, TreeFactors<Entry, body>, KluFactors<Entry>>,
                       std::variant<std::monostate, TreeFactors<Entry, body>>>;

}  // namespace plumb::mbs
