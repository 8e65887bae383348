#include "harness/gate/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>

#include "harness/store/sqlite.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t application = 0x504C4D48;  // application id in the header of the file: "PLMH"
constexpr std::int64_t schema_version = 1;

constexpr const char* tables[] = {
    "CREATE TABLE checks (number INTEGER PRIMARY KEY, time TEXT NOT NULL, who TEXT NOT NULL, machine TEXT NOT NULL, "
    "commit_hash TEXT NOT NULL, build TEXT NOT NULL, quick INTEGER NOT NULL, exit INTEGER NOT NULL)",
    "CREATE TABLE metrics (number INTEGER PRIMARY KEY, area TEXT NOT NULL, item TEXT NOT NULL, problem TEXT NOT NULL, "
    "formulation TEXT NOT NULL, method TEXT NOT NULL, settings TEXT NOT NULL, name TEXT NOT NULL, "
    "UNIQUE (area, item, name))",
    "CREATE TABLE spans (metric INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, "
    "checks INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (metric, first)) WITHOUT ROWID"};

void create(const Sqlite& db) {
  Transaction transaction(db);
  if (db.number("SELECT count(*) FROM sqlite_schema") != 0) return;  // created by another process meanwhile
  for (const char* table : tables) db.run(table);
  db.run(fmt::format("PRAGMA application_id = {}", application));
  db.run(fmt::format("PRAGMA user_version = {}", schema_version));
  transaction.commit();
}

fs::path with_folder(const fs::path& file) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);  // SQLite reports the error
  return file;
}

/// Returns whether the values of a part keep their names in the history, without the name of the part.
bool stands_alone(std::string_view part) {
  return part == "metrics" || part == "counters" || part == "outputs" || part == "properties";
}

std::string name_of(const std::string& part, const std::string& name) {
  if (stands_alone(part)) return name;
  const bool is_plural = part == "orders" || part == "verdicts";
  return (is_plural ? part.substr(0, part.size() - 1) : part) + "." + name;
}

bool is_single(const Json& value) { return value.is_number() || value.is_string() || value.is_boolean(); }

RecordedCheck check_of(const Statement& row, int from) {
  return {row.number(from),   row.text(from + 1), row.text(from + 2),        row.text(from + 3),
          row.text(from + 4), row.text(from + 5), row.number(from + 6) != 0, static_cast<int>(row.number(from + 7))};
}

constexpr const char* columns_of_check =
    "{0}.number, {0}.time, {0}.who, {0}.machine, {0}.commit_hash, {0}.build, {0}.quick, {0}.exit";

/// Returns use(). If the file is damaged, throws StoreError with a message about the history instead of a store.
template <class Use>
auto with_file(const fs::path& path, const Use& use) {
  const auto damaged = [&](const char* why) {
    return StoreError(
        fmt::format("{}: this history of checks is damaged ({}); move it away to start a new one", path.string(), why));
  };
  try {
    return use();
  } catch (const SqliteDamaged&) {
    throw damaged("SQLite cannot read it");
  } catch (const Json::exception& e) {
    throw damaged(plain_message(e).c_str());
  }
}

constexpr int plot_rows = 8;
constexpr std::size_t most_columns = 60;

std::vector<double> newest_numbers(const MetricHistory& metric) {
  std::vector<double> out;
  for (const auto& span : metric.spans)
    if (span.value.is_number()) out.push_back(span.value.get<double>());
  if (out.size() > most_columns) out.erase(out.begin(), out.end() - most_columns);
  return out;
}

}  // namespace

std::vector<std::pair<std::string, Json>> named_values(const Item& item) {
  std::vector<std::pair<std::string, Json>> out;
  for (const auto& [part, value] : item.result.items()) {
    if (is_single(value)) out.emplace_back(part, value);
    if (!value.is_object() || part == "values") continue;
    for (const auto& [name, one] : value.items())
      if (is_single(one)) out.emplace_back(name_of(part, name), one);
  }
  return out;
}

struct History::File {
  explicit File(const fs::path& of)
      : path(of), db(with_folder(of).string(), Opening::read_write, std::chrono::seconds(30)) {
    if (db.number("SELECT count(*) FROM sqlite_schema") == 0 && db.number("PRAGMA application_id") == 0) create(db);
    if (db.number("PRAGMA application_id") != application)
      throw StoreError(fmt::format("{}: is not a history of checks; give another path", path.string()));
    if (const auto version = db.number("PRAGMA user_version"); version != schema_version)
      throw StoreError(fmt::format("{}: history of schema version {}, this build reads version {}", path.string(),
                                   version, schema_version));
  }

  std::string metric(const Item& item, const std::string& name) const {
    Statement insert(db,
                     "INSERT OR IGNORE INTO metrics (area, item, problem, formulation, method, settings, name) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?)");
    insert.bind({item.area, item.id, item.problem, item.formulation, item.method, item.settings, name});
    insert.step();
    Statement query(db, "SELECT number FROM metrics WHERE area = ? AND item = ? AND name = ?");
    query.bind({item.area, item.id, name});
    query.step();
    return query.text(0);
  }

