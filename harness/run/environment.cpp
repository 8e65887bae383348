#include "harness/run/environment.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/utsname.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

#include "harness/run/build_info.hpp"
#include "harness/run/libm.hpp"

namespace plumb {
namespace {

Json cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const auto colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return nullptr;
}

Json operating_system() {
  utsname info;
  if (uname(&info) != 0) return nullptr;
  return fmt::format("{} {} {}", info.sysname, info.release, info.machine);
}

Json text_or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

// The versions of libraries are recorded at compile time, except of SQLite, which is loaded at run time.
Json library_versions() {
  Json out = Json::object();
  for (const auto& library : build_info().libraries) out[std::string(library.name)] = library.version;
  out["SQLite"] = sqlite3_libversion();
  return out;
}

std::string current_date() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

}  // namespace

const Json& environment() {
  static const Json facts = {{"compiler", text_or_null(build_info().compiler)},
                             {"flags", text_or_null(build_info().flags)},
                             {"build_type", text_or_null(build_info().build_type)},
                             {"commit", text_or_null(build_info().commit)},
                             {"fingerprint", text_or_null(build_info().fingerprint)},
                             {"cpu", cpu_model()},
                             {"system", operating_system()},
                             {"libm", libm_variant()},
                             {"libraries", library_versions()}};
  return facts;
}

Json current_environment() {
  auto out = environment();
  out["date"] = current_date();
  const auto load = load_of_machine();
  out["load"] = load ? Json(*load) : Json(nullptr);
  return out;
}

std::optional<double> load_of_machine() {
  double of_a_minute = 0;
  if (getloadavg(&of_a_minute, 1) != 1) return {};
  return of_a_minute;
}

}  // namespace plumb
