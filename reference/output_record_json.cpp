#include "reference/output_record_json.hpp"

#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>

#include "contract/parameters.hpp"
#include "reference/certify.hpp"
#include "reference/packed_integers.hpp"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

/// Returns x with 6, 15 or 33 digits: the shortest of these texts that reads back as the same number.
std::string shortest_text(const quad& x) {
  for (const int digits : {6, 15, 33})
    if (auto text = x.str(digits, {}); number_from_text<quad>(text) == x) return text;
  return x.str();
}

quad number_at(const Json& json, const char* key) { return number_from_text<quad>(json.at(key).get<std::string>()); }

Json output_as_json(const StoredOutput& output) {
  Json digits = Json::array();
  for (const auto& of : output.digits) digits.push_back({of.digits, of.blocks});
  PackedIntegers pieces;
  for (const auto& piece : output.pieces) {
    pieces.add(static_cast<std::int64_t>(piece.coefficients.size()));
    pieces.add(piece.unit);
    for (const auto c : piece.coefficients) pieces.add(c);
  }
  Json out = {{"name", output.name}, {"unit", output.unit}};
  if (output.wraps) out["wraps"] = true;
  out["scale"] = shortest_text(output.scale);
  out["digits"] = digits;
  out["pieces"] = pieces.text();
  return out;
}

OutputPiece read_piece(IntegerReader& in, std::size_t most_coefficients) {
  const auto count = in.next();
  if (count < 0 || static_cast<std::size_t>(count) > most_coefficients) throw IntegerReader::NotThere();
  OutputPiece out;
  out.unit = static_cast<int>(in.next());
  for (std::int64_t k = 0; k < count; ++k) out.coefficients.push_back(in.next());
  return out;
}

StoredOutput output_from_json(const Json& json) {
  StoredOutput out{.name = json.at("name"), .unit = json.at("unit"), .wraps = json.value("wraps", false)};
  out.scale = number_at(json, "scale");
  for (const auto& of : json.at("digits")) out.digits.push_back({of.at(0).get<int>(), of.at(1).get<std::size_t>()});
  const std::string text = json.at("pieces");
  IntegerReader in(text);
  while (!in.at_end()) out.pieces.push_back(read_piece(in, text.size()));
  return out;
}

[[noreturn]] void refuse_record(const OutputRecord& record, const char* why) {
  throw std::invalid_argument("the stored outputs of " + record.problem + " " + why);
}

/// Throws if pieces, digits and blocks of the record are inconsistent, since the evaluation does not check them.
void require_whole(const OutputRecord& record) {
  const auto blocks = record.blocks.ends(record.blocks.horizon).size() - 1;
  if (!(record.blocks.horizon > 0) || record.parts.size() > blocks)
    refuse_record(record, "have blocks of time that do not match the motion");
  for (const int parts : record.parts)
    if (parts < 1) refuse_record(record, "have a block of time without pieces");
  const auto pieces = std::accumulate(record.parts.begin(), record.parts.end(), std::size_t{0});
  for (const auto& output : record.outputs) {
    if (output.pieces.size() > pieces) refuse_record(record, "have more pieces than their blocks of time");
    std::size_t last = 0;
    int before = most_digits;
    for (const auto& of : output.digits) {
      if (of.blocks <= last || of.blocks > blocks || of.digits > before)
        refuse_record(record, "have digits that increase with time");
      last = of.blocks;
      before = of.digits;
    }
  }
}

OutputRecord parsed_record(const Json& json) {
  OutputRecord out{.problem = json.at("problem"),
                   .data = json.at("data"),
                   .content = json.at("content"),
                   .routes = json.at("routes"),
                   .steps = json.at("steps"),
                   .begin = number_at(json, "t_begin"),
                   .blocks = {},
                   .parts = {},
                   .outputs = {}};
  if (json.at("blocks") != TimeBlocks::parts) refuse_record(out, "have blocks of time that do not match the motion");
  out.blocks.horizon = number_at(json, "t_end") - out.begin;
  for (const auto& t : json.at("breaks"))
    out.blocks.breaks.push_back(number_from_text<quad>(t.get<std::string>()) - out.begin);
  IntegerReader parts(json.at("parts").get<std::string>());
  while (!parts.at_end()) out.parts.push_back(static_cast<int>(parts.next()));
  for (const auto& output : json.at("outputs")) out.outputs.push_back(output_from_json(output));
  if (json.at("hash") != data_hash(out.problem, out.data)) refuse_record(out, "were computed for other data");
  require_whole(out);
  return out;
}

}  // namespace

std::string_view packing_in_words() {
  return "blocks are parts of the time, cut at breaks; parts: pieces of each block; pieces: of each, in order, the "
         "number n of its coefficients, e, and c_0 .. c_n-1, of 2^e sum c_k T_k; integers are zigzag varints (LEB128) "
         "in base 64; digits: [how many hold, to the end of so many blocks], counted from the scale";
}

Json to_json(const OutputRecord& record) {
  Json breaks = Json::array(), outputs = Json::array();
  for (const auto& t : record.blocks.breaks) breaks.push_back(shortest_text(record.begin + t));
  for (const auto& output : record.outputs) outputs.push_back(output_as_json(output));
  PackedIntegers parts;
  for (const int n : record.parts) parts.add(n);
  return {{"problem", record.problem},
          {"data", record.data},
          {"hash", data_hash(record.problem, record.data)},
          {"content", record.content},
          {"t_begin", shortest_text(record.begin)},
          {"t_end", shortest_text(record.end())},
          {"blocks", TimeBlocks::parts},
          {"breaks", breaks},
          {"routes", record.routes},
          {"steps", record.steps},
          {"parts", parts.text()},
          {"outputs", outputs}};
}

OutputRecord output_record_from_json(const Json& json) try {
  return parsed_record(json);
} catch (const nlohmann::json::exception& e) {
  throw std::invalid_argument(std::string("this is not a record of outputs: ") + e.what());
} catch (const IntegerReader::NotThere&) {
  throw std::invalid_argument("this is not a record of outputs: the packed data are truncated");
}

std::vector<OutputRecord> output_records_from_text(std::string_view text) {
  const auto json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("records")) throw std::invalid_argument("no file of stored outputs");
  std::vector<OutputRecord> out;
  for (const auto& record : json.at("records")) out.push_back(output_record_from_json(record));
  return out;
}

}  // namespace plumb
