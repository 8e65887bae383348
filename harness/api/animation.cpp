#include "harness/api/animation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "contract/excerpt.hpp"
#include "harness/api/film.hpp"
#include "harness/api/study_run.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/short_name.hpp"
#include "text/exit_codes.hpp"
#include "text/output_file.hpp"
#include "text/xml.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view svg_begins = "<svg xmlns=\"http://www.w3.org/2000/svg\" data-plumb=\"animation\"";
constexpr double bottom = 64;  // height of the space for text below the drawing [px]
constexpr int clock_labels = 100;
constexpr std::array<std::string_view, 8> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#56b4e9", "#e69f00", "#7a5195", "#8c6d31"};

FileKind animation_kind() { return beginning_with(std::string(svg_begins), "an animation of `plumb run`"); }

std::string text_of(const Pixel& p) { return fmt::format("{:.1f},{:.1f}", p[0], p[1]); }

std::string text_of(const std::vector<Pixel>& points) {
  std::vector<std::string> out;
  for (const auto& point : points) out.push_back(text_of(point));
  return fmt::format("{}", fmt::join(out, " "));
}

// Writes the elements of the SVG of one film.
class Animation {
 public:
  explicit Animation(const Film& of)
      : film(of), page(of), begin(of.t.front()), span(of.t.back() - of.t.front()), seconds(span / playing_speed(span)) {
    for (std::size_t k = 1; k < film.t.size(); ++k) {
      const double even = static_cast<double>(k) / static_cast<double>(film.t.size() - 1);
      equidistant = equidistant && std::abs((film.t[k] - begin) / span - even) < 1e-5;
    }
    bar_width = std::clamp(usual_bar() / 6, 1., 5.);
  }

  std::string svg(const std::string& caption) {
    return head(bottom) + drawing() + clock() + words(caption) + "</svg>\n";
  }
  /// Returns the first frame as an SVG, without clock and caption.
  std::string still() { return head(0) + drawing() + "</svg>\n"; }

 private:
  std::string drawing() {
    std::string out;
    for (const auto& line : page.floor())
      out += fmt::format("<polyline class=\"floor\" points=\"{}\"/>\n", points_of(line));
    out += axes();
    for (const auto kind :
         {StrokeKind::ground, StrokeKind::trail, StrokeKind::spring, StrokeKind::link, StrokeKind::body})
      for (std::size_t i = 0; i < film.strokes.front().size(); ++i)
        if (film.strokes.front()[i].kind == kind) out += element(i);
    return out;
  }

  std::string head(double below) const {
    const Pixel origin = page.at(DrawnPoint::Zero());
    auto out = fmt::format(
        "{} data-unit=\"{:.17g}\" data-origin=\"{:.3f},{:.3f}\" viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" "
        "height=\"{:.0f}\">\n",
        svg_begins, page.scale(), origin[0], origin[1], page.width(), page.height() + below, page.width(),
        page.height() + below);
    out += fmt::format(
        "<style>\n.bar {{fill: none; stroke-width: {:.1f}; stroke-linecap: round; stroke-linejoin: round}}\n"
        ".outline {{fill-opacity: 0.35; stroke-width: 1.5; stroke-linejoin: round}}\n"
        ".trail {{fill: none; stroke-width: 1.2; stroke-opacity: 0.6}}\n"
        ".spring {{fill: none; stroke: #444; stroke-width: 1.5; stroke-linejoin: round}}\n"
        ".link {{fill: none; stroke: #444; stroke-width: 2.5; stroke-linecap: round}}\n"
        ".ground {{fill: none; stroke: #555; stroke-width: 2}}\n.bearing {{fill: #bbb; stroke: #555}}\n"
        ".floor {{fill: none; stroke: #ddd; stroke-width: 1}}\n.axis {{fill: none; stroke: #999; "
        "stroke-width: 1.5}}\ntext {{font: 14px sans-serif; fill: #333}}\n.caption {{font-size: 12px}}\n</style>\n",
        bar_width);
    out +=
        "<marker id=\"pin\" markerWidth=\"7\" markerHeight=\"7\" refX=\"3.5\" refY=\"3.5\" "
        "markerUnits=\"userSpaceOnUse\"><circle cx=\"3.5\" cy=\"3.5\" r=\"2.5\" fill=\"#fff\" stroke=\"#333\"/>"
        "</marker>\n";
    return out + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  }

