/* plumb report: observed orders. */
(function () {
  'use strict';
  var el = plumb.el, runs = plumb.runs, list = unpacked(plumb.get('orders')), state = plumb.address.read(), index = plumb.get('index');
  var fields = [['problem', 'Problem'], ['formulation', 'Formulation'], ['family', 'Family'], ['method', 'Method'], ['class', 'Components'],
    ['verdict', 'Verdict']];
  var found = [];
  // Returns the series as objects; the data contain them in columns, and cells as indices of runs.
  function unpacked(data) {
    return Array.from({length: data.count}, function (unused, k) {
      var out = {};
      Object.keys(data.words).forEach(function (key) { out[key] = data.words[key].values[data.words[key].of[k]]; });
      ['order', 'expected', 'interval', 'window'].forEach(function (key) { out[key] = data[key][k]; });
      out.cells = data.cells[k].map(runs.id);
      out.points = data.cells[k].map(function (i, p) {
        return {h: runs.step[i], error: data.error[k][p], floor: data.floor[k][p], mark: out.marks[p], in_window: data.in_window[k].charAt(p) === '1'};
      });
      return out;
    });
  }
  var tones = {pass: 'good', superconvergent: 'good', reduced: 'bad', diverging: 'bad', 'no-window': 'warn'};
  list.forEach(function (s, k) {
    s.key = s.cells[0] + s.class;
    s.verdict = s.verdict || (s.order === null ? 'not judged' : 'none expected');
    s.family = (index.methods[s.method] || {}).family || 'from a file';
    s.place = k;
  });
  // Failures come first: reduced and diverging orders, then series without a window.
  function severity(s) { return ['bad', 'warn'].indexOf(tones[s.verdict]) < 0 ? 2 : ['bad', 'warn'].indexOf(tones[s.verdict]); }
  list.sort(function (a, b) { return severity(a) - severity(b) || a.place - b.place; });
  function verdict(s) { return el('span', {class: 'tag ' + (tones[s.verdict] || '')}, s.verdict); }
  function range(w) { return w ? plumb.short(w[0]) + ' to ' + plumb.short(w[1]) : ''; }

  var columns = [
    {name: 'Method', of: function (s) { return s.method; }, show: function (s) {
      return el('button', {type: 'button', 'data-series': s.key, onclick: function () { open(s); }}, s.method); }},
    {name: 'Problem', of: function (s) { return s.problem; }}, {name: 'Formulation', of: function (s) { return s.formulation; }},
    {name: 'Components', of: function (s) { return s.class; }},
    {name: 'Order', number: true, of: function (s) { return s.order; }, show: function (s) { return s.order === null ? '–' : s.order.toFixed(2); }},
    {name: 'Proven', number: true, of: function (s) { return s.expected; }},
    {name: 'Verdict', of: function (s) { return s.verdict; }, show: verdict},
    {name: 'Window [s]', of: function (s) { return range(s.window); }},
    {name: 'Why', of: function (s) { return s.reason; }}];

  // Returns the line with the window's slope through its centre, and the points grouped by their marks.
  function traces(s) {
    var marks = Array.from(new Set(s.points.map(function (p) { return p.in_window ? 'in the window' : p.mark; })));
    marks.sort(function (a, b) { return (b === 'in the window') - (a === 'in the window'); });
    var top = Math.max.apply(null, s.points.map(function (p) { return p.error > 0 ? p.error : 0; })) * 5 || 1;
    var out = marks.map(function (mark, k) {
      var points = s.points.filter(function (p) { return (p.in_window ? 'in the window' : p.mark) === mark; });
      var look = plumb.picture.look(k);
      return {type: 'scatter', mode: 'markers', name: mark, x: points.map(function (p) { return p.h; }),
        y: points.map(function (p) { return p.error > 0 ? p.error : top; }), marker: {color: look.color, symbol: mark === 'blown-up' ? 'x' : look.symbol, size: 10},
        hovertemplate: points.map(function (p) {
          return 'h = ' + plumb.number(p.h, 5) + ' s<br>error ' + plumb.number(p.error, 4) + (p.floor ? '<br>floor ' + plumb.number(p.floor) : '') + '<extra></extra>';
        })};
    });
    var inside = s.points.filter(function (p) { return p.in_window; });
    if (s.order !== null && inside.length) {
      var x = 0, y = 0;
      inside.forEach(function (p) { x += Math.log(p.h) / inside.length; y += Math.log(p.error) / inside.length; });
      var ends = [s.window[1], s.window[0]];
      out.push({type: 'scatter', mode: 'lines', name: 'slope ' + s.order.toFixed(2), x: ends, hoverinfo: 'skip',
        y: ends.map(function (h) { return Math.exp(y + s.order * (Math.log(h) - x)); }), line: {color: plumb.picture.colour(0), width: 2}});
    }
    var floors = s.points.filter(function (p) { return p.floor > 0; });
    if (floors.length)
      out.push({type: 'scatter', mode: 'lines', name: 'below: ignored', x: floors.map(function (p) { return p.h; }),
        y: floors.map(function (p) { return 10 * p.floor; }), line: {color: plumb.picture.colour(3), dash: 'dot', width: 1.5}, hoverinfo: 'skip'});
    return out;
  }
  function open(s, quiet) {
    state.series = s.key;
    plumb.by('series').hidden = false;
    plumb.fill(plumb.by('series-title'), s.method + ' on ' + s.problem + ' ' + s.formulation + ': ' + s.class);
    function again() {
      plumb.picture.draw(plumb.by('picture'), traces(s), {x: 'step [s]', y: 'rms.' + s.class, xLog: true, yLog: true, name: 'order'});
    }
    plumb.picture.again = again;
    again();
    plumb.fill(plumb.by('series-facts'), el('p', {}, verdict(s), ' ',
      s.order === null ? 'No order. ' : 'Order ' + s.order.toFixed(2) + (s.interval ? ', 95 % from ' + s.interval[0].toFixed(2) + ' to ' + s.interval[1].toFixed(2) : '') + '. ',
      s.expected === null ? '' : 'Proven: ' + s.expected + '. ', s.wall ? 'The smallest step is ' + s.wall + '. ' : '', s.reason || ''),
      el('p', {class: 'soft'}, 'Horizon ' + s.t_end + ' s, ' + s.precision + (s.settings ? ', ' + s.settings : '') + '. Runs: ',
        s.cells.map(function (id) { return [el('a', {href: 'matrix.html#cell=' + id}, id.slice(0, 8)), ' ']; })));
    if (!quiet) { plumb.by('series').scrollIntoView(); plumb.by('series-title').focus({preventScroll: true}); }
    plumb.address.write(state);
  }
  function update() {
    found = list.filter(function (s) {
      return fields.every(function (f) { return !state[f[0]] || s[f[0]] === state[f[0]]; });
    });
    plumb.fill(plumb.by('table'), list.length ? plumb.table(columns, found, {label: 'Observed orders', limit: 20})
      : el('p', {class: 'notice'}, 'No cells of these stores differ in at least four steps only.'));
    plumb.say(plumb.count(found.length, 'order') + ' of ' + list.length.toLocaleString('en'));
    plumb.address.write(state);
  }
  function changed(key, value) { state[key] = value; update(); }
  function controls() {
    plumb.fill(plumb.by('filters'), fields.map(function (f) {
      var values = Array.from(new Set(list.map(function (s) { return s[f[0]]; }))).sort();
      return plumb.select(f[1], f[0], [['', 'all']].concat(values), state[f[0]], changed);
    }));
  }
  plumb.by('filters').addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', function () { state = plumb.address.read(); controls(); update(); });
  plumb.fill(plumb.by('saving'), plumb.saving('orders', function () {
    var names = ['method', 'problem', 'formulation', 'class', 'precision', 't_end', 'settings', 'order', 'expected', 'verdict', 'reason'];
    return [names.concat(['window_from', 'window_to'])].concat(found.map(function (s) {
      return names.map(function (n) { return s[n]; }).concat(s.window || ['', '']);
    }));
  }));
  controls();
  update();
  var known = list.filter(function (s) { return s.key === state.series; })[0];
  if (known) open(known, true);
})();
