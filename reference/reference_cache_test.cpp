// The cache of references must return the stored contents or nothing.

#include "reference/reference_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "contract/testing/processor_time.hpp"
#include "problems/catalogue.hpp"
#include "reference/certified.hpp"
#include "reference/chebyshev_motion.hpp"
#include "reference/testing/motion_examples.hpp"
#include "reference/testing/vibrating_bodies.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using ::testing::Optional;

class Cache : public ::testing::Test {
 protected:
  ~Cache() override { keep_references_in(nullptr); }

  ReferenceCache cache(const std::string& build = "build", std::uintmax_t most = 1 << 30) const {
    return {folder, build, most};
  }
  void use() const { keep_references_in(std::make_shared<const ReferenceCache>(cache())); }

  std::vector<fs::path> files() const {
    std::vector<fs::path> out;
    if (fs::exists(folder))
      for (const auto& entry : fs::directory_iterator(folder)) out.push_back(entry.path());
    return out;
  }
  fs::path the_file() const {
    const auto all = files();
    EXPECT_EQ(all.size(), 1);
    return all.front();
  }
  static std::string contents(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void replace(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  }

  const ScratchFolder scratch;
  const fs::path folder = scratch.path() / "references";
};

TEST_F(Cache, FindsWhatWasKeptForTheKeyByTheBuild) {
  const std::string bytes("a\0b\n", 4);
  EXPECT_EQ(cache().find("key"), std::nullopt);
  cache().keep("key", bytes);
  EXPECT_THAT(cache().find("key"), Optional(bytes));
  EXPECT_EQ(cache().find("ke"), std::nullopt);
  EXPECT_EQ(cache("another build").find("key"), std::nullopt);
}

TEST_F(Cache, KeepsMoreOfTheSameAndNeverLess) {
  cache().keep("key", "some");
  cache().keep("key", "more of it");
  cache().keep("key", "some");
  EXPECT_THAT(cache().find("key"), Optional(std::string("more of it")));
  EXPECT_EQ(files().size(), 1);
}

TEST_F(Cache, FindsNothingInADamagedFileAndKeepsAnew) {
  cache().keep("key", "contents");
  const auto whole = contents(the_file());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    auto flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ 1 << i % 8);
    for (const auto& damaged : {flipped, whole.substr(0, i), whole + whole.substr(0, i + 1)}) {
      replace(the_file(), damaged);
      EXPECT_EQ(cache().find("key"), std::nullopt) << i;
      cache().keep("key", "contents");
      EXPECT_THAT(cache().find("key"), Optional(std::string("contents"))) << i;
    }
  }
}

TEST_F(Cache, TakesNoOtherThingForAFile) {
  cache().keep("key", "contents");
  const auto file = the_file(), elsewhere = folder / "elsewhere";
  fs::rename(file, elsewhere);
  fs::create_symlink(elsewhere, file);
  EXPECT_EQ(cache().find("key"), std::nullopt);
  EXPECT_TRUE(fs::exists(elsewhere));
  fs::remove(file);
  fs::create_directory(file);
  replace(file / "inside", "of somebody");
  EXPECT_EQ(cache().find("key"), std::nullopt);
  cache().keep("key", "contents");
  EXPECT_EQ(contents(file / "inside"), "of somebody");
}

// This fails if a file that is too large for the cache is read completely, which would exhaust the memory of the run.
TEST_F(Cache, FindsNothingInAFileThatIsLargerThanAnythingKept) {
  cache().keep("key", "contents");
  fs::resize_file(the_file(), std::uintmax_t{1} << 42);
  const auto one_megabyte = cache("build", 1 << 20);
  EXPECT_EQ(one_megabyte.find("key"), std::nullopt);
  EXPECT_TRUE(files().empty());
  one_megabyte.keep("key", "contents");
  EXPECT_THAT(one_megabyte.find("key"), Optional(std::string("contents")));
}

TEST_F(Cache, DoesWithoutAFolder) {
  const ReferenceCache nowhere("/dev/null/references", "build");
  nowhere.keep("key", "contents");
  EXPECT_EQ(nowhere.find("key"), std::nullopt);
}

