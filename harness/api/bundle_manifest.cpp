#include "harness/api/bundle_manifest.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness/run/build_info.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/printable.hpp"
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

}  // namespace plumb
