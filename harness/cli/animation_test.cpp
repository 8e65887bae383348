// Animations must be well-formed SVG, last as long as the motion, and show the bodies at the positions in the outputs.

#include "harness/api/animation.hpp"

#include <fmt/format.h>

#include <regex>

#include "harness/api/film.hpp"
#include "harness/cli/testing/cli_fixture.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;

// Returns whether a text is well-formed XML: tags are nested, attributes have quotation marks, and there is one root
// element. Entities, comments and CDATA sections are not supported. std::regex is not used, because it overflows the
// stack on long attribute values.
bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  std::size_t roots = 0, at = 0;
  while (at < xml.size()) {
    const auto begin = std::min(xml.find('<', at), xml.size());
    const auto between = xml.substr(at, begin - at);
    if (open.empty() && between.find_first_not_of(" \n") != std::string::npos) return false;
    if (begin == xml.size()) break;
    const auto end = xml.find('>', begin);
    if (end == std::string::npos) return false;
    auto tag = xml.substr(begin + 1, end - begin - 1);
    const bool closes = tag.starts_with('/'), is_empty = tag.ends_with('/');
    if (tag.find('<') != std::string::npos || std::ranges::count(tag, '"') % 2 != 0) return false;
    const auto name = tag.substr(closes, tag.find_first_of(" /\n", closes) - closes);
    for (auto equals = tag.find('='); equals != std::string::npos; equals = tag.find('=', tag.find('"', equals + 2)))
      if (tag.substr(equals, 2) != "=\"") return false;
    if (closes && (open.empty() || open.back() != name)) return false;
    if (closes) open.pop_back();
    if (!closes) roots += open.empty();
    if (!closes && !is_empty) open.push_back(name);
    at = end + 1;
  }
  return open.empty() && roots == 1;
}

TEST(WellFormed, ReportedFromWhatIsNot) {
  EXPECT_TRUE(is_well_formed("<a b=\"c\"><d/>x</a>\n"));
  for (const char* wrong : {"<a><b></a></b>", "<a>", "<a/><b/>", "<a b=c/>", "<a>1 < 2</a>", "x<a/>", "<a b=\"c/>"})
    EXPECT_FALSE(is_well_formed(wrong)) << wrong;
}

std::vector<std::string> all(const std::string& text, const std::string& expression) {
  const std::regex pattern(expression);
  std::vector<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) out.push_back((*at)[1]);
  return out;
}

std::vector<double> numbers(const std::string& text) {
  std::vector<double> out;
  for (const auto& number : all(text, "(-?[0-9.]+(?:e-?[0-9]+)?)")) out.push_back(std::stod(number));
  return out;
}

class Animation : public Cli {
 protected:
  std::string animated(const std::string& cell) const {
    const auto ended = plumb("run " + cell + " --reference none --animate '" + in("a.svg") + "'");
    EXPECT_EQ(ended.code, 0) << ended.err;
    return contents(in("a.svg"));
  }

  std::vector<double> bodies(const std::string& cell) const {
    std::vector<double> out;
    for (const auto& points : all(animated(cell), "class=\"(?:bar|outline)\"[^>]* points=\"([^\"]*)\""))
      for (const double x : numbers(points)) out.push_back(x);
    return out;
  }
  void expect_same(const std::string& first, const std::string& second) const {
    const auto a = bodies(first), b = bodies(second);
    ASSERT_EQ(a.size(), b.size());
    EXPECT_FALSE(a.empty());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 0.15) << first << " " << second;
  }

  /// Writes a mechanism file: a rod of 2 m, initially horizontal in direction `along`, with a hinge of direction
  /// `axis`. Returns the options that run it.
  std::string swinging_rod(const char* name, const char* along, const char* axis, const char* gravity) const {
    write(name, std::string("schema = 1\nname = \"rod\"\nt_end = 1\ngravity = ") + gravity +
                    "\n[[body]]\nname = \"rod\"\nmass = 1\nshape = { kind = \"bar\", length = 2, width = 0.05 }\n" +
                    "position = " + along + "\nfirst_axis = " + along + "\nsecond_axis = " + axis +
                    "\n[[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbodies = [\"ground\", \"rod\"]\n" +
                    "point = [0, 0, 0]\naxis = " + axis + "\n");
    return "-p '@" + in(name) + "' -f index1 -m erk4 -s 1e-2";
  }
};

