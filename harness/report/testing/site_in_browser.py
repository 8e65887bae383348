"""Opens every page of a site in headless Chromium, at three widths, and uses it like a reader.

    /usr/bin/python3 site_in_browser.py SITE DOWNLOADS

Prints a line for each fault. The exit code is 1 if there are faults, and 77 if Debian's chromium, chromium-driver or
python3-selenium is missing. Faults are messages on the console, requests other than file: and data:, pages that are
wider than the window, and elements that do not react.
"""

import csv
import json
import pathlib
import shutil
import sys
import time

faults = []


def expect(condition, what):
    if not condition:
        faults.append(what)


def browser_of(downloads):
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--disable-background-networking", "--no-first-run", "--window-size=1280,900"):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


def until(found, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        time.sleep(0.05)
    return None


class Site:
    def __init__(self, folder, downloads):
        self.folder = folder
        self.downloads = downloads
        self.browser = browser_of(downloads)

    def open(self, page):
        self.browser.get("about:blank")
        self.browser.get((self.folder / page.split("#")[0]).as_uri() + ("#" + page.split("#")[1] if "#" in page else ""))

    def width(self, pixels):
        """Sets the width of the page, as on a screen or a telephone; 0: the width of the window."""
        if pixels:
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                         {"width": pixels, "height": 900, "deviceScaleFactor": 1, "mobile": pixels < 500})
        else:
            self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def all(self, selector):
        return self.browser.find_elements("css selector", selector)

    def look(self, page):
        """Adds faults: new messages of the console, forbidden requests, and a page that is wider than its window."""
        for line in self.browser.get_log("browser"):
            faults.append(f"{page}: console: {line['message']}")
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                expect(url.split(":")[0] in ("file", "data", "about", "blob"), f"{page}: asks for {url}")
        wide = self.browser.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
        expect(wide <= 0, f"{page}: {wide} pixels wider than its window")
        expect(self.browser.execute_script("return window.hostile") is None, f"{page}: obeys a text of the store")

    def saved(self, name):
        return until(lambda: (self.downloads / name).exists() and (self.downloads / name).read_text())


def opens_every_page(site):
    for width in (1280, 768, 390):
        site.width(width)
        pages = sorted(p.relative_to(site.folder) for p in site.folder.rglob("*.html"))
        in_folders = [p for p in pages if len(p.parts) > 1]
        for page in [p for p in pages if len(p.parts) == 1] + (in_folders if width > 1000 else in_folders[::9]):
            site.open(str(page))
            expect(len(site.all("h1")) == 1, f"{page}: no heading")
            if site.all(".picture:not([hidden])") and str(page) != "order.html":
                expect(until(lambda: site.all(".picture[data-drawn]")), f"{page}: nothing is drawn")
            site.look(f"{page} at {width}")
    site.width(0)


def has_names(site):
    """Controls and pictures must have names, because screen readers read them aloud."""
    for page in ("matrix.html", "work.html", "order.html", "methods.html"):
        site.open(page)
        nameless = site.browser.execute_script("""return Array.from(document.querySelectorAll('input,select,button,a,img,[role=group]'))
            .filter(e => !(e.textContent.trim() || e.getAttribute('aria-label') || e.alt || (e.labels && e.labels.length)))
            .map(e => e.outerHTML.slice(0, 80))""")
        expect(not nameless, f"{page}: without a name: {nameless}")


def filters_the_matrix(site):
    site.open("matrix.html")
    entries = len(site.all("td[data-run]"))
    expect(entries > 0, "matrix: no entries")
    box = site.browser.find_element("css selector", "select[name=status]")
    box.find_element("css selector", "option[value=unsupported]").click()
    expect(until(lambda: 0 < len(site.all("td[data-run]")) < entries), "matrix: the filter changes nothing")
    expect("status=unsupported" in site.browser.current_url, "matrix: the address does not hold the filter")
    expect(len(site.all("td.failed")) == len(site.all("td[data-run]")), "matrix: not all are failures")
    site.open("matrix.html#status=unsupported")
    expect(0 < len(site.all("td[data-run]")) < entries, "matrix: the address is not obeyed")
    site.look("matrix, filtered")


