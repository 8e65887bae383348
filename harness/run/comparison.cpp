#include "harness/run/comparison.hpp"

#include <stdexcept>

#include "contract/stop.hpp"

namespace plumb {
namespace {

struct StateClass {
  const char* name;
  Vec<quad> Sample<quad>::*computed;
  Vec<quad> ReferenceState::*exact;
};
constexpr StateClass classes[] = {{"v", &Sample<quad>::v, &ReferenceState::v},
                                  {"a", &Sample<quad>::a, &ReferenceState::a},
                                  {"lambda", &Sample<quad>::lambda, &ReferenceState::lambda}};

std::span<const quad> numbers(const Vec<quad>& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

void append(std::vector<quad>& to, const Vec<quad>& from) {
  to.insert(to.end(), from.data(), from.data() + from.size());
}

std::vector<quad> gathered(const Vec<quad>& x, const std::vector<PartRange>& places) {
  std::vector<quad> out;
  for (const auto& [first, size] : places) out.insert(out.end(), x.data() + first, x.data() + first + size);
  return out;
}

void add_metrics(std::map<std::string, Metric>& out, const std::string& name, const ErrorSums& sums, bool has_size,
                 bool reaches_end) {
  out["re." + name] = has_size ? sums.relative() : std::nullopt;
  out["rms." + name] = sums.rms();
  if (reaches_end) out["end." + name] = sums.end();
}

}  // namespace

Comparison::Comparison(const ResolvedCell& cell, const StopRequest& request)
    : problem(cell.problem()),
      formulation(cell.formulation()),
      data(cell.data()),
      stop(request),
      plan{.steps = cell.steps(), .samples = cell.text().samples},
      h(cell.step<quad>()) {}

void Comparison::add(const Sample<quad>& sample) {
  ++samples;
  if (!wants_more()) return;
  if (const auto exact = reference_at(quad(plan.step_of_sample(samples)) * h)) {
    if (compared.empty()) begin(sample);
    add(sample, *exact);
  }
}

/// A computed reference is computed as far as t; that obeys stopping points.
std::optional<ReferenceState> Comparison::reference_at(const quad& t) {
  const Stoppable stoppable(stop);
  try {
    stopping_point();
    if (!known) known = solution(problem, data);
    while (!known->advance(t)) stopping_point();
    return known->at(t, formulation);
  } catch (const std::invalid_argument& e) {
    missing = e.what();
  } catch (const Stopped&) {
    stopped = true;
  }
  return {};
}

void Comparison::begin(const Sample<quad>& sample) {
  auto system = problem.in_quad.system(data, formulation);
  compared.push_back({"q", system.vector_space()});
  theta = no_theta = Vec<quad>::Zero(system.sizes().v);
  if (!system.vector_space()) manifold = std::move(system);
  for (const auto& c : classes)
    if ((sample.*c.computed).size() != 0) compared.push_back({c.name, true});
  for (const auto& output : problem.outputs) compared.push_back({std::string(output.name), output.sized_as.empty()});
  for (auto& parts : by_kind(formulation.parts(data))) kinds.push_back({std::move(parts)});
  if (kinds.size() == 1) kinds.clear();
}

void Comparison::add_positions(Compared& q, const Sample<quad>& sample, const ReferenceState& exact) {
  if (manifold) manifold->local(exact.q, sample.q, theta);
  const auto &x = manifold ? theta : sample.q, &r = manifold ? no_theta : exact.q;
  q.sums.add(numbers(x), numbers(r));
  if (samples != plan.sample_count()) return;
  append(end, x);
  append(reference_end, r);
}

void Comparison::add_kind(ComparedKind& of, const Sample<quad>& sample, const ReferenceState& exact) const {
  const auto& [kind, unit, q, v] = of.parts;
  if (kind == PartKind::rotation)
    of.q.add(gathered(theta, v), gathered(no_theta, v));
  else
    of.q.add(gathered(sample.q, q), gathered(exact.q, q));
  of.v.add(gathered(sample.v, v), gathered(exact.v, v));
  of.a.add(gathered(sample.a, v), gathered(exact.a, v));
}

void Comparison::add(const Sample<quad>& sample, const ReferenceState& exact) {
  add_positions(compared.front(), sample, exact);
  for (auto& kind : kinds) add_kind(kind, sample, exact);
  auto next = compared.begin() + 1;
  for (const auto& c : classes)
    if ((sample.*c.computed).size() != 0) (next++)->sums.add(numbers(sample.*c.computed), numbers(exact.*c.exact));
  for (Eigen::Index i = 0; i < sample.outputs.size(); ++i)
    (next++)->sums.add({&sample.outputs[i], 1}, {&exact.outputs[i], 1});
  if (samples != plan.sample_count()) return;
  append(end, sample.v);
  append(reference_end, exact.v);
}

std::map<std::string, Metric> Comparison::metrics(bool reaches_end) const {
  std::map<std::string, Metric> out;
  if (!missing.empty() || stopped) return out;
  for (const auto& [name, has_size, sums] : compared) add_metrics(out, name, sums, has_size, reaches_end);
  for (const auto& [parts, q, v, a] : kinds) {
    const std::string kind(name(parts.kind));
    add_metrics(out, "q." + kind, q, parts.kind != PartKind::rotation, reaches_end);
    add_metrics(out, "v." + kind, v, true, reaches_end);
    add_metrics(out, "a." + kind, a, true, reaches_end);
  }
  if (!reaches_end || compared.empty()) return out;
  out["scd"] = significant_correct_digits({end}, {reference_end});
  out["mescd"] = mixed_error_correct_digits({end}, {reference_end});
  return out;
}

}  // namespace plumb