  const Stroke& stroke(std::size_t frame, std::size_t i) const { return film.strokes[frame][i]; }

  std::string points_of(const std::vector<DrawnPoint>& points) const {
    std::vector<Pixel> out;
    for (const auto& point : points) out.push_back(page.at(point));
    return text_of(out);
  }

  std::string axes() const {
    std::string out;
    for (std::size_t i = 0; i < page.axes().size(); ++i) {
      const auto& axis = page.axes()[i];
      const Pixel label = page.at(axis.front() + 1.12 * (axis.back() - axis.front()));
      out += fmt::format(
          "<polyline class=\"axis\" points=\"{}\"/>\n<text x=\"{:.1f}\" y=\"{:.1f}\" "
          "text-anchor=\"middle\">{}</text>\n",
          points_of(axis), label[0], label[1] + 4, "xyz"[i]);
    }
    return out;
  }

  // Returns the median length of the bars in the first frame [line width of bars [px]]. With the median, a few short
  // bars, as in the hands of a robot, do not make the other bars thinner.
  double usual_bar() const {
    std::vector<double> all;
    for (const auto& s : film.strokes.front())
      for (std::size_t k = 1; s.kind == StrokeKind::body && !s.closed && !s.bends && k < s.points.size(); ++k)
        all.push_back(page.scale() * (s.points[k] - s.points[k - 1]).norm());
    if (all.empty()) return 1e300;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>((all.size() - 1) / 2);
    std::ranges::nth_element(all, middle);
    return *middle;
  }

  std::string element(std::size_t i) {
    const auto& first = stroke(0, i);
    if (first.kind == StrokeKind::trail) return trail_element(i);
    if (first.kind == StrokeKind::ground) return ground_element(i);
    if (first.kind == StrokeKind::spring) return spring_element(i);
    if (first.kind == StrokeKind::link)
      return fmt::format("<polyline class=\"link\"{} points=\"{}\">{}{}</polyline>\n", all_pins,
                         points_of(first.points), title_of(first), moving_points(i));
    if (first.points.size() == 1) return dot_element(i);
    const auto shape = first.closed ? "polygon" : "polyline";
    const auto& colour = colour_of(first.body);
    const bool pins = !first.closed && !first.bends && bar_width > 3;
    const auto look = first.closed ? fmt::format("class=\"outline\" fill=\"{0}\" stroke=\"{0}\"", colour)
                                   : fmt::format("class=\"bar\" stroke=\"{}\"{}", colour, pins ? all_pins : "");
    return fmt::format("<{0} {1} points=\"{2}\">{3}{4}</{0}>\n", shape, look, points_of(first.points), title_of(first),
                       moving_points(i));
  }

  std::string moving_points(std::size_t i) const {
    std::vector<std::string> values;
    for (std::size_t k = 0; k < film.t.size(); ++k) values.push_back(points_of(stroke(k, i).points));
    return animated("points", values);
  }

  std::string spring_element(std::size_t i) const {
    double longest = 0;  // largest length of the spring over all frames [px]
    const auto ends = [&](std::size_t k) {
      return std::pair{page.at(stroke(k, i).points.front()), page.at(stroke(k, i).points.back())};
    };
    for (std::size_t k = 0; k < film.t.size(); ++k)
      longest = std::max(longest, (ends(k).second - ends(k).first).norm());
    std::vector<std::string> values;
    for (std::size_t k = 0; k < film.t.size(); ++k)
      values.push_back(text_of(zigzag(ends(k).first, ends(k).second, longest)));
    return fmt::format("<polyline class=\"spring\" points=\"{}\">{}{}</polyline>\n", values.front(),
                       title_of(stroke(0, i)), animated("points", values));
  }

  std::string dot_element(std::size_t i) {
    const auto& first = stroke(0, i);
    std::array<std::vector<std::string>, 2> values;
    for (std::size_t k = 0; k < film.t.size(); ++k) {
      const Pixel p = page.at(stroke(k, i).points.front());
      for (int j = 0; j < 2; ++j) values[static_cast<std::size_t>(j)].push_back(fmt::format("{:.1f}", p[j]));
    }
    return fmt::format("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{}\">{}{}{}</circle>\n",
                       values[0].front(), values[1].front(), colour_of(first.body), title_of(first),
                       animated("cx", values[0]), animated("cy", values[1]));
  }

