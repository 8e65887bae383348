#include "harness/report/site_folder.hpp"

#include <fmt/format.h>

#include <vector>

#include "harness/report/page.hpp"
#include "text/file_name.hpp"
#include "text/output_file.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view data_begin = "plumb.data(", json_begins = R"({"schema":)", csv_begins = "id,problem,",
                           picture_begins = "<!-- plumb report -->\n", plotly_begins = "/**\n* plotly.js v";

bool is_part(const fs::path& file) {
  const auto text = beginning_of(file, 200);
  // A CSV file of a figure has no common beginning. It belongs to a site if the script with the same name does.
  if (auto script = file; file.extension() == ".csv" && fs::is_regular_file(script.replace_extension(".js")))
    return is_part(script);
  return text.starts_with(data_begin) || text.starts_with(json_begins) || text.starts_with(csv_begins) ||
         text.starts_with(page_begins) || text.starts_with(asset_begins) || text.starts_with(plotly_begins) ||
         text.starts_with(picture_begins);
}

}  // namespace

SiteFolder::SiteFolder(fs::path folder)
    : folder_(output_folder(folder.parent_path(), folder.filename().empty() ? "." : folder.filename().string())) {}

fs::path SiteFolder::target(const std::string& name) {
  fs::path out = folder_;
  const fs::path relative(name);
  for (const auto& part : relative)
    if (!is_plain_file_name(part.string()))
      throw FormatError(
          fmt::format("'{}' is not a valid name of a file of a site: letters, digits, -, _ and . are allowed",
                      printable_excerpt(name)));
  for (const auto& part : relative.parent_path()) out = output_folder(out, part.string());
  out /= relative.filename();
  written_.insert(out);
  return out;
}

void SiteFolder::write(const std::string& name, std::string_view text) {
  write_file(target(name), {"a part of a site of `plumb report`", is_part}, text, false);
}

void SiteFolder::page(const std::string& name, const std::string& html) { write(name, html); }

void SiteFolder::asset(const std::string& name, std::string_view text) { write(name, text); }

void SiteFolder::picture(const std::string& name, std::string_view svg) {
  write("picture/" + name + ".svg", fmt::format("{}{}", picture_begins, svg));
}

void SiteFolder::script_text(const std::string& name, std::string_view json) {
  write("data/" + name + ".js", fmt::format("{}{},\n{}\n);\n", data_begin, Json(name).dump(), json));
}

void SiteFolder::script(const std::string& name, const Json& value) {
  script_text(name, value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void SiteFolder::json(const std::string& name, const Json& value) {
  write("data/" + name + ".json", value.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void SiteFolder::csv(const std::string& name, std::string_view text) { write("data/" + name + ".csv", text); }

void SiteFolder::remove_earlier() const {
  for (const char* part : {"data", "data/quantity", "data/cell", "data/stability", "data/digits", "data/coefficients",
                           "data/figure", "data/kept", "picture", "method", "problem", "paper"}) {
    if (!fs::is_directory(folder_ / part)) continue;
    std::vector<fs::path> earlier;
    for (const auto& entry : fs::directory_iterator(folder_ / part))
      if (entry.is_regular_file() && !entry.is_symlink() && !written_.contains(entry.path()) && is_part(entry.path()))
        earlier.push_back(entry.path());
    for (const auto& file : earlier) fs::remove(file);
  }
}

}  // namespace plumb
