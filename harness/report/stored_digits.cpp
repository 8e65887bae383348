#include "harness/report/stored_digits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/certify.hpp"
#include "reference/solution.hpp"
#include "reference/stored_outputs.hpp"

namespace plumb {
namespace {

/// Returns "q" for "q12" and "lambda" for "lambda3". A quantity that is no component is an output.
std::string class_of(const std::string& quantity) {
  const auto letters = quantity.find_first_of("0123456789");
  const auto name = quantity.substr(0, letters);
  const bool numbered = letters != quantity.npos && quantity.find_first_not_of("0123456789", letters) == quantity.npos;
  for (const char* known : {"q", "v", "a", "lambda"})
    if (numbered && name == known) return name;
  return "outputs";
}

/// Appends, for each class, the fewest digits in one record to the list of the earlier times.
void add(const ReferenceRecord& record, Json& fewest) {
  Json now = Json::object();
  for (const auto& [name, value] : record.values) {
    const auto of = class_of(name);
    if (!now.contains(of) || value.digits < now[of].get<int>()) now[of] = value.digits;
  }
  for (const auto& [of, digits] : now.items()) fewest[of].push_back(digits);
}

Json values_json(const ReferenceRecord& record) {
  Json out = Json::array();
  for (const auto& [name, value] : record.values)
    out.push_back({{"quantity", name}, {"value", decimal(value)}, {"digits", value.digits}});
  return out;
}

Json of_records(const Json& file, const std::string& data) {
  Json t = Json::array(), fewest = Json::object(), end;
  std::vector<std::string> routes;
  for (const auto& one : file["records"]) {
    const auto record = record_from_json(one);
    if (record.data != data) return nullptr;
    t.push_back(number_from_text<double>(record.t));
    add(record, fewest);
    for (const auto& route : record.routes)
      if (std::ranges::find(routes, route) == routes.end()) routes.push_back(route);
    end = values_json(record);
  }
  return {{"t", t}, {"formulation", file["formulation"]}, {"fewest", fewest}, {"routes", routes}, {"end", end}};
}

Json of_outputs(const StoredOutputs& stored) {
  constexpr int times = 100;
  const auto& record = stored.record();
  Json t = Json::array(), fewest = Json::object(), end = Json::array();
  for (int i = 0; i <= times; ++i) {
    const quad at = record.begin + record.blocks.horizon * i / times;
    t.push_back(static_cast<double>(at));
    for (std::size_t k = 0; k < record.outputs.size(); ++k)
      fewest[record.outputs[k].name].push_back(stored.digits(k, at));
  }
  for (std::size_t k = 0; k < record.outputs.size(); ++k) {
    const CertifiedValue last{stored.value(k, record.end(), meaningful_digits), stored.digits(k, record.end()),
                              record.outputs[k].scale};
    end.push_back({{"quantity", record.outputs[k].name}, {"value", decimal(last)}, {"digits", last.digits}});
  }
  return {{"t", t}, {"formulation", nullptr}, {"fewest", fewest}, {"routes", record.routes}, {"end", end}};
}

}  // namespace

Json certified_digits(const Problem& problem) {
  const Parameters standard(problem.parameters, {});
  if (const auto outputs = stored_outputs(problem, physical_data(problem, standard))) return of_outputs(*outputs);
  for (const auto& file : stored_references())
    if (file.path == problem.name + "/reference.json") return of_records(Json::parse(file.text), standard.canonical());
  return nullptr;
}

}  // namespace plumb