TEST_F(Animation, IsWellFormedAndAsLongAsTheMotion) {
  const auto svg = animated("-p pendulum -m erk4 -s 1e-2 --t-end 3");
  EXPECT_TRUE(is_well_formed(svg));
  const auto durations = all(svg, "dur=\"([^\"]*)\"");
  EXPECT_GT(durations.size(), 100u);
  for (const auto& duration : durations) EXPECT_EQ(duration, "3s");
  EXPECT_THAT(svg, HasSubstr(">real time<"));
  EXPECT_THAT(svg, HasSubstr("pendulum, ode, erk4, h=0.01 t=3"));
}

// Fails if the shortest bar, a thousandth of the others, determines the thickness of all bars.
TEST_F(Animation, AShortBarMakesTheOthersNoThinner) {
  std::string text = "schema = 1\nname = \"rods\"\nt_end = 1\n";
  for (const auto& [name, half] : {std::pair{"one", "1"}, {"two", "1.5"}, {"three", "0.001"}})
    text += fmt::format(
        "[[body]]\nname = \"{0}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [{1}, 0, 0]\n[[joint]]\n"
        "name = \"hinge_{0}\"\nkind = \"revolute\"\nbodies = [\"ground\", \"{0}\"]\npoint = [0, 0, 0]\n"
        "axis = [0, 1, 0]\n",
        name, half);
  write("rods.toml", text);
  EXPECT_THAT(animated("-p '@" + in("rods.toml") + "' -m erk4 -s 1e-2"), HasSubstr("stroke-width: 5.0"));
}

// Fails if times of an animation count from 0 although the motion begins at another time.
TEST_F(Animation, BeginsWhereTheMotionDoes) {
  const auto svg = animated("-p shaft -f index3 -m bdf2 -s 1e-2 --t-end 1.5");
  for (const auto& duration : all(svg, "dur=\"([^\"]*)\"")) EXPECT_EQ(duration, "2.5s");
  EXPECT_THAT(svg, HasSubstr("visibility=\"visible\">t = -1.00 s<"));
  for (const auto& times : all(svg, "keyTimes=\"([^\"]*)\"")) EXPECT_THAT(times, ::testing::StartsWith("0;"));
}

// A short motion must be played in slow motion, and the text must contain the factor.
TEST_F(Animation, ShortMotionsPlaySlowly) {
  const auto svg = animated("-p slider-crank -m erk4 -s 1e-4 --t-end 0.1");
  EXPECT_TRUE(is_well_formed(svg));
  for (const auto& duration : all(svg, "dur=\"([^\"]*)\"")) EXPECT_EQ(duration, "10s");
  EXPECT_THAT(svg, HasSubstr(">0.01 x real time<"));
}

TEST(PlayingSpeed, KeepsPicturesBetweenTwoAndThirtySeconds) {
  EXPECT_EQ(playing_speed(2), 1);
  EXPECT_DOUBLE_EQ(playing_speed(30), 1);
  EXPECT_DOUBLE_EQ(playing_speed(0.05), 0.005);
  EXPECT_DOUBLE_EQ(playing_speed(1), 0.1);
  EXPECT_DOUBLE_EQ(playing_speed(100), 10);
  EXPECT_DOUBLE_EQ(playing_speed(31), 5);
  for (double seconds = 1e-9; seconds < 1e9; seconds *= 1.7) {
    const double lasts = seconds / playing_speed(seconds);
    EXPECT_GE(lasts, 2) << seconds;
    EXPECT_LE(lasts, 30) << seconds;
  }
}