  std::string ground_element(std::size_t i) const {
    const auto& first = stroke(0, i);
    if (first.points.size() > 1)
      return fmt::format("<polyline class=\"ground\" points=\"{}\">{}</polyline>\n", points_of(first.points),
                         moving_points(i));
    const Pixel p = page.at(first.points.front());
    return fmt::format("<path class=\"bearing\" d=\"M{} l-8,13 h16 z\"/>\n", text_of(p));
  }

  // Returns a path of the whole motion, drawn as a dash that grows with the path up to the present frame.
  std::string trail_element(std::size_t i) {
    std::vector<double> way = {0};
    std::string path = "M" + points_of(stroke(0, i).points);
    for (std::size_t k = 1; k < film.t.size(); ++k) {
      const auto &here = stroke(k, i).points, &before = stroke(k - 1, i).points;
      way.push_back(way.back() + (page.at(here.front()) - page.at(before.front())).norm());
      path += " L" + points_of(here);
    }
    if (!(way.back() > 0)) return "";
    std::vector<std::string> values;
    for (const double length : way) values.push_back(fmt::format("{:.4f}", 1 - length / way.back()));
    const auto& first = stroke(0, i);
    return fmt::format(
        "<path class=\"trail\" stroke=\"{}\" pathLength=\"1\" stroke-dasharray=\"1 1\" d=\"{}\">{}{}</path>\n",
        colour_of(first.body), path, title_of(first), animated("stroke-dashoffset", values));
  }

  static std::string title_of(const Stroke& s) {
    return s.body.empty() ? "" : fmt::format("<title>{}</title>", xml_text(s.body));
  }

  // Returns an animation of the attribute; an empty text if the values do not change.
  std::string animated(std::string_view attribute, const std::vector<std::string>& values) const {
    if (std::ranges::all_of(values, [&](const auto& value) { return value == values.front(); })) return "";
    return fmt::format("<animate attributeName=\"{}\" {}{} values=\"{}\"/>", attribute, timing(), key_times(),
                       fmt::join(values, ";"));
  }
  std::string timing() const { return fmt::format("dur=\"{:.6g}s\" repeatCount=\"indefinite\"", seconds); }
  // Returns the attribute keyTimes; empty if the frames are equidistant, which is the default of SVG.
  std::string key_times() const {
    if (equidistant) return "";
    std::vector<std::string> times;
    for (const double t : film.t) times.push_back(fmt::format("{:.6g}", (t - begin) / span));
    return fmt::format(" keyTimes=\"{}\"", fmt::join(times, ";"));
  }

  const std::string_view& colour_of(const std::string& body) {
    return colours[numbers.try_emplace(body, numbers.size()).first->second % colours.size()];
  }

  // Returns a clock: a growing bar, and a hundred texts with times, of which one is visible at a time.
  std::string clock() const {
    const double step = span / clock_labels, y = page.height() + 12;
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    std::string out = fmt::format(
        "<rect x=\"20\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"4\" fill=\"#eee\"/>\n<rect x=\"20\" y=\"{:.0f}\" "
        "width=\"0\" height=\"4\" fill=\"#999\"><animate attributeName=\"width\" {} values=\"0;{:.0f}\"/></rect>\n",
        y, page.width() - 40, y, timing(), page.width() - 40);
    for (int k = 0; k < clock_labels; ++k) {
      const auto from = fmt::format("{:.4g}", k / double{clock_labels}),
                 to = fmt::format("{:.4g}", (k + 1) / double{clock_labels});
      const auto values = k == 0                  ? fmt::format("values=\"visible;hidden\" keyTimes=\"0;{}\"", to)
                          : k + 1 == clock_labels ? fmt::format("values=\"hidden;visible\" keyTimes=\"0;{}\"", from)
                                                  : fmt::format(
                                                        "values=\"hidden;visible;hidden\" "
                                                        "keyTimes=\"0;{};{}\"",
                                                        from, to);
      out += fmt::format(
          "<text class=\"clock\" x=\"20\" y=\"{:.0f}\" visibility=\"{}\">t = {:.{}f} s<animate "
          "attributeName=\"visibility\" calcMode=\"discrete\" {} {}/></text>\n",
          page.height() + 36, k == 0 ? "visible" : "hidden", begin + step * k, decimals, timing(), values);
    }
    return out;
  }

