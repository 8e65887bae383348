#include "harness/schedule/isolated_steps.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/schedule/isolation.hpp"
#include "harness/schedule/worker.hpp"
#include "harness/worker/worker_client.hpp"

namespace plumb {
namespace {

constexpr auto longest_step = std::chrono::seconds(10);  // timeout of a request: a few steps of a scalar oscillator

using Question = std::array<quad, 2>;  // request: Ω = ωh and damping ratio ξ

using Head = std::array<std::int64_t, 2>;  // number of rows of the matrix, and number of implicit stages

std::string bytes_of(const Amplification& found) {
  const Head head = {found.matrix.rows(), found.implicit_stages};
  std::string out(reinterpret_cast<const char*>(&head), sizeof head);
  out.append(reinterpret_cast<const char*>(found.matrix.data()),
             static_cast<std::size_t>(found.matrix.size()) * sizeof(quad));
  return out;
}

Amplification amplification_of(const std::string& bytes) {
  Head head;
  std::memcpy(&head, bytes.data(), sizeof head);
  Amplification out{Mat<quad>(head[0], head[0]), {}, static_cast<int>(head[1])};
  std::memcpy(out.matrix.data(), bytes.data() + sizeof head, bytes.size() - sizeof head);
  return out;
}

/// First character of a reply: an amplification matrix follows, or the reason why a step fails.
constexpr char is_matrix = 'm', is_failure = 'f';

constexpr char before_parameters = '\0';  // separator between the name of a method and its parameters

}  // namespace

IsolatedSteps::IsolatedSteps(std::string_view name, const Method& method, Parameters parameters)
    : method_(method), parameters_(std::move(parameters)) {
  if (!needs_process(name)) return;
  worker_ = std::make_unique<WorkerClient>();
  const auto named = std::string(name) + before_parameters + parameters_.canonical();
  failure_ = worker_->request({OrderKind::method, named, IsolationOptions{}.limit()}, longest_step).failure;
  source_ = [this](const quad& omega_h, const quad& damping_ratio) { return matrix(omega_h, damping_ratio); };
}

IsolatedSteps::~IsolatedSteps() = default;

std::unique_ptr<StepsElsewhere> IsolatedSteps::here() {
  return worker_ ? std::make_unique<StepsElsewhere>(method_, source_) : nullptr;
}

Amplification IsolatedSteps::matrix(const quad& omega_h, const quad& damping_ratio) {
  const Question question = {omega_h, damping_ratio};
  std::string bytes(sizeof question, '\0');
  std::memcpy(bytes.data(), question.data(), sizeof question);
  if (!failure_.empty()) return {{}, failure_};
  const auto [text, failure] = worker_->request({OrderKind::steps, bytes}, longest_step);
  if (!failure.empty()) return {{}, "in a step " + failure};
  if (text.front() == is_failure) return {{}, text.substr(1)};
  return amplification_of(text.substr(1));
}

void StepsInWorker::begin(const WorkerOrder& order) {
  const auto name = order.text.substr(0, order.text.find(before_parameters));
  method_ = &method_file(name).method;
  parameters_ = parameters_from_text(method_->parameters, order.text.substr(name.size() + 1), name);
  limit_memory(order.memory);
}

std::string StepsInWorker::reply(std::string_view question) const {
  Question requested;
  if (!method_ || question.size() != sizeof requested)
    throw std::invalid_argument("no question about a method's steps");
  std::memcpy(requested.data(), question.data(), sizeof requested);
  const auto found = amplification_matrix(*method_, parameters_, requested[0], requested[1]);
  return found.ok() ? is_matrix + bytes_of(found) : is_failure + found.failure;
}

}  // namespace plumb