def opens_a_run(site):
    site.open("matrix.html")
    site.all("td[data-run]")[0].click()
    command = until(lambda: site.all("[data-command]"))
    expect(command and command[0].text.startswith("plumb run -p "), "matrix: a click opens no run")
    identity = site.all("#cell")[0].get_attribute("data-cell")
    expect("cell=" + str(identity) in site.browser.current_url, "matrix: the address does not hold the run")
    site.open("matrix.html#cell=" + str(identity))
    expect(until(lambda: site.all("[data-command]")), "matrix: the address opens no run")
    site.open("matrix.html")
    expect(site.all("td[tabindex='0']"), "matrix: no entry is reached by the tabulator")
    first = site.all("td[data-run]:has(~ td[data-run])")[0]
    first.send_keys(Keys.ARROW_RIGHT)
    moved = site.browser.switch_to.active_element
    expect(moved.get_attribute("data-run") not in (None, first.get_attribute("data-run")), "matrix: arrows do not move")
    moved.send_keys(Keys.ENTER)
    expect(until(lambda: site.all("[data-command]")), "matrix: Enter opens no run")
    site.look("matrix, a run")


def data(site, name):
    """Returns the data of a page: the second line of its script."""
    return json.loads((site.folder / f"data/{name}.js").read_text().splitlines()[1])


def saves_what_it_shows(site):
    index = data(site, "index")
    site.open("matrix.html#compare=number")
    site.all("[data-save=csv]")[0].click()
    text = site.saved("matrix.csv")
    rows = list(csv.DictReader((text or "").splitlines()))
    expect(len(rows) == index["cells"], f"matrix.csv: {len(rows)} rows of {index['cells']}")
    expect(rows and {"id", "method", "status"} <= rows[0].keys(), "matrix.csv: columns are missing")
    site.all("[data-save=json]")[0].click()
    expect(len(json.loads(site.saved("matrix.json") or '{"rows":[]}')["rows"]) == index["cells"], "matrix.json: other rows")
    site.open("about.html")
    site.all("[data-save=runs]")[0].click()
    rows = list(csv.DictReader((site.saved("runs.csv") or "").splitlines()))
    expect(len(rows) == index["cells"], f"runs.csv: {len(rows)} rows of {index['cells']}")
    exact = [r for r in rows if len(r.get("end.q", "")) > 12]
    expect(exact, "runs.csv: no error has all digits")


def opens_with_the_answer(site):
    """Failures must come first, then the best method of each problem, then the changes since the earlier store."""
    site.open("index.html")
    heads = [h.text for h in site.all("h2")]
    expect(heads[:3] == ["What fails", "Which method is best", "What is new"], f"overview: {heads}")
    expect(until(lambda: site.all("#cheapest tbody tr")), "overview: no best method")
    expect(site.all("#failing tbody tr"), "overview: no failures")
    expect("unsupported" not in site.all("#failing")[0].text, "overview: methods that do not apply count as failures")
    expect("old.db" in site.all("#news")[0].text, "overview: no changes")
    site.all("#cheapest tbody a")[0].click()
    expect(until(lambda: site.all("td.best")), "overview: a problem leads to no comparison")


def compares_like_with_like(site):
    """By default a method has one row, with default parameters; its variants are one click away."""
    site.open("matrix.html")
    expect(until(lambda: site.all("td.best")), "matrix: no best method")
    rows = len(site.all(".grid tbody th"))
    heads = [h.text for h in site.all(".grid thead th")]
    expect(any("≤" in h or "at cost" in h or "at h" in h for h in heads), f"matrix: nothing is compared: {heads}")
    more = site.all(".grid th button")
    expect(more, "matrix: no variants")
    if more:
        more[0].click()
        expect(until(lambda: "variants=yes" in site.browser.current_url), "matrix: a click shows no variants")
    site.look("matrix, variants")
    site.open("matrix.html#variants=yes")
    expect(until(lambda: len(site.all(".grid tbody th")) > rows), "matrix: all variants are no more rows")
    site.open("matrix.html#compare=error")
    expect(until(lambda: site.all("td.best")), "matrix: no errors at equal cost")
    site.open("matrix.html#compare=number&metric=end.q")
    expect(until(lambda: site.all("td[data-run]")), "matrix: no numbers")
    site.look("matrix, numbers")


