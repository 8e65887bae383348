#include "problems/mechanisms/mistakes_of_file.hpp"

#include <fmt/format.h>

namespace plumb {

void MistakesOfFile::refuse() const {
  if (all_.empty()) return;
  constexpr std::size_t most = 20;
  std::string text = all_.front().what();
  for (std::size_t i = 1; i < std::min(all_.size(), most); ++i) text += fmt::format("\n{}", all_[i].what());
  if (all_.size() > most) text += fmt::format("\nand {} more", all_.size() - most);
  UsageError out(text, all_.front().mistake);
  out.place = all_.front().place;
  throw out;
}

}  // namespace plumb