TEST_F(Cache, MakesRoomForTheNewest) {
  const std::string large(1000, 'x');
  const auto small_cache = cache("build", 5000);
  for (int i = 0; i < 8; ++i) {
    small_cache.keep(std::to_string(i), large);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_TRUE(small_cache.find("0")) << "requested all the time";
  }
  std::uintmax_t total = 0;
  for (const auto& file : files()) total += fs::file_size(file);
  EXPECT_LE(total, 5000);
  EXPECT_TRUE(small_cache.find("7"));
  EXPECT_FALSE(small_cache.find("1"));
  small_cache.keep("too large", std::string(2000, 'x'));
  EXPECT_FALSE(small_cache.find("too large"));
}

TEST_F(Cache, IsSharedByManyWriters) {
  std::atomic<bool> done = false;
  {
    std::vector<std::jthread> writers;
    for (int k = 0; k < 4; ++k)
      writers.emplace_back([&, k] {
        for (std::size_t n = 1; n < 200; ++n) cache().keep("key", std::string(n * 100, static_cast<char>('a' + k)));
      });
    const std::jthread reader([&] {
      while (!done) {
        const auto found = cache().find("key");
        if (!found) continue;
        EXPECT_EQ(*found, std::string(found->size(), found->front()));
      }
    });
    writers.clear();
    done = true;
  }
  EXPECT_EQ(cache().find("key")->size(), 19900);
  EXPECT_EQ(files().size(), 1) << "the temporary file is removed";
}

/// A rotating pendulum, whose acceleration counts its calls.
struct Turning {
  std::shared_ptr<std::int64_t> calls = std::make_shared<std::int64_t>(0);
  Motion start{Vec<quad>::Constant(1, quad("0.4")), Vec<quad>::Constant(1, 9)};

  ChebyshevMotion motion(const std::string& name = "turning") const {
    const Acceleration<quad> equation = pendulum_equation<quad>(parameters_of("pendulum", {}));
    const auto counted = [equation, calls = calls](const quad& t, const Vec<quad>& q, const Vec<quad>& v,
                                                   Vec<quad>& a) {
      ++*calls;
      equation(t, q, v, a);
    };
    return {counted, start, name};
  }
};

void expect_same_bits(const ChebyshevMotion& a, const ChebyshevMotion& b, const quad& end) {
  for (const quad t : {quad(0), quad("0.3"), quad(end / 3), end}) {
    EXPECT_EQ(a.digits(t, 20), b.digits(t, 20)) << t;
    EXPECT_EQ(a.at(t).q, b.at(t).q) << t;
    EXPECT_EQ(a.at(t).v, b.at(t).v) << t;
    EXPECT_EQ(a.uncertainty(t, 20)->q, b.uncertainty(t, 20)->q) << t;
    EXPECT_EQ(a.uncertainty(t, 20)->v, b.uncertainty(t, 20)->v) << t;
  }
}

TEST_F(Cache, BringsAMotionBackWithItsBitsAndWithoutAnEvaluation) {
  const Turning turning;
  const auto whole = turning.motion("");
  whole.digits(2, 20);
  EXPECT_TRUE(files().empty()) << "a motion without a name is not kept";
  use();
  turning.motion().digits(2, 20);
  *turning.calls = 0;
  const auto found = turning.motion();
  EXPECT_GE(found.known_until(20), 2);
  EXPECT_TRUE(found.advance(2, 20));
  expect_same_bits(whole, found, 2);
  EXPECT_EQ(*turning.calls, 0);
}

TEST_F(Cache, GoesOnWithTheSameBits) {
  const Turning turning;
  const auto whole = turning.motion("");
  whole.digits(2, 20);
  use();
  for (const char* t : {"0.2", "0.9", "1.3"}) turning.motion().digits(quad(t), 20);
  const auto resumed = turning.motion();
  EXPECT_LT(resumed.known_until(20), 2);
  expect_same_bits(whole, resumed, 2);
}

