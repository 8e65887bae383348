#include "harness/api/bundle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness/cell/method_file.hpp"
#include "harness/cell/problem_file.hpp"
#include "harness/cell/setting.hpp"
#include "harness/cell/shipped_methods.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/run/build_info.hpp"
#include "text/file_name.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/selector.hpp"
#include "text/sha256.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr int manifest_schema = 1;

/// Returns the paths of all entries below the folder except folders and the manifest, relative to it.
std::set<std::string> paths_below(const fs::path& folder) {
  std::set<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto path = entry.path().lexically_relative(folder).generic_string();
    if (path != manifest_name && (entry.is_symlink() || !entry.is_directory())) out.insert(path);
  }
  return out;
}

BundledFile bundled_file(const fs::path& path) {
  const auto bytes = bytes_of_file(path);
  return {sha256(bytes), bytes.size()};
}

bool is_plain_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error));
}

ProgramVersion program_from_json(const Json& json) {
  return {json.at("version").get<std::string>(), json.at("commit").get<std::string>(),
          json.at("compiler").get<std::string>(), json.at("fingerprint").get<std::string>()};
}

BundleManifest manifest_from_json(const Json& json, const std::string& name) {
  if (const auto schema = json.at("schema"); schema != manifest_schema)
    throw no_such("{}: schema {} is not known; this program reads schema {}; use the program that made the bundle",
                  name, schema.dump(), manifest_schema);
  BundleManifest out{.program = program_from_json(json.at("program")),
                     .command = json.at("command").get<std::string>(),
                     .build_line = json.at("build_line").get<std::string>(),
                     .created = json.at("created").get<std::string>(),
                     .cells = json.at("cells").get<std::size_t>()};
  for (const auto& [path, file] : json.at("files").items()) {
    if (!stays_in_folder(path))
      throw malformed("{}: '{}' is not allowed: the path of a file must stay in the folder of the bundle", name,
                      printable(path));
    out.files[path] = {file.at("sha256").get<std::string>(), file.at("bytes").get<std::uintmax_t>()};
  }
  return out;
}

}  // namespace

std::string ProgramVersion::text() const {
  return fmt::format("{} (commit {}, {})", version, commit.substr(0, 12), compiler);
}

ProgramVersion ProgramVersion::current() {
  const auto& build = build_info();
  return {std::string(build.version), std::string(build.commit), std::string(build.compiler),
          std::string(build.fingerprint)};
}

Json to_json(const ProgramVersion& program) {
  return {{"version", program.version},
          {"commit", program.commit},
          {"compiler", program.compiler},
          {"fingerprint", program.fingerprint}};
}

Json to_json(const BundleManifest& manifest) {
  Json files = Json::object();
  for (const auto& [path, file] : manifest.files) files[path] = {{"sha256", file.sha256}, {"bytes", file.bytes}};
  return {{"schema", manifest_schema},         {"program", to_json(manifest.program)}, {"command", manifest.command},
          {"build_line", manifest.build_line}, {"created", manifest.created},          {"cells", manifest.cells},
          {"files", std::move(files)}};
}

BundleManifest with_files_of(BundleManifest manifest, const fs::path& folder) {
  for (const auto& path : paths_below(folder)) manifest.files[path] = bundled_file(folder / path);
  return manifest;
}

BundleManifest manifest_in(const fs::path& folder) {
  const auto path = folder / manifest_name;
  std::error_code error;
  if (!fs::exists(path, error))
    throw UsageError(fmt::format("{}: there is no {} in it; give the folder of a bundle, as `plumb bundle` writes it",
                                 printable(folder.string()), manifest_name),
                     Mistake::unreadable);
  const auto name = printable(path.string());
  const auto text = file_text(path, "the manifest of a bundle");
  try {
    return manifest_from_json(Json::parse(text), name);
  } catch (const Json::exception& e) {
    throw malformed("{}: is not the manifest of a bundle ({}); copy the bundle again", name, plain_message(e));
  }
}

std::vector<FileFinding> file_findings(const fs::path& folder, const BundleManifest& manifest) {
  std::vector<FileFinding> out;
  const auto found = paths_below(folder);
  for (const auto& [path, recorded] : manifest.files) {
    if (!found.contains(path)) {
      out.push_back({path, "missing"});
      continue;
    }
    const bool agrees = is_plain_file(folder / path) && bundled_file(folder / path).sha256 == recorded.sha256;
    if (!agrees) out.push_back({path, "changed"});
  }
  for (const auto& path : found)
    if (!manifest.files.contains(path)) out.push_back({path, "extra"});
  return out;
}

std::string bytes_of_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string out{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof())
    throw std::runtime_error(fmt::format("{}: cannot be read: {}", printable(path.string()), last_error()));
  return out;
}

bool stays_in_folder(const fs::path& path) {
  const auto normal = path.lexically_normal();
  return !normal.empty() && normal.is_relative() && *normal.begin() != "..";
}

