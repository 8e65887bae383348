// The seed starts a Lehmer generator, x <- 48271 x mod (2^31 - 1), spin = 20 x/(2^31 - 1) - 10. The numbers are the
// same on every machine and exact as quotients (Park & Miller, Communications of the ACM 31, 1988; 36, 1993). The first
// ten are skipped, because they are similar for neighbouring seeds.

#include "problems/mechanisms/chain_spins.hpp"

#include <random>
#include <stdexcept>
#include <string>

#include "problems/embedded_files.hpp"
#include "text/toml_document.hpp"

namespace plumb {
namespace {

TomlValue published() {
  constexpr std::string_view path = "mechanisms/data/chain-spins.toml";
  for (const auto& file : embedded_files())
    if (file.path == path) return toml_from_text(file.text, std::string(path));
  throw std::logic_error("this program does not contain the data file " + std::string(path));
}

std::vector<ExactNumber> random_spins(int links, unsigned seed) {
  constexpr int skipped = 10;
  std::minstd_rand random(seed);
  random.discard(skipped);
  std::vector<ExactNumber> out;
  for (int k = 0; k < links; ++k)
    out.emplace_back("20*" + std::to_string(random()) + "/" + std::to_string(std::minstd_rand::modulus) + " - 10");
  return out;
}

unsigned seed_of(std::string_view text) {
  const double seed = number_from_text<double>(text);
  if (seed >= 1 && seed < std::minstd_rand::modulus && seed == static_cast<unsigned>(seed))
    return static_cast<unsigned>(seed);
  throw std::invalid_argument("seed=" + std::string(text) +
                              " is not allowed: \"paper\", or a whole number of 1 or more");
}

}  // namespace

std::vector<ExactNumber> chain_spins(int links, std::string_view seed) {
  if (seed != "paper") return random_spins(links, seed_of(seed));
  static const TomlValue file = published();
  const auto* list = file.find("spins")->find(std::to_string(links));
  if (!list) return random_spins(links, 1);
  std::vector<ExactNumber> out;
  for (const auto& spin : list->items) out.emplace_back(spin.text);
  return out;
}

}  // namespace plumb