// In each frame, the circle of the pendulum's mass must be at its position in the trajectory of the same cell.
TEST_F(Animation, BodiesAreWhereTheOutputsSay) {
  const std::string cell = "-p pendulum -m erk4 -s 1e-2 --t-end 3 ";
  const auto svg = animated(cell + "--json");
  const auto origin = numbers(all(svg, "data-origin=\"([^\"]*)\"").at(0));
  const double unit = numbers(all(svg, "data-unit=\"([^\"]*)\"").at(0)).at(0);
  const auto x = numbers(all(svg, "\"cx\"[^>]*values=\"([^\"]*)\"").at(0)),
             y = numbers(all(svg, "\"cy\"[^>]*values=\"([^\"]*)\"").at(0));
  ASSERT_EQ(x.size(), y.size());
  const auto end = Json::parse(contents(in("out"))).at("final").at("outputs");
  EXPECT_NEAR((x.back() - origin[0]) / unit, end.at("x").get<double>(), 0.06 / unit);
  EXPECT_NEAR((origin[1] - y.back()) / unit, end.at("y").get<double>(), 0.06 / unit);
  EXPECT_NEAR((x.front() - origin[0]) / unit, 1, 0.06 / unit);
  EXPECT_NEAR((origin[1] - y.front()) / unit, 0, 0.06 / unit);
  for (std::size_t k = 0; k < x.size(); ++k)
    EXPECT_NEAR(std::hypot(x[k] - origin[0], y[k] - origin[1]), unit, 0.15) << k;
}

// Fails if the drawing of a problem depends on the coordinates of the formulation.
TEST_F(Animation, LooksTheSameInAllCoordinates) {
  expect_same("-p two-link -m erk4 -s 1e-3 --t-end 1", "-p two-link -f index2 -m radau-iia -s 1e-2 --t-end 1");
  expect_same("-p squeezer -m erk4 -s 1e-5 --t-end 0.01", "-p squeezer -f index2 -m radau-iia -s 1e-4 --t-end 0.01");
  expect_same("-p squeezer -m erk4 -s 1e-5 --t-end 0.01",
              "-p squeezer -f absolute-index2 -m radau-iia -s 1e-4 --t-end 0.01");
  expect_same("-p spinning-top -m erk4 -s 1e-3 --t-end 1",
              "-p spinning-top -f rotation-index1 -m erk4 -s 1e-3 --t-end 1");
}

// Gravity must point downwards in the picture, and a motion in a plane must be viewed from the front.
TEST_F(Animation, MechanismsStandUprightAndFaceWhoLooks) {
  const auto usual = swinging_rod("z.toml", "[0, 1, 0]", "[-1, 0, 0]", "[0, 0, -9.81]");
  expect_same(usual, swinging_rod("y.toml", "[1, 0, 0]", "[0, 0, -1]", "[0, -9.81, 0]"));
  expect_same(usual, swinging_rod("x.toml", "[0, 0, 1]", "[0, -1, 0]", "[-9.81, 0, 0]"));
  expect_same(usual, swinging_rod("upside-down.toml", "[1, 0, 0]", "[0, -1, 0]", "[0, 0, 9.81]"));
  expect_same(usual, swinging_rod("from-the-side.toml", "[1, 0, 0]", "[0, 1, 0]", "[0, 0, -9.81]"));
}

TEST_F(Animation, EveryDrawnProblemIsDrawn) {
  for (const auto& problem : problems()) {
    if (!problem.drawing.strokes) continue;
    const bool has_beams = problem.formulation("momenta-index3") != nullptr;
    const std::string step = problem.name == "car-axis" || problem.name == "squeezer" ? "1e-5" : "1e-4";
    const std::string how = has_beams ? " -f index3 -m bdf2 -s 2e-3 --last-step beyond" : " -m erk4 -s " + step;
    const auto svg = animated(
        fmt::format("-p {}{} --t-end {}", problem.name, how, problem.begin<double>() + (has_beams ? 0.1 : 0.01)));
    EXPECT_TRUE(is_well_formed(svg)) << problem.name;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << problem.name;
    EXPECT_THAT(svg, HasSubstr("<animate attributeName=\"stroke-dashoffset\"")) << problem.name;
  }
}