  std::string words(const std::string& caption) const {
    const double speed = playing_speed(span);
    const auto pace = speed == 1 ? "real time" : fmt::format("{:g} x real time", speed);
    return fmt::format(
        "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">{}</text>\n<text class=\"caption\" x=\"20\" "
        "y=\"{:.0f}\">{}</text>\n",
        page.width() - 20, page.height() + 36, pace, page.height() + 56, xml_text(caption));
  }

  static constexpr const char* all_pins =
      " marker-start=\"url(#pin)\" marker-mid=\"url(#pin)\" marker-end=\"url(#pin)\"";

  const Film& film;
  PageOfFilm page;
  double begin, span;  // initial time and duration of the motion [s]
  double seconds;      // playing time of the picture [s]
  bool equidistant = true;
  double bar_width = 1;                        // px
  std::map<std::string, std::size_t> numbers;  // index of each body by its name, in the order of their first strokes
};

/// Returns the caption for a cell: problem, formulation, method and settings.
std::string caption_of(const ResolvedCell& cell) {
  return fmt::format("{}, {}, {}, {}", short_problem(cell), cell.formulation().name, short_method(cell),
                     short_settings(cell.text()));
}

/// Throws the errors of `write_animation` before the runs: if the file exists and is not an animation, if its
/// extension is not .svg (UsageError), or if its folder is not writable.
void check_animation_file(const fs::path& file) {
  if (file.extension() != ".svg")
    throw UsageError(
        fmt::format("--animate: '{}' is not allowed: FILE.svg, which browsers play", excerpt(file.string())));
  check_output(file, animation_kind());
}

/// Writes the animation, and replaces an existing animation. Writes no file for a run with fewer than two states.
/// Throws UsageError if the file exists and is not an animation, std::runtime_error if it cannot be written.
void write_animation(const fs::path& file, const ResolvedCell& cell, const RunResult& result,
                     const SampledStates& states, const std::string& caption) {
  if (result.status == Status::unsupported || states.t.size() < 2) return;
  const auto film = film_of(cell, states);
  if (film.t.size() < 2) return;
  write_file(file, animation_kind(), Animation(film).svg(caption));
}

/// Returns the cell of the second run: without a reference, and with as many samples as a film requires.
ResolvedCell run_for_film(const ResolvedCell& cell) {
  auto text = cell.text();
  text.reference = ReferenceChoice::none;
  text.samples = static_cast<int>(states_for_film(cell));
  return resolve(text);
}

}  // namespace

double playing_speed(double seconds) {
  constexpr double shortest = 2, longest = 30, usual = 10;  // limits and usual value of the playing time [s]
  if (seconds >= shortest && seconds <= longest) return 1;
  const double least = seconds / usual, power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1., 2., 5.})
    if (least <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

std::string still_svg(const Film& film) { return Animation(film).still(); }

Animations::Animations(const std::filesystem::path& target, const Cells& cells) {
  files_ = files_of_cells(target, cells, ".svg");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    check_animation_file(files_[i]);
    const auto cell = cells[i];
    if (!has_picture(cell)) {
      const auto line = without_picture(cell);
      if (std::ranges::find(notes_, line) == notes_.end()) notes_.push_back(line);
      continue;
    }
    auto run = run_for_film(cell);
    auto& drawn = drawn_[run.id()];
    if (drawn.empty()) runs_.push_back(std::move(run));
    drawn.push_back({i, caption_of(cell)});
  }
}

Ending Animations::write(Conduct conduct) const {
  if (runs_.empty()) return {};
  conduct.store.clear();
  conduct.states = [this](const ResolvedCell& cell, const RunResult& result, const SampledStates& states) {
    for (const auto& [file, caption] : drawn_.at(cell.id()))
      write_animation(files_[file], cell, result, states, caption);
  };
  return run_each(Cells(runs_), conduct, {});
}

}  // namespace plumb
