#pragma once
// A resolved cell is a cell with the problem, formulation, method and parameters that its texts name.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "contract/parameters.hpp"
#include "harness/cell/cell.hpp"
#include "methods/method.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// The input of a run, created by `resolve` (resolve.hpp); immutable. Problem, formulation and method exist until the
/// program ends.
class ResolvedCell {
 public:
  /// Combines the texts with their objects and the number of steps. Throws UsageError if the cell requires restarts at
  /// discontinuities, and a discontinuity is not at the end of a step or the method cannot restart.
  ResolvedCell(Cell text, const Problem& problem, const Formulation& formulation, const Method& method,
               std::shared_ptr<const Parameters> data, std::shared_ptr<const Parameters> options, std::int64_t steps);

  const Cell& text() const { return text_; }
  /// Returns `id` of the text.
  const std::string& id() const { return id_; }
  const Problem& problem() const { return *problem_; }
  const Formulation& formulation() const { return *formulation_; }
  const Method& method() const { return *method_; }
  /// Returns all parameters of the problem; their values are valid.
  const Parameters& data() const { return *data_; }
  /// Returns all parameters of the method; their values are valid, also in combination.
  const Parameters& options() const { return *options_; }
  std::int64_t steps() const { return steps_; }
  /// Return step size, end time and initial time [s], rounded to T. If the last step may end after the requested end
  /// time, t_end() is the end of the last step.
  template <class T>
  T step() const {
    return number_from_text<T>(text_.step);
  }
  template <class T>
  T t_end() const {
    return text_.ends_beyond ? T(t_begin<T>() + step<T>() * static_cast<T>(steps_)) : number_from_text<T>(text_.t_end);
  }
  template <class T>
  T t_begin() const {
    return problem_->begin<T>();
  }
  /// Returns t_end() − t_begin() [s].
  template <class T>
  T duration() const {
    return t_end<T>() - t_begin<T>();
  }
  /// Returns the time from which errors and drifts count [s]. The default is the initial time.
  template <class T>
  T errors_from() const {
    return text_.errors_from ? number_from_text<T>(*text_.errors_from) : t_begin<T>();
  }
  /// Returns the numbers of the steps after which the method restarts, because they end at discontinuities; ascending.
  /// Empty unless the cell requires restarts.
  const std::vector<std::int64_t>& steps_to_breaks() const { return steps_to_breaks_; }
  NewtonSettings newton() const;

  /// Returns a cell for the same run with `reference` "none", for which no reference motion is computed. Its id is
  /// different.
  ResolvedCell without_reference() const;

  bool operator==(const ResolvedCell& other) const { return id_ == other.id_; }

 private:
  Cell text_;
  std::string id_;
  const Problem* problem_;
  const Formulation* formulation_;
  const Method* method_;
  std::shared_ptr<const Parameters> data_, options_;
  std::int64_t steps_;
  std::vector<std::int64_t> steps_to_breaks_;
};

}  // namespace plumb