// For a problem defined by equations, which has no drawing, the row of the run and a note must be printed. The
// animations of other problems in the same call must be written.
TEST_F(Animation, OfEquationsIsALineBesideTheRow) {
  for (const auto& entry : std::filesystem::directory_iterator("examples/equations")) {
    const auto path = entry.path().string();
    if (entry.path().extension() != ".toml") continue;
    const auto run = plumb(fmt::format(
        "run -p pendulum,@{} -m erk4 -s 1e-2 --t-end 0.1 --animate '{}' --reference none", path, in("two.svg")));
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(path));
    EXPECT_THAT(run.err, HasSubstr("has no drawing; problems with a drawing: pendulum, oscillator, "));
  }
  const auto alone = plumb("run -p @examples/equations/spring-pendulum.toml -m erk4 -s 1e-2 --t-end 0.1 --animate '" +
                           in("a.svg") + "' --reference none");
  EXPECT_EQ(alone.code, 0) << alone.err;
  EXPECT_THAT(alone.out, HasSubstr("energy.max"));
  EXPECT_FALSE(std::filesystem::exists(in("a.svg")));
}

TEST_F(Animation, RefusesWhatCannotBeDrawn) {
  const auto run = [&](const std::string& cell) { return plumb("run -m erk4 -s 1e-2 --t-end 0.1 " + cell); };
  EXPECT_THAT(run("-p pendulum --animate '" + in("a.gif") + "'"), Refuses(2, "is not allowed: FILE.svg"));
  EXPECT_THAT(run("-p pendulum --animate '" + in("a.png") + "'"), Refuses(2, "is not allowed: FILE.svg"));
  EXPECT_THAT(run("-p pendulum --animate '" + in("frames/") + "'"), Refuses(2, "is not allowed: FILE.svg"));
  EXPECT_THAT(run("-p pendulum --animate ''"), Refuses(2, "--animate: '' names no file"));
  write("thesis.svg", "<svg>mine</svg>");
  EXPECT_THAT(run("-p pendulum --animate '" + in("thesis.svg") + "'"),
              Refuses(2, "is not an animation of `plumb run`"));
  EXPECT_EQ(contents(in("thesis.svg")), "<svg>mine</svg>");
  EXPECT_EQ(run("-p pendulum --animate '" + in("one.svg") + "'").code, 0);
  EXPECT_EQ(run("-p pendulum --animate '" + in("one.svg") + "'").code, 0);
}

// The path of the pendulum's mass over 10 s must not depend on --samples, and must stay on the circle between its
// points. Fails if the path connects only the hundred states at which errors are measured.
TEST_F(Animation, TrailsAreAsSmoothAsTheMotion) {
  for (const char* samples : {"", " --samples 5"}) {
    const auto svg = animated(std::string("-p pendulum -m erk4 -s 1e-3 --t-end 10") + samples);
    const auto origin = numbers(all(svg, "data-origin=\"([^\"]*)\"").at(0));
    const double unit = numbers(all(svg, "data-unit=\"([^\"]*)\"").at(0)).at(0);
    const auto path = numbers(all(svg, "class=\"trail\"[^>]* d=\"([^\"]*)\"").at(0));
    ASSERT_GT(path.size(), 200U);
    EXPECT_LT(path.size(), 2 * 2000U);
    for (std::size_t k = 2; k < path.size(); k += 2) {
      const double x = (path[k] + path[k - 2]) / 2 - origin[0], y = (path[k + 1] + path[k - 1]) / 2 - origin[1];
      EXPECT_NEAR(std::hypot(x, y), unit, 0.35) << k;  // [px]; coordinates are rounded to 0.1 px
    }
  }
}

// A run of ten steps must have a trail of at most ten lines.
TEST_F(Animation, HasNoMoreFramesThanSteps) {
  const auto svg = animated("-p pendulum -m erk4 -s 1e-1 --t-end 1");
  EXPECT_EQ(numbers(all(svg, "class=\"trail\"[^>]* d=\"([^\"]*)\"").at(0)).size(), 2 * 11U);
}

