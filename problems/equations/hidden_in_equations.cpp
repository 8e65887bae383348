#include "problems/equations/hidden_in_equations.hpp"

#include <algorithm>
#include <cmath>

#include "problems/equations/expression_ranges.hpp"

namespace plumb {
namespace {

double largest(const std::vector<Range>& ranges) {
  double out = 0;
  for (const auto& x : ranges) out = std::max({out, std::abs(x.low), std::abs(x.high)});
  return out;
}

Range middle(const Range& of) {
  const double x = of.low / 2 + of.high / 2;
  return {x, x};
}

// The ranges of M, f, G and Φ'' − G a, which determine the accelerations.
class EquationRanges {
 public:
  EquationRanges(std::shared_ptr<const EquationsOfMotion> equations, const Parameters& parameters)
      : of_(std::move(equations)),
        ends_{0},
        ranges_(*of_->graph, gathered(), of_->inputs.parameters(), of_->numbers<double>(parameters)) {}

  bool may_hide(const StateRanges& state) {
    put(state, middle);
    ranges_.evaluate();
    const auto negligible = roundings(state);
    put(state, [](const Range& x) { return x; });
    ranges_.evaluate();
    return ranges_.may_hide(negligible);
  }

 private:
  enum Group { masses, forces, jacobians, biases };

  std::vector<Expression> gathered() {
    std::vector<Expression> out;
    for (const auto* group : {&of_->mass, &of_->force, &of_->jacobian, &of_->bias}) {
      out.insert(out.end(), group->begin(), group->end());
      ends_.push_back(out.size());
    }
    return out;
  }

  template <class Chosen>
  void put(const StateRanges& state, Chosen chosen) {
    ranges_.put(FormulaInputs::time, chosen(state.t));
    for (int i = 0; i < of_->inputs.coordinates; ++i) {
      ranges_.put(of_->inputs.q(i), chosen(state.q[static_cast<std::size_t>(i)]));
      ranges_.put(of_->inputs.v(i), chosen(state.v[static_cast<std::size_t>(i)]));
    }
  }

  double size(Group group) const {
    double out = 0;
    for (auto k = ends_[group]; k < ends_[group + 1]; ++k) out = std::max(out, largest({ranges_[k]}));
    return out;
  }

  // Returns a negligible change of each result: its rounding error in quad. The magnitude of forces and biases is
  // assumed to be at least the magnitude that would stop the motion within the interval.
  std::vector<double> roundings(const StateRanges& state) const {
    constexpr double rounding = 1e-34, least = 1e-300;
    const double rate = largest(state.v) / state.duration;
    const double mass = size(masses), jacobian = size(jacobians);
    const double sizes[] = {mass, std::max(size(forces), mass * rate), jacobian,
                            std::max(size(biases), jacobian * rate)};
    std::vector<double> out(ends_.back());
    for (std::size_t group = masses; group <= biases; ++group)
      std::fill(out.begin() + static_cast<std::ptrdiff_t>(ends_[group]),
                out.begin() + static_cast<std::ptrdiff_t>(ends_[group + 1]),
                std::isfinite(sizes[group]) ? std::max(rounding * sizes[group], least) : least);
    return out;
  }

  std::shared_ptr<const EquationsOfMotion> of_;
  std::vector<std::size_t> ends_;  // index of the first result of each group, then the number of results
  ExpressionRanges ranges_;
};

}  // namespace

HiddenVariation hidden_in_equations(const std::shared_ptr<const EquationsOfMotion>& equations,
                                    const Parameters& parameters) {
  return [ranges = std::make_shared<EquationRanges>(equations, parameters)](const StateRanges& state) {
    return ranges->may_hide(state);
  };
}

}  // namespace plumb
