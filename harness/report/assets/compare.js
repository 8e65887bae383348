/* plumb report: a method compared with the catalogue. */
(function () {
  'use strict';
  var el = plumb.el, data = plumb.get('compare'), state = plumb.address.read(), place = plumb.by('content');
  var arenas = Array.from(new Set(data.runs.map(function (r) { return r.arena; })));
  var picture = el('div', {class: 'picture', role: 'group', 'aria-label': 'Errors over cost of all methods'});
  var roles = {judged: 'the judged method', tuned: 'with other parameters', catalogue: 'the catalogue'};

  function method() { return data.methods.filter(function (m) { return m.method === state.method; })[0] || data.methods[0]; }
  function rows(section) {
    if (!section.rows.length) return null;
    return plumb.table(section.columns.map(function (name, k) {
      return {name: name || 'value', number: k > 0 && section.rows.some(function (r) { return typeof r[k] === 'number'; }),
        of: function (r) { return r[k]; }, show: function (r) {
          var x = r[k];
          return x === null || x === undefined ? '' : typeof x === 'number' ? plumb.number(x, 3) : String(x);
        }};
    }), section.rows, {label: section.title});
  }
  function section(s) {
    return el('section', {}, el('h2', {}, s.title), rows(s), s.notes.map(function (n) { return el('p', {class: 'soft'}, plumb.marked(n)); }));
  }
  // Returns a line for each method: the judged method is highlighted, all others are pale. Hovering shows names.
  function traces() {
    var of = {}, arena = arenas.indexOf(state.arena) >= 0 ? state.arena : arenas[0], failed = [], top = 0;
    data.runs.forEach(function (r) {
      if (r.arena !== arena || (r.role === 'judged' && r.method !== method().method)) return;
      if (r.status !== 'ok' || !(r.error > 0) || !(r.cost > 0)) { if (r.status !== 'ok') failed.push(r); return; }
      top = Math.max(top, r.error);
      (of[r.role + ' ' + r.method] = of[r.role + ' ' + r.method] || []).push(r);
    });
    var seen = {};
    var order = Object.keys(of).sort(function (a, b) { return Number(/^judged/.test(a)) - Number(/^judged/.test(b)) || (a < b ? -1 : 1); });
    var out = order.map(function (key) {
      var all = of[key].sort(function (a, b) { return a.cost - b.cost; }), role = all[0].role, first = !seen[role];
      var colour = role === 'judged' ? plumb.picture.colour(1) : role === 'tuned' ? plumb.picture.colour(0) : '#98a2ac';
      seen[role] = true;
      return {type: 'scatter', mode: role === 'catalogue' ? 'lines' : 'lines+markers', name: role === 'judged' ? plumb.picture.escaped(all[0].method) : roles[role] || plumb.picture.escaped(role),
        legendgroup: role, showlegend: first, x: all.map(function (r) { return r.cost; }), y: all.map(function (r) { return r.error; }),
        line: {color: colour, width: role === 'judged' ? 3 : 1}, marker: {color: colour, size: role === 'judged' ? 8 : 4}, opacity: role === 'catalogue' ? 0.7 : 1,
        text: all.map(function (r) { return plumb.picture.escaped(r.method + ', ' + (r.rtol ? 'rtol ' + plumb.number(r.rtol) : 'h = ' + plumb.number(r.step, 5) + ' s')); }),
        hovertemplate: '%{text}<br>cost %{x:.4g}, error %{y:.4g}<extra></extra>'};
    });
    var mine = failed.filter(function (r) { return r.role !== 'catalogue'; });
    if (mine.length)
      out.push({type: 'scatter', mode: 'markers', name: 'failed, at the edge', x: mine.map(function (r) { return r.cost > 0 ? r.cost : null; }), y: mine.map(function () { return top * 5; }),
        text: mine.map(function (r) { return plumb.picture.escaped(r.method + ': ' + (r.reason || r.status)); }), hovertemplate: '%{text}<extra></extra>',
        marker: {symbol: 'x-thin', size: 10, line: {width: 2, color: plumb.picture.colour(1)}}});
    return out;
  }
  function drawPicture() {
    plumb.picture.draw(picture, traces(), {x: 'cost [evaluations]', y: 'error', xLog: true, yLog: true, name: 'compare'});
  }
  function draw() {
    var m = method();
    plumb.fill(place, arenas.length ? [el('h2', {}, 'Errors over cost'), picture] : null, m.sections.map(section));
    plumb.picture.again = drawPicture;
    if (arenas.length) drawPicture();
    plumb.say(plumb.count(data.runs.length, 'run') + ' of ' + plumb.count(new Set(data.runs.map(function (r) { return r.method; })).size, 'method'));
    plumb.address.write(state);
  }
  function changed(key, value) { state[key] = value; draw(); }
  if (!data.methods.length) {
    plumb.fill(place, el('p', {class: 'notice'}, plumb.marked('This site compares no method. `plumb compare METHOD --json > FILE` and `plumb report --compare FILE` fill this page.')));
    return;
  }
  plumb.fill(plumb.by('filters'), plumb.select('Method', 'method', data.methods.map(function (m) { return m.method; }), state.method, changed),
    arenas.length > 1 ? plumb.select('Errors over cost of', 'arena', arenas, state.arena, changed) : null);
  plumb.by('filters').addEventListener('submit', function (event) { event.preventDefault(); });
  draw();
})();
