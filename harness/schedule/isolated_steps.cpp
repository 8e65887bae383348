#include "harness/schedule/isolated_steps.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "harness/cell/method_file.hpp"
#include "harness/schedule/cell_worker.hpp"
#include "harness/schedule/isolation.hpp"
#include "methods/from_library/asked_child.hpp"

namespace plumb {
namespace {

constexpr auto longest_step = std::chrono::seconds(10);  // for some steps of one degree of freedom

using Question = std::array<quad, 2>;  // Ω and ξ

std::string bytes_of(const Mat<quad>& matrix) {
  const std::int64_t rows = matrix.rows();
  std::string out(reinterpret_cast<const char*>(&rows), sizeof rows);
  out.append(reinterpret_cast<const char*>(matrix.data()), static_cast<std::size_t>(matrix.size()) * sizeof(quad));
  return out;
}

Mat<quad> matrix_of(const std::string& bytes) {
  std::int64_t rows = 0;
  std::memcpy(&rows, bytes.data(), sizeof rows);
  Mat<quad> out(rows, rows);
  std::memcpy(out.data(), bytes.data() + sizeof rows, bytes.size() - sizeof rows);
  return out;
}

/// An answer may also be the reason why a step fails.
constexpr char is_matrix = 'm', is_failure = 'f';

std::string answer_to(std::string_view question, const Method& method, const Parameters& parameters) {
  Question asked;
  std::memcpy(asked.data(), question.data(), sizeof asked);
  const auto found = amplification_matrix(method, parameters, asked[0], asked[1]);
  return found.ok() ? is_matrix + bytes_of(found.matrix) : is_failure + found.failure;
}

}  // namespace

IsolatedSteps::IsolatedSteps(std::string_view name, const Method& method, Parameters parameters)
    : method_(method), parameters_(std::move(parameters)) {
  if (!needs_process(name)) return;
  const auto memory = IsolationOptions{}.limit();
  child_ = std::make_unique<AskedChild>([this, is_first = true, memory](std::string_view question) mutable {
    if (is_first) limit_memory(memory);
    is_first = false;
    return answer_to(question, method_, parameters_);
  });
  source_ = [this](const quad& omega_h, const quad& damping_ratio) { return matrix(omega_h, damping_ratio); };
}

IsolatedSteps::~IsolatedSteps() = default;

std::unique_ptr<StepsElsewhere> IsolatedSteps::here() {
  return child_ ? std::make_unique<StepsElsewhere>(method_, source_) : nullptr;
}

Amplification IsolatedSteps::matrix(const quad& omega_h, const quad& damping_ratio) {
  const Question question = {omega_h, damping_ratio};
  std::string bytes(sizeof question, '\0');
  std::memcpy(bytes.data(), question.data(), sizeof question);
  const auto [text, failure] = child_->ask(bytes, longest_step);
  if (!failure.empty()) return {{}, "in a step " + failure};
  if (text.front() == is_failure) return {{}, text.substr(1)};
  return {matrix_of(text.substr(1)), {}};
}

}  // namespace plumb
