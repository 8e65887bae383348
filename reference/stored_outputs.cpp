#include "reference/stored_outputs.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "reference/output_record_json.hpp"

namespace plumb {
namespace {

using Records = std::vector<std::shared_ptr<const StoredOutputs>>;

Records by_problem(std::vector<OutputRecord> records) {
  Records out;
  for (auto& record : records) out.push_back(std::make_shared<const StoredOutputs>(std::move(record)));
  return out;
}

Records& added_records() {
  static Records records;
  return records;
}

/// Returns the records of the program, which are loaded at the first request for the problem.
const Records& of_program(const std::string& problem) {
  static std::mutex guard;
  static std::map<std::string, Records> read;
  const std::lock_guard lock(guard);
  if (const auto known = read.find(problem); known != read.end()) return known->second;
  const auto files = embedded_outputs();
  const auto file = std::ranges::find(files, problem + "/outputs.json", &EmbeddedFile::path);
  return read[problem] = file == files.end() ? Records() : by_problem(output_records_from_text(file->text));
}

}  // namespace

std::shared_ptr<const StoredOutputs> stored_outputs(const Problem& problem, const Parameters& physical) {
  for (const Records* records : {&std::as_const(added_records()), &of_program(problem.name)})
    for (const auto& one : *records)
      if (belongs_to(one->record(), problem, physical)) return one;
  return nullptr;
}

void store_outputs(std::vector<OutputRecord> records) { added_records() = by_problem(std::move(records)); }

}  // namespace plumb