def interpolates_costs(site):
    """At an error halfway between two runs, on a logarithmic scale, the cost is the geometric mean of their costs."""
    site.open("matrix.html")
    runs = site.browser.execute_async_script("""var end = arguments[0], runs = plumb.runs;
        runs.mainErrors(error => runs.values(runs.usualCost(), cost => end(Array.from({length: runs.n}, (unused, i) => i)
            .filter(i => runs.word('method', i) === 'erk4' && runs.word('problem', i) === 'pendulum' &&
                    runs.word('formulation', i) === 'ode' && runs.word('t_end', i) === '1' && runs.word('status', i) === 'ok')
            .map(i => [runs.step[i], error[i], cost[i], i]).sort((a, b) => b[0] - a[0]))))""")
    expect(len(runs) > 3, f"matrix: {len(runs)} runs of erk4")
    (_, coarse, cost, _), (_, fine, next_cost, run) = runs[1:3]
    site.open(f"matrix.html#problem=pendulum&formulation=ode&at={(coarse * fine) ** 0.5!r}")
    entry = until(lambda: site.all(f"td[data-run='{run}']"))
    expect(entry, "matrix: erk4 is not compared")
    if entry:
        shown, expected = float(entry[0].text), (cost * next_cost) ** 0.5
        expect(abs(shown / expected - 1) < 0.06, f"matrix: a cost of {shown} instead of {expected}")


def shows_changes(site):
    site.open("changes.html")
    expect("old.db" in site.all("#counts")[0].text, "changes: no store")
    expect(site.all("#only tbody tr"), "changes: the new run is missing")
    site.look("changes")


def draws_an_order(site):
    site.open("order.html")
    buttons = site.all("button[data-series]")
    expect(buttons, "order: no series")
    if buttons:
        buttons[0].click()
        expect(until(lambda: site.all("#picture[data-drawn]")), "order: no picture")
    site.look("order")


def draws_other_axes(site):
    site.open("work.html#x=step&y=end.q")
    expect(until(lambda: site.all("#picture .scatterlayer .trace")), "work: no traces")
    traces = len(site.all("#picture .scatterlayer .trace"))
    site.all("input[name=best]")[0].click()
    expect(until(lambda: len(site.all("#picture .scatterlayer .trace")) > traces), "work: best of families are all")
    expect("best=no" in site.browser.current_url, "work: the address does not hold the choice")
    site.open("work.html")
    expect(until(lambda: "cost" in site.all("#picture .xtitle")[0].text if site.all("#picture .xtitle") else None), "work: no cost")
    site.look("work")


def typesets_formulas(site):
    """KaTeX must typeset Butcher tableaus, multistep formulas, other formulas and equations, with its own fonts."""
    for page in ("method/erk4.html", "method/bdf2.html", "method/half-implicit.html", "problem/pendulum.html"):
        site.open(page)
        formulas = len(site.all(".formula"))
        expect(formulas > 0, f"{page}: no formula")
        expect(until(lambda: len(site.all(".formula .katex-html")) >= formulas), f"{page}: not all formulas are typeset")
        loaded = site.browser.execute_async_script(
            "var end = arguments[0]; document.fonts.load('12px KaTeX_Main').then(f => end(f.length), () => end(0))")
        expect(loaded == 1, f"{page}: the fonts of formulas are not there")
        site.look(page)
    for page in sorted(site.folder.glob("*/*.html")):
        if 'class="formula"' in page.read_text():
            site.open(str(page.relative_to(site.folder)))
            expect(not site.all(".katex-error"), f"{page.name}: a formula that KaTeX refuses")