namespace {

namespace fs = std::filesystem;

fs::path absolute_path(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

/// Returns a name of letters, digits, points, - and _, which needs no quotation marks in a selector.
std::string plain_name(const fs::path& file) {
  auto out = file.string();
  for (char& c : out)
    if (!is_letter_or_digit(c) && c != '.' && c != '-' && c != '_') c = '-';
  return out;
}

/// Returns the innermost folder that contains all files.
fs::path common_folder(const std::vector<fs::path>& files) {
  auto out = files.front().parent_path();
  for (const auto& file : files)
    while (!stays_in_folder(file.lexically_relative(out)) && out.has_relative_path()) out = out.parent_path();
  return out;
}

UsageError exists_only_here(const char* noun, const std::string& name) {
  return no_such("{} '{}' exists only in this process; a bundle needs a file: @FILE", noun, name);
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Returns a selector with the parameters that are not at their defaults.
std::string selector_of(const std::string& name, std::span<const ParameterSpec> specs, const Parameters& values) {
  const auto with_at = short_name("@", specs, values);  // "@" alone stands for any file
  const auto parameters = names_file(name) ? with_at : short_name("", specs, values);
  return Spec{name, {}}.text() + parameters.substr(names_file(name) ? 1 : 0);
}

/// The keys of a block of a study file except the step, as lines.
std::string keys_of(const ResolvedCell& cell, const BundledFiles& files) {
  const auto& text = cell.text();
  const auto line = [](std::string_view key, const Json& value) { return fmt::format("{} = {}\n", key, value.dump()); };
  auto out =
      line("problem", selector_of(files.problem(text.problem), cell.problem().parameters, cell.data())) +
      line("formulation", with_parameters(text.formulation, normalized_parameters(text.formulation_parameters))) +
      line("method", selector_of(files.method(text.method), cell.method().parameters, cell.options()));
  for (const auto& setting : settings())
    if (const auto value = setting.json(text); !value.is_null()) out += line(setting.name, value);
  return out;
}

std::string block_of(const std::string& keys, const std::vector<std::string>& steps) {
  return fmt::format("\n[[cells]]\n{}step = {}\n", keys, Json(steps).dump());
}

std::string prefix_of(const fs::path& folder) { return "@" + (folder / "").string(); }

void place_in_folder(Spec& spec, const fs::path& folder, const FilePlace& place) {
  if (!names_file(spec.name)) return;
  const fs::path path = spec.name.substr(1);
  if (!stays_in_folder(path))
    throw place.refusal(malformed("'{}' is not allowed: the files of a bundle must be in its folder", spec.name));
  spec.name = prefix_of(folder) + path.string();
}

}  // namespace

BundledFiles::BundledFiles(const std::vector<ResolvedCell>& cells) {
  for (const auto& cell : cells) {
    add_method(cell.text().method);
    add_problem(cell.text().problem);
  }
}

void BundledFiles::add_method(const std::string& name) {
  if (!names_file(name) || methods_.contains(name)) return;
  if (is_provided_method(name)) throw exists_only_here("method", name);
  const auto path = unused("methods", name.substr(1));
  copies_[path] = path_of_method_file(name.substr(1));
  methods_[name] = "@" + path;
}

void BundledFiles::add_problem(const std::string& name) {
  if (!names_file(name) || problems_.contains(name)) return;
  const auto read = files_of_problem(name);
  if (read.empty()) throw exists_only_here("problem", name);
  if (read.size() == 1) {
    const auto path = unused("problems", name.substr(1));
    copies_[path] = name.substr(1);
    problems_[name] = "@" + path;
    return;
  }
  std::vector<fs::path> files;
  for (const auto& path : read) files.push_back(absolute_path(path));
  const auto text = bytes_of_file(files.front());
  for (const auto& path : read)
    if (fs::path(path).is_absolute() && text.find(path) != text.npos)
      throw malformed("{}: the absolute path {} is not allowed in a bundle; write it relative to this file", name,
                      printable(path));
  const auto shared = common_folder(files);
  const auto folder = unused("problems", files.front().stem());
  for (const auto& file : files) copies_[folder + "/" + file.lexically_relative(shared).generic_string()] = file;
  problems_[name] = "@" + folder + "/" + files.front().lexically_relative(shared).generic_string();
}

std::string BundledFiles::unused(const std::string& folder, const fs::path& file) {
  const auto name = plain_name(file.filename());
  auto out = folder + "/" + name;
  const fs::path parts = name;
  for (int number = 2; !used_.insert(out).second; ++number)
    out = fmt::format("{}/{}-{}{}", folder, parts.stem().string(), number, parts.extension().string());
  return out;
}

Cell BundledFiles::renamed(Cell cell) const {
  cell.method = method(cell.method);
  cell.problem = problem(cell.problem);
  return cell;
}

std::string BundledFiles::renamed(std::string text) const {
  for (const auto* names : {&methods_, &problems_})
    for (const auto& [from, to] : *names) replace_all(text, from, to);
  return text;
}

std::string study_of_bundle(const std::vector<ResolvedCell>& cells, const BundledFiles& files,
                            const std::string& title) {
  auto out = fmt::format("# The cells of this bundle:  plumb verify .\nschema = 1\ntitle = {}\n", Json(title).dump());
  std::string keys;
  std::vector<std::string> steps;
  for (const auto& cell : cells) {
    if (auto next = keys_of(cell, files); next != keys) {
      if (!steps.empty()) out += block_of(keys, steps);
      steps.clear();
      keys = std::move(next);
    }
    steps.push_back(normalized_number(cell.text().step));
  }
  return steps.empty() ? out : out + block_of(keys, steps);
}

NotedCells cells_of_bundle(const fs::path& folder) {
  auto experiment = experiment_from_file(folder / "study.toml");
  for (auto& cell : experiment.cells) {
    place_in_folder(cell.problem, folder, cell.place_of("problem"));
    place_in_folder(cell.method, folder, cell.place_of("method"));
  }
  return cells_of(experiment);
}

Cell with_names_of_bundle(Cell cell, const fs::path& folder) {
  const auto prefix = prefix_of(folder);
  for (auto* name : {&cell.method, &cell.problem})
    if (name->starts_with(prefix)) *name = "@" + name->substr(prefix.size());
  return cell;
}

std::string with_names_of_bundle(std::string text, const fs::path& folder) {
  replace_all(text, prefix_of(folder), "@");
  return text;
}

}  // namespace plumb
