/* plumb report: the runs, region of stability and certified digits of one method or problem. */
(function () {
  'use strict';
  var el = plumb.el, runs = plumb.runs, index = plumb.get('index'), box = plumb.by('here');

  function named(kind, place) {
    var known = index[kind + 's'][runs.words[kind].values[place]];
    return known && known.name;
  }
  function summary() {
    var kind = box.dataset.kind, other = kind === 'method' ? 'problem' : 'method', metric = runs.usual();
    var mine = runs.words[kind].values.map(function (v, k) { return named(kind, k) === box.dataset.name; });
    var chosen = [];
    for (var i = 0; i < runs.n; ++i) if (mine[runs.words[kind].of[i]]) chosen.push(i);
    if (!chosen.length) {
      plumb.fill(box, el('p', {}, 'No run of it stands in these stores.'));
      return;
    }
    runs.values(metric, function (values) {
      var groups = new Map();
      chosen.forEach(function (i) {
        var key = runs.word('method', i) + ' ' + runs.word('problem', i) + ' ' + runs.word('formulation', i), g = groups.get(key);
        if (!g) groups.set(key, g = {run: i, count: 0, failed: 0, best: NaN, reason: ''});
        ++g.count;
        if (runs.word('status', i) !== 'ok') {
          ++g.failed;
          g.reason = runs.word('status', i) + (runs.word('reason', i) ? ': ' + runs.word('reason', i) : '');
        } else if (values[i] === values[i] && !(g.best <= values[i])) g.best = values[i];
      });
      function link(g) {
        var state = new URLSearchParams({method: runs.word('method', g.run), problem: runs.word('problem', g.run),
          formulation: runs.word('formulation', g.run), compare: 'number'});
        return el('a', {href: plumb.root + 'matrix.html#' + state}, plumb.count(g.count, 'run'));
      }
      var q = runs.quantity(metric);
      var variants = new Set(chosen.map(function (i) { return runs.words[kind].of[i]; })).size > 1;
      plumb.fill(box, el('p', {}, plumb.count(chosen.length, 'run') + ', ' + plumb.count(Array.from(groups.values()).reduce(
        function (n, g) { return n + g.failed; }, 0), 'failure') + '.'), plumb.table([
        {name: kind === 'method' ? 'Method' : 'Problem', of: function (g) { return runs.word(kind, g.run); }, own: true},
        {name: kind === 'method' ? 'Problem' : 'Method', of: function (g) { return runs.word(other, g.run); }, show: function (g) {
          var word = runs.word(other, g.run), known = index[other + 's'][word];
          return known && known.known && known.name.charAt(0) !== '@'
            ? el('a', {href: plumb.root + other + '/' + encodeURIComponent(known.name) + '.html'}, word) : word; }},
        {name: 'Formulation', of: function (g) { return runs.word('formulation', g.run); }},
        {name: 'Runs', number: true, of: function (g) { return g.count; }, show: link},
        {name: 'Failed', number: true, of: function (g) { return g.failed; }},
        {name: 'Smallest ' + plumb.withUnit(metric, q && q.unit), number: true, of: function (g) { return g.best; }},
        {name: 'How it fails', of: function (g) { return g.reason; }}].filter(function (c) { return !c.own || variants; }),
        Array.from(groups.values()), {label: 'Runs of this site', limit: 20}));
    });
  }

  var name = decodeURIComponent(location.pathname.split('/').pop()).replace(/\.html$/, '');

  // Plots |R| in the complex plane. The data contain the upper half only, because |R| is symmetric.
  function region(place, data) {
    var below = data.y.slice(1).map(function (y) { return -y; }).reverse(), rows = data.radius.slice(1).reverse();
    var paper = plumb.picture.variable('--paper');
    plumb.picture.draw(place, [{type: 'contour', x: data.x, y: below.concat(data.y), z: rows.concat(data.radius),
      contours: {start: 0.2, end: 1, size: 0.2}, zmin: 0, zmax: 1.25, colorscale: [[0, '#0072b2'], [0.8, '#9ecae8'], [0.801, paper], [1, paper]],
      line: {width: 1, color: '#57606a'}, colorbar: {title: {text: '|R|'}, tickvals: [0.2, 0.4, 0.6, 0.8, 1]},
      hovertemplate: 'z = %{x:.3g} + %{y:.3g} i<br>|R| = %{z:.3g}<extra></extra>'}], {x: 'Re z', y: 'Im z', equal: true, legend: false, name: 'stability'});
  }
  // Plots the fewest certified digits of each component class, or of each output, over time.
  function digits(place, data) {
    plumb.picture.draw(place, Object.keys(data.fewest).map(function (of, k) {
      var look = plumb.picture.look(k);
      return {type: 'scatter', mode: 'lines+markers', name: plumb.picture.escaped(of), x: data.t, y: data.fewest[of],
        line: {color: look.color, dash: look.dash, width: 1.8}, marker: {color: look.color, symbol: look.symbol, size: 7},
        hovertemplate: '%{y} digits of ' + plumb.picture.escaped(of) + ' at %{x:.4g} s<extra></extra>'};
    }), {x: 't [s]', y: 'certified digits', fromZero: true, name: 'digits'});
  }
  var pictures = [{id: 'stability', draw: region}, {id: 'digits', draw: digits}].filter(function (p) {
    p.place = plumb.by(p.id);
    p.data = plumb.get(p.id + '/' + name);
    return p.place && p.data;
  });
  plumb.picture.again = function () { pictures.forEach(function (p) { p.draw(p.place, p.data); }); };
  if (box) summary();
  plumb.picture.again();
})();