// This fails if digits count from the magnitudes that the motion has after it was read from the cache. This motion is
// pushed before and slows down then, so its earlier magnitudes are larger.
TEST_F(Cache, GoesOnWithTheSizesOfBefore) {
  const Acceleration<quad> push = [](const quad& t, const Vec<quad>&, const Vec<quad>& v, Vec<quad>& a) {
    a[0] = 1000 * exp(-100 * (t - quad("0.3")) * (t - quad("0.3"))) - 20 * v[0];
  };
  const Motion rest{Vec<quad>::Zero(1), Vec<quad>::Zero(1)};
  const ChebyshevMotion whole(push, rest);
  whole.digits(2, 20);
  use();
  ChebyshevMotion(push, rest, "pushed").digits(quad("1.4"), 20);
  const ChebyshevMotion resumed(push, rest, "pushed");
  EXPECT_LT(resumed.known_until(20), 2);
  EXPECT_GT(resumed.known_until(20), 1);
  expect_same_bits(whole, resumed, 2);
}

// The stiffness that corrects vibrations must be cached, too, so that it is not computed again and bits are identical.
TEST_F(Cache, GoesOnWithTheVibrationsOfBefore) {
  const testing::VibratingBodies bodies;
  int count = 0;
  const auto motion = [&](const std::string& name) {
    const auto counted = [&count, of = bodies.acceleration<double>()](const auto& t, const auto& q, const auto& v,
                                                                      auto& a) {
      ++count;
      of(t, q, v, a);
    };
    return ChebyshevMotion(bodies.acceleration<quad>(), bodies.start(), name, {}, counted);
  };
  const auto whole = motion("");
  whole.digits(20, 20);
  count = 0;
  whole.digits(40, 20);
  const int of_the_end = count;
  EXPECT_GT(of_the_end, 0);
  use();
  motion("bodies").digits(20, 20);
  const auto resumed = motion("bodies");
  EXPECT_LT(resumed.known_until(20), 40);
  count = 0;
  EXPECT_EQ(whole.at(40).q, resumed.at(40).q);
  EXPECT_EQ(whole.uncertainty(40, 20)->v, resumed.uncertainty(40, 20)->v);
  EXPECT_EQ(count, of_the_end);
}

TEST_F(Cache, IsNotAskedForAnotherStartOrName) {
  Turning turning;
  use();
  turning.motion().digits(1, 20);
  EXPECT_EQ(turning.motion("of other data").known_until(20), 0);
  turning.start.v[0] += quad("1e-32");
  EXPECT_EQ(turning.motion().known_until(20), 0);
}

TEST_F(Cache, ComputesAMotionAnewIfItsFileIsDamaged) {
  const Turning turning;
  const auto whole = turning.motion("");
  use();
  turning.motion().digits(1, 20);
  const auto whole_file = contents(the_file());
  replace(the_file(), whole_file.substr(0, whole_file.size() / 2));
  EXPECT_EQ(turning.motion().known_until(20), 0);
  expect_same_bits(whole, turning.motion(), 1);
}

TEST_F(Cache, BringsCertifiedRecordsBackWithTheirBits) {
  const auto& problem = catalogued_problem("slider-crank");
  const auto data = parameters_of("slider-crank", {});
  const auto& formulation = *problem.formulation("index3");
  const std::vector<std::string> times = {"0", "0.003", "1/200"};
  const auto computed = certified(problem, data, formulation, times);
  use();
  const auto kept = certified(problem, data, formulation, times), found = certified(problem, data, formulation, times);
  EXPECT_THAT(files(), ::testing::SizeIs(::testing::Ge(times.size())));
  for (std::size_t i = 0; i < times.size(); ++i)
    for (const auto* records : {&kept, &found}) {
      EXPECT_EQ((*records)[i].values, computed[i].values);
      EXPECT_EQ((*records)[i].routes, computed[i].routes);
      EXPECT_EQ((*records)[i].t, computed[i].t);
    }
}

TEST_F(Cache, IsWhatCertifiedRecordsComeFrom) {
  use();
  const auto& problem = catalogued_problem("pendulum");
  const auto data = parameters_of("pendulum", {});
  const auto& formulation = problem.formulations.front();
  certified(problem, data, formulation, {"0.5"});
  const auto begin = processor_seconds();
  for (int i = 0; i < 10; ++i) certified(problem, data, formulation, {"0.5"});
  EXPECT_LT(processor_seconds() - begin, 0.1);
  const auto bytes = contents(the_file());
  replace(the_file(), bytes.substr(0, bytes.size() / 2));
  EXPECT_EQ(certified(problem, data, formulation, {"0.5"}).front().routes.size(), 3) << "it is computed again";
}

}  // namespace
}  // namespace plumb