// Fails if the printed results depend on the option --animate.
TEST_F(Animation, ChangesNoNumbers) {
  const auto result = [&](const std::string& more) {
    const auto ended = plumb("run -p squeezer -f index2 -m radau-iia -s 1e-4 --t-end 0.01 --json" + more);
    EXPECT_EQ(ended.code, 0) << ended.err;
    auto out = Json::parse(ended.out);
    out.erase("timing");
    out.erase("environment");  // contains the date
    return out;
  };
  EXPECT_EQ(result(""), result(" --animate '" + in("a.svg") + "'"));
}

// Fails if a spring is drawn as a bar. It begins and ends at its two points, and zigzags between them.
TEST_F(Animation, SpringsAreZigzags) {
  const auto svg = animated("-p car-axis -m erk4 -s 1e-4 --t-end 0.01");
  const auto springs = all(svg, "class=\"spring\" points=\"([^\"]*)\"");
  ASSERT_EQ(springs.size(), 2U);
  EXPECT_EQ(all(svg, "class=\"bar\"([^>]*)>").size(), 2U) << "axle and bar";
  const auto points = numbers(springs[0]);
  const std::size_t last = points.size() - 2;
  EXPECT_NEAR(points[0], points[last], 0.2) << "it stands upright";
  int sides = 0;
  for (std::size_t k = 4; k < last - 2; k += 2) sides += (points[k] - points[0]) * (points[k + 2] - points[0]) < 0;
  EXPECT_GE(sides, 5);
}

TEST(Zigzag, HasTheSamePointsAtEveryLength) {
  for (const double length : {0., 1e-3, 20., 300.}) {
    const auto points = zigzag({10, 20}, {10, 20 + length}, 300);
    EXPECT_EQ(points.size(), zigzag({0, 0}, {300, 0}, 300).size());
    EXPECT_LT((points.front() - Pixel(10, 20)).norm(), 1e-12);
    EXPECT_LT((points.back() - Pixel(10, 20 + length)).norm(), 1e-12);
    for (const auto& point : points) EXPECT_TRUE(point.allFinite());
  }
}

TEST_F(Animation, SeveralCellsFillAFolder) {
  ASSERT_EQ(plumb("run -p pendulum -m erk4,kutta3 -s 1e-2 --t-end 0.1 --animate '" + in("many") + "'").code, 0);
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(in("many"))) files += file.path().extension() == ".svg";
  EXPECT_EQ(files, 2);
}

// Fails if the target "w.svg" for several cells becomes the name of a folder or of a single file.
TEST_F(Animation, SeveralCellsAreDistinguishedByTheirNames) {
  const auto run = [&](const std::string& cells) { return plumb("run -p pendulum --t-end 0.1 " + cells); };
  const auto ended = run("-m erk4,kutta3 -s 1e-2 --animate '" + in("w.svg") + "' --trajectory '" + in("w.h5") + "'");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("--animate: 2 files, w-erk4.svg, w-kutta3.svg"));
  EXPECT_FALSE(std::filesystem::exists(in("w.svg")));
  for (const char* file : {"w-erk4.svg", "w-kutta3.svg", "w-erk4.h5", "w-kutta3.h5"})
    EXPECT_TRUE(std::filesystem::is_regular_file(in(file))) << file;
  EXPECT_THAT(contents(in("w-kutta3.svg")), HasSubstr("pendulum, ode, kutta3"));
  EXPECT_EQ(run("-m 'bathe(rho=0.5),bathe(rho=0)' -f index3 -s 1e-2,5e-2 --animate '" + in("b.svg") + "'").code, 0);
  for (const char* file : {"b-bathe-rho=0.5-h=0.01.svg", "b-bathe-rho=0-h=0.05.svg"})
    EXPECT_TRUE(std::filesystem::is_regular_file(in(file))) << file;
  write("v-erk4.svg", "<svg>mine</svg>");
  EXPECT_THAT(run("-m erk4,kutta3 -s 1e-2 --animate '" + in("v.svg") + "'"),
              Refuses(2, "is not an animation of `plumb run`"));
  EXPECT_EQ(contents(in("v-erk4.svg")), "<svg>mine</svg>");
}

}  // namespace
}  // namespace plumb