def shows_the_motion_of_a_problem(site):
    """The page must show the animation of one of its runs, or its first picture if the user prefers reduced motion."""
    site.open("problem/pendulum.html")
    def shown():
        return site.browser.execute_script(
            "var i = document.querySelector('figure.moving img'); return i && i.complete && i.naturalWidth ? i.currentSrc : ''")

    moving = until(shown)
    expect(moving and not moving.endswith("/pendulum.svg"), f"pendulum: nothing moves: {moving}")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                 {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    expect(until(lambda: shown().endswith("/pendulum.svg")), "pendulum: it moves where no motion is wanted")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    run = site.all("figure.moving a")[0].get_attribute("href").split("cell=")[1]
    expect((site.folder / f"picture/{run}.svg").exists(), "pendulum: the motion is of no run")
    expect("L" in site.all(".formula .katex-html")[0].text, "pendulum: the equations are not its own")
    site.look("a problem, in motion")


def leaves_room_for_the_picture(site):
    """Long names in the legend must not reduce the plot."""
    site.open("work.html#x=step&y=end.q")
    until(lambda: site.all("#picture .scatterlayer .trace"))
    site.browser.execute_script("""var one = {type: 'scatter', x: [1, 2], y: [1, 2], name: Array(300).join('name ')};
        delete document.getElementById('picture').dataset.drawn;
        plumb.picture.draw(document.getElementById('picture'), [one, Object.assign({}, one)], {x: '', y: ''})""")
    expect(until(lambda: site.all("#picture[data-drawn='2']")), "work: two traces are not drawn")
    share = site.browser.execute_script("""var p = document.getElementById('picture'), l = p.querySelector('.plot');
        return l.getBoundingClientRect().width / p.getBoundingClientRect().width""")
    expect(share > 0.4, f"work: the picture has {share:.2f} of its place")


def shows_digits_and_published_values(site):
    site.open("problem/pendulum.html")
    expect(until(lambda: len(site.all("#digits .scatterlayer .trace")) >= 3), "problem: no certified digits")
    expect("1.25" in site.browser.page_source and "1 value" in site.browser.page_source, "problem: no published value")
    site.look("problem")


def draws_figures_of_papers(site):
    for paper, figures in (("k2020", 1), ("fernandez2024", 2)):
        site.open(f"paper/{paper}.html")
        places = site.all("[data-figure]")
        expect(len(places) == figures, f"{paper}: {len(places)} figures")
        for place in places:
            site.browser.execute_script("arguments[0].scrollIntoView()", place)
            expect(until(lambda: place.find_elements("css selector", ".trace, .contour")), f"{paper}: a figure is not drawn")
        site.look(paper)
    expect("class=\"found\"" in site.browser.page_source, "paper: nothing is said of what was found")
    lines = site.all("details a[href*='cell=']")
    expect(lines, "paper: no figure leads to a run")
    if lines:
        site.browser.get(lines[0].get_attribute("href"))
        expect(until(lambda: site.all("[data-command]")), "paper: a link leads to no run")


def shows_a_motion(site):
    kept = sorted((site.folder / "data/kept").glob("*.js"))
    expect(kept, "no motion is kept")
    for width in (1280, 390):
        site.width(width)
        site.open(f"matrix.html#cell={kept[0].stem}")
        expect(until(lambda: site.all("[data-over-time] .scatterlayer .trace")), "matrix: no motion over time")
        choice = site.browser.find_element("css selector", "select[name=over-time]")
        choice.find_element("css selector", "option[value=energy]").click()
        expect(until(lambda: "energy" in site.all("[data-over-time]")[0].text), "matrix: no energy over time")
        expect(site.all("#cell img.drawing"), "matrix: no animation")
        site.look(f"matrix, a motion at {width}")
    site.width(0)


def shows_comparison_and_checks(site):
    site.open("compare.html")
    expect(until(lambda: len(site.all("main .scatterlayer .trace")) > 3), "compare: no errors over cost")
    heads = [h.text for h in site.all("th")]
    expect(heads and heads.index("2") < heads.index("10"), f"compare: columns in another order: {heads}")
    site.look("compare")
    site.open("check.html")
    expect(until(lambda: site.all("#picture .scatterlayer .trace")), "check: no history")
    expect("0123456789ab" in site.browser.page_source, "check: the history names no commit")
    rows = len(site.all("#findings tbody tr"))
    site.browser.find_element("css selector", "select[name=grade] option[value=worse]").click()
    expect(until(lambda: 0 < len(site.all("#findings tbody tr")) < rows), "check: the filter changes nothing")
    site.look("check")


def draws_walls(site):
    site.open("work.html#x=step&y=end.q&problem=pendulum&formulation=ode")
    expect(until(lambda: "rounding leaves" in site.browser.find_element("css selector", "#picture").text), "work: no wall")
    site.look("work, walls")


CONTRAST = """
function parts(c) { var m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? m.concat([1]) : m; }
function lum(c) { return [0.2126, 0.7152, 0.0722].reduce((s, w, k) => {
  var x = c[k] / 255; return s + w * (x <= 0.03928 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4)); }, 0); }
var out = [];
document.querySelectorAll('header *, main *, footer *').forEach(e => {
  var own = Array.from(e.childNodes).some(n => n.nodeType === 3 && n.textContent.trim());
  if (!own || !e.getClientRects().length || e.closest('svg') || e.closest('.katex') || e.closest('caption')) return;
  var b = e, ground = null;
  while (b && !ground) {
    var s = getComputedStyle(b);
    if (s.backgroundImage !== 'none') return;
    var p = parts(s.backgroundColor);
    if (p[3] > 0) ground = p;
    b = b.parentElement;
  }
  var ink = parts(getComputedStyle(e).color), a = lum(ink), c = lum(ground || [255, 255, 255, 1]);
  var ratio = (Math.max(a, c) + 0.05) / (Math.min(a, c) + 0.05);
  if (ratio < 4.5) out.push(e.tagName + ' ' + e.className + ' ' + ratio.toFixed(2) + ' ' + e.textContent.trim().slice(0, 30));
});
return Array.from(new Set(out)).slice(0, 5);
"""


def has_contrast(site):
    """The contrast of text to its background must be at least 4.5 (WCAG 2), on light and dark screens."""
    for scheme in ("light", "dark"):
        site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                     {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for page in ("index.html", "matrix.html", "order.html", "methods.html", "problem/pendulum.html", "paper/k2020.html",
                     "check.html", "changes.html", "compare.html", "about.html"):
            site.open(page)
            pale = site.browser.execute_script(CONTRAST)
            expect(not pale, f"{page}, {scheme}: too little contrast: {pale}")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def prints(site):
    """Prints from a dark screen must have dark text and table headings, and no filters."""
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                 {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    site.open("matrix.html")
    expect(until(lambda: site.all("td[data-run]")), "print: no matrix")
    expect(site.browser.execute_script("return getComputedStyle(document.body).color") == "rgb(0, 0, 0)", "print: pale ink")
    expect(not any(f.is_displayed() for f in site.all(".filters")), "print: filters are printed")
    expect(all(h.is_displayed() for h in site.all("table.plain th button")), "print: heads of tables are missing")
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    site.open("problem/pendulum.html")
    until(lambda: site.all("#digits[data-drawn]"))
    def width():
        return site.browser.execute_script("var s = document.querySelector('#digits svg.main-svg'); return s ? s.clientWidth : 0")

    site.browser.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    expect(until(lambda: 0 < width() <= 700, 5), "print: pictures wider than paper")
    site.browser.execute_script("window.dispatchEvent(new Event('afterprint'))")
    expect(until(lambda: width() > 700, 5), "print: pictures stay small")
    site.look("print")


def finds_a_method(site):
    site.open("methods.html")
    total = len(site.all("tbody tr"))
    site.all("input[name=text]")[0].send_keys("radau")
    expect(until(lambda: 0 < len(site.all("tbody tr")) < total), "methods: the search finds nothing")
    site.all("tbody a")[0].click()
    expect(until(lambda: "/method/" in site.browser.current_url), "methods: a name leads nowhere")
    site.look("a method")


def main():
    folder, downloads = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    downloads.mkdir(exist_ok=True)
    site = Site(folder, downloads)
    try:
        for look in (opens_every_page, has_names, filters_the_matrix, opens_a_run, saves_what_it_shows, opens_with_the_answer,
                     compares_like_with_like, interpolates_costs, shows_changes, draws_an_order,
                     draws_other_axes, leaves_room_for_the_picture,
                     typesets_formulas, shows_the_motion_of_a_problem, shows_digits_and_published_values, draws_figures_of_papers,
                     shows_a_motion, shows_comparison_and_checks, draws_walls, has_contrast, prints, finds_a_method):
            try:
                look(site)
            except WebDriverException as e:  # an element is missing; the other tests continue
                faults.append(f"{look.__name__}: {e.msg}")
    finally:
        site.browser.quit()
    print("\n".join(faults))
    return 1 if faults else 0


try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print("no python3-selenium")
    sys.exit(77)
if not shutil.which("chromedriver") or not shutil.which("chromium"):
    print("no chromium with its driver")
    sys.exit(77)
sys.exit(main())
