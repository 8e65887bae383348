#include "harness/worker/messages.hpp"

#include <cstring>

namespace plumb {

bool send_order(int line, const WorkerOrder& order) {
  std::string bytes(reinterpret_cast<const char*>(&order.memory), sizeof order.memory);
  return send_message(line, static_cast<char>(order.kind), bytes + order.text);
}

std::optional<WorkerOrder> received_order(int line) {
  const auto message = received_message(line);
  WorkerOrder order;
  if (!message || message->bytes.size() < sizeof order.memory) return {};
  std::memcpy(&order.memory, message->bytes.data(), sizeof order.memory);
  order.kind = static_cast<OrderKind>(message->kind);
  order.text = message->bytes.substr(sizeof order.memory);
  return order;
}

}  // namespace plumb
