#include "harness/api/cell_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "harness/cell/short_name.hpp"
#include "text/file_name.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Returns the words of a cell's name: problem, formulation, method, and each of its settings.
Words words_of(const ResolvedCell& cell) {
  Words out = {short_problem(cell), cell.formulation().name, short_method(cell)};
  std::istringstream settings(short_settings(cell.text()));
  for (std::string word; settings >> word;) out.push_back(word);
  return out;
}

// Returns a file name for each cell: the words that not all cells share. If they are not unique or too long, the name
// is the id of the cell.
Words names_of(const Cells& cells) {
  constexpr std::size_t longest = 120;  // limit of a file name [bytes]; file systems allow 255
  std::vector<Words> all;
  std::map<std::string, std::size_t> count;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    all.push_back(words_of(cells[i]));
    for (const auto& word : std::set(all.back().begin(), all.back().end())) ++count[word];
  }
  Words out;
  for (auto& words : all) {
    std::erase_if(words, [&](const std::string& word) { return count[word] == cells.size(); });
    out.push_back(for_a_file(fmt::format("{}", fmt::join(words, " "))));
  }
  std::map<std::string, std::size_t> uses;
  for (const auto& name : out) ++uses[name];
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i].empty() || uses[out[i]] > 1 || out[i].size() > longest) out[i] = cells.id(i);
  return out;
}

}  // namespace

std::vector<fs::path> files_of_cells(const fs::path& target, const Cells& cells, const std::string& extension) {
  std::vector<fs::path> out;
  if (cells.size() <= 1) return {cells.size(), target};
  if (target.extension() == extension && !fs::is_directory(target)) {
    const auto stem = target.stem().string();
    for (const auto& name : names_of(cells))
      out.push_back(target.parent_path() / fmt::format("{}-{}{}", stem, name, extension));
    return out;
  }
  std::error_code error;
  fs::create_directories(target, error);
  if (!fs::is_directory(target))
    throw std::runtime_error(
        fmt::format("{}: is not a folder and cannot be created as one; several cells need a folder", target.string()));
  for (std::size_t i = 0; i < cells.size(); ++i) out.push_back(target / (cells.id(i) + extension));
  return out;
}

}  // namespace plumb
