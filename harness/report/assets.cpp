#include "harness/report/assets.hpp"

#include <stdexcept>
#include <string>

namespace plumb {

std::string_view report_asset(std::string_view name) {
  for (const auto& file : report_assets())
    if (file.path == name) return file.text;
  throw std::out_of_range("no part of the report is named " + std::string(name));
}

}  // namespace plumb