  /// Stores the value of a metric in a check: extends the latest span if the value is unchanged, else begins a new
  /// span.
  void put(const std::string& metric, const std::string& check, const std::string& value) const {
    Statement latest(db, "SELECT first, value FROM spans WHERE metric = ? ORDER BY first DESC LIMIT 1");
    latest.bind({metric});
    if (latest.step() && latest.text(1) == value) {
      const auto first = latest.text(0);
      Statement update(db, "UPDATE spans SET last = ?, checks = checks + 1 WHERE metric = ? AND first = ?");
      update.bind({check, metric, first});
      update.step();
      return;
    }
    Statement insert(db, "INSERT INTO spans (metric, first, last, checks, value) VALUES (?, ?, ?, 1, ?)");
    insert.bind({metric, check, check, value});
    insert.step();
  }

  fs::path path;
  Sqlite db;
};

History::History(const fs::path& file) : file_(with_file(file, [&] { return std::make_unique<File>(file); })) {}
History::~History() = default;

void History::add(const RecordedCheck& check, const std::vector<Item>& measured) {
  with_file(file_->path, [&] { append(check, measured); });
}

std::vector<MetricHistory> History::of(const std::string& name, const Choice& choice) const {
  return with_file(file_->path, [&] { return found(name, choice); });
}

std::vector<std::string> History::names() const {
  return with_file(file_->path, [&] { return all_names(); });
}

void History::append(const RecordedCheck& check, const std::vector<Item>& measured) const {
  const auto& db = file_->db;
  Transaction transaction(db);
  Statement insert(db,
                   "INSERT INTO checks (time, who, machine, commit_hash, build, quick, exit) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?)");
  const auto exit = std::to_string(check.exit);
  insert.bind({check.when, check.who, check.machine, check.commit, check.build, check.quick ? "1" : "0", exit});
  insert.step();
  const auto number = std::to_string(db.number("SELECT max(number) FROM checks"));
  for (const auto& item : measured)
    for (const auto& [name, value] : named_values(item)) file_->put(file_->metric(item, name), number, value.dump());
  transaction.commit();
}

std::vector<MetricHistory> History::found(const std::string& name, const Choice& choice) const {
  const auto columns = [](const char* table) { return fmt::format(fmt::runtime(columns_of_check), table); };
  Statement query(file_->db, fmt::format("SELECT m.number, m.area, m.item, m.problem, m.formulation, m.method, "
                                         "m.settings, s.value, s.checks, {}, {} FROM metrics m "
                                         "JOIN spans s ON s.metric = m.number JOIN checks f ON f.number = s.first "
                                         "JOIN checks l ON l.number = s.last WHERE m.name = ? "
                                         "ORDER BY m.area, m.problem, m.formulation, m.method, m.settings, m.number, "
                                         "s.first",
                                         columns("f"), columns("l")));
  query.bind({name});
  std::vector<MetricHistory> out;
  std::int64_t metric = -1;
  while (query.step()) {
    const Item item{.area = query.text(1),
                    .id = query.text(2),
                    .problem = query.text(3),
                    .formulation = query.text(4),
                    .method = query.text(5),
                    .settings = query.text(6)};
    if (!choice.has(item)) continue;
    if (query.number(0) != metric) out.push_back({item, name, {}});
    metric = query.number(0);
    out.back().spans.push_back({Json::parse(query.text(7)), check_of(query, 9), check_of(query, 17), query.number(8)});
  }
  return out;
}

std::vector<std::string> History::all_names() const {
  std::vector<std::string> out;
  Statement query(file_->db, "SELECT DISTINCT name FROM metrics ORDER BY name");
  while (query.step()) out.push_back(query.text(0));
  return out;
}

std::optional<fs::path> history_file(const std::function<const char*(const char*)>& environment) {
  const auto value = [&](const char* name) -> std::string {
    const char* text = environment(name);
    return text == nullptr ? "" : text;
  };
  if (const auto chosen = value("PLUMB_HISTORY"); !chosen.empty())
    return chosen == "off" ? std::nullopt : std::optional<fs::path>(chosen);
  if (const fs::path state = value("XDG_STATE_HOME"); state.is_absolute()) return state / "plumb" / "history.db";
  if (const fs::path home = value("HOME"); home.is_absolute())
    return home / ".local" / "state" / "plumb" / "history.db";
  return {};
}

std::string plot_of(const MetricHistory& metric) {
  const auto values = newest_numbers(metric);
  if (values.size() < 2) return {};
  const bool by_decades = std::ranges::all_of(values, [](double x) { return x > 0; });
  std::vector<double> heights;
  for (const double x : values) heights.push_back(by_decades ? std::log10(x) : x);
  const auto [low, high] = std::ranges::minmax(heights);
  const double span = high > low ? high - low : 1;
  std::string out;
  for (int row = plot_rows - 1; row >= 0; --row) {
    const double level = low + span * row / (plot_rows - 1);
    const auto label = row == 0 || row == plot_rows - 1 ? significant(by_decades ? std::pow(10, level) : level, 3) : "";
    auto line = fmt::format("{:>10} |", label);
    for (const double height : heights)
      line += static_cast<int>(std::lround((height - low) / span * (plot_rows - 1))) == row ? '*' : ' ';
    line.resize(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace plumb
