/* plumb report: the figures of a paper, plotted by kind when they scroll into view. */
(function () {
  'use strict';
  var el = plumb.el, escaped = plumb.picture.escaped, drawn = [];

  function finite(x) { return typeof x === 'number' && isFinite(x); }
  function unique(list) { return Array.from(new Set(list)); }
  // Returns the data columns of all curves; a curve has a column for each of its quantities.
  function series(figure) {
    return figure.columns.filter(function (c) { return c.curve !== null && c.curve !== undefined; }).map(function (c) {
      return {curve: c.curve, quantity: c.quantity || '', values: figure.data[c.column] || [], certified: c.certified, unit: figure.units[c.column]};
    });
  }
  function curve(s, k, x, extra) {
    var look = plumb.picture.look(k), points = x.length < 60;
    var out = {type: 'scatter', mode: points ? 'lines+markers' : 'lines', name: escaped(s.certified ? 'certified' : s.curve), x: x,
      y: s.values.map(function (v) { return finite(v) ? v : null; }), line: {color: look.color, dash: look.dash, width: 1.8},
      connectgaps: true, marker: {color: look.color, symbol: look.symbol, size: 6}, hovertemplate: escaped(s.curve) + '<br>%{x:.5g}, %{y:.5g}<extra></extra>'};
    if (s.certified) out = Object.assign(out, {mode: 'lines', line: {color: '#9aa4ae', width: 5}});
    return Object.assign(out, extra || {});
  }
  // Readable names of quantities.
  var said = {ad_percent: 'amplitude decay', pe_percent: 'period elongation'};
  function words(name) { return said[name] || String(name).replace(/_/g, ' '); }
  // Returns the value of rho in the name of a curve; empty if there is none.
  function rho(s) { return (/\brho(?:_infinity)?=([^,)]+)/.exec(s.curve) || ['', ''])[1]; }
  var mostCurves = 8;
  // Divides many curves into panels by rho, as papers have them. Curves without rho are in each panel.
  function byRho(all) {
    var values = unique(all.map(rho)).filter(Boolean);
    if (all.length <= mostCurves || values.length < 2) return [{title: '', curves: all}];
    return values.map(function (value) {
      return {title: ', rho = ' + value, curves: all.filter(function (s) { return !rho(s) || rho(s) === value; })};
    });
  }
  // Adds a plot for each quantity and panel, one below the other.
  function panels(place, figure, name, x, options) {
    var all = series(figure).filter(function (s) { return s.quantity !== 'aliased'; }), parts = [];
    unique(all.map(function (s) { return s.quantity; })).forEach(function (quantity) {
      byRho(all.filter(function (s) { return s.quantity === quantity; })).forEach(function (panel) {
        parts.push({quantity: quantity, curves: panel.curves, title: panel.title});
      });
    });
    parts.forEach(function (part) {
      var quantity = part.quantity, mine = part.curves;
      var title = (options.prefix || '') + plumb.withUnit(words(quantity || options.y || name), mine[0].unit) + part.title, range = options.range || bounded(mine, name);
      var traces = mine.filter(function (s) { return s.certified; }).concat(mine.filter(function (s) { return !s.certified; }));
      var log = options.log || /^violation/.test(quantity);
      add(place, title, traces.map(function (s, k) { return curve(s, k, x, options.trace && options.trace(s)); }),
        {x: plumb.withUnit(name, figure.units[name]), y: title, xLog: options.xLog, yLog: log, yRange: log ? undefined : range, shapes: options.shapes});
      if (range && !log) place.appendChild(el('p', {class: 'soft'}, 'The picture is cut off: what runs away goes beyond it. A double click shows all.'));
    });
  }
  function largest(values) { return values.reduce(function (most, v) { return finite(v) ? Math.max(most, Math.abs(v)) : most; }, 0); }
  // Returns the range of the ordinate if a curve diverges over time, so that the motion stays visible; else nothing.
  function bounded(all, name) {
    if (name !== 't') return undefined;
    var sizes = all.map(function (s) { return {size: largest(s.values), certified: s.certified}; });
    var certified = sizes.filter(function (s) { return s.certified; })[0];
    var bound = certified ? certified.size : Math.min.apply(null, sizes.map(function (s) { return s.size; }).filter(Boolean));
    return bound > 0 && largest(sizes.map(function (s) { return s.size; })) > 30 * bound ? [-2 * bound, 2 * bound] : undefined;
  }
  function add(place, title, traces, options) {
    var picture = el('div', {class: 'picture', role: 'group', 'aria-label': title});
    place.appendChild(picture);
    options.name = place.dataset.figure.replace(/^figure\//, '');
    function draw() { plumb.picture.draw(picture, traces(), options); }
    if (typeof traces !== 'function') { var fixed = traces; traces = function () { return fixed; }; }
    drawn.push(draw);
    draw();
  }

  var kinds = {
    trajectory: function (place, figure) { panels(place, figure, 't', figure.data.t, {}); },
    convergence: function (place, figure) {
      var abscissa = figure.columns[0].column;  // step, or step divided by the number of stages
      panels(place, figure, abscissa, figure.data[abscissa], {log: true, xLog: true, y: 'q', prefix: figure.norm === 'rms' ? 'root mean square error of ' : 'error of '});
    },
    'spectral-radius': function (place, figure) {
      var all = [];
      series(figure).forEach(function (s) { all = all.concat(s.values.filter(finite)); });
      var most = Math.max.apply(null, all), least = Math.min.apply(null, all);
      panels(place, figure, 'omega h', figure.data['omega h'], {y: 'spectral radius', range: most > 2.5 ? [Math.max(0, least - 0.05), 2.5] : undefined,
        shapes: [{type: 'line', xref: 'paper', x0: 0, x1: 1, y0: 1, y1: 1, line: {width: 1, dash: 'dot', color: '#808a94'}}]});
    },
    linear: function (place, figure) {
      var x = figure.data['dt/(nT)'], aliased = {};
      series(figure).forEach(function (s) { if (s.quantity === 'aliased') aliased[s.curve] = s.values; });
      panels(place, figure, 'dt/(nT)', x, {xLog: Math.abs(x[1] * x[1] - x[0] * x[2]) < 1e-6 * x[1] * x[1], trace: function (s) {
        // From the first point with aliasing on, the curve gives no information on the method, so it ends there.
        var end = s.quantity === 'spectral_radius' || !aliased[s.curve] ? -1 : aliased[s.curve].indexOf(1);
        return {y: s.values.map(function (v, i) { return finite(v) && (end < 0 || i < end) ? v : null; })};
      }});
    },
    errors: function (place, figure) {
      var columns = Object.keys(figure.data).filter(function (c) { return c.indexOf(' re against ') >= 0; });
      dots(place, figure, columns, 'relative error', true);
    },
    iterations: function (place, figure) { dots(place, figure, ['iterations a stage'], 'iterations a step and stage', false); },
    'work-precision': workPrecision
  };

  // Plots one row of dots for each run, the first run on top.
  function dots(place, figure, columns, title, log) {
    var names = figure.data.method.map(function (m, i) {
      return m + (unique(figure.data.h).length > 1 ? ', h = ' + plumb.number(figure.data.h[i], 2) + ' s' : '');
    });
    place.style.setProperty('--rows', names.length);
    add(place, title, columns.map(function (c, k) {
      var look = plumb.picture.look(k);
      return {type: 'scatter', mode: 'markers', name: escaped(c), x: figure.data[c].map(function (v) { return finite(v) && (!log || v > 0) ? v : null; }),
        y: names.map(escaped), marker: {color: look.color, symbol: look.symbol, size: 9}, hovertemplate: '%{y}<br>%{x:.4g}<extra></extra>'};
    }), {x: title, y: '', xLog: log, categories: names.length});
  }

  // Plots the errors of one class over cost, for one formulation: a line for each method; failed runs are at the top.
  function workPrecision(place, figure) {
    var data = figure.data, formulations = unique(data.formulation), classes = ['q', 'v', 'a', 'lambda'].filter(function (c) { return data['error ' + c]; });
    var state = {formulation: formulations[0], 'class': classes[0]};
    function traces() {
      var of = 'error ' + state['class'], methods = unique(data.method), top = 0, failed = {x: [], y: [], text: []};
      var out = methods.map(function (m, k) {
        var look = plumb.picture.look(k), x = [], y = [], wall = [];
        data.method.forEach(function (name, i) {
          if (name !== m || data.formulation[i] !== state.formulation) return;
          if (data.status[i] !== 'ok') { failed.x.push(data.cost[i]); failed.text.push(escaped(m + ': ' + (data.reason[i] || data.status[i]))); return; }
          if (data.taken[i] !== 'yes' || !(data[of][i] > 0) || !(data.cost[i] > 0)) return;
          x.push(data.cost[i]); y.push(data[of][i]); wall.push(data['wall ' + state['class']][i]);
          top = Math.max(top, data[of][i]);
        });
        return {type: 'scatter', mode: 'lines+markers', name: escaped(m), x: x, y: y, line: {color: look.color, dash: look.dash, width: 1.4},
          marker: {color: look.color, symbol: look.symbol, size: 7}, hovertemplate: escaped(m) + '<br>cost %{x:.4g}, error %{y:.4g}<extra></extra>'};
      }).filter(function (t) { return t.x.length; });
      failed.x = failed.x.map(function (c) { return c > 0 ? c : null; });
      if (failed.x.length)
        out.push({type: 'scatter', mode: 'markers', name: 'failed, at the edge', x: failed.x, y: failed.x.map(function () { return top * 3; }),
          text: failed.text, hovertemplate: '%{text}<extra></extra>', marker: {symbol: 'x-thin', size: 9, line: {width: 2, color: plumb.picture.colour(1)}}});
      return out;
    }
    function changed(key, value) { state[key] = value; drawn.forEach(function (d) { d(); }); }
    place.appendChild(el('div', {class: 'filters'}, plumb.select('Formulation', 'formulation', formulations, state.formulation, changed),
      plumb.select('Errors of', 'class', classes, state['class'], changed)));
    add(place, 'Errors over cost', traces, {x: 'cost [evaluations]', y: 'error', xLog: true, yLog: true});
  }

  function show(place) {
    plumb.load([place.dataset.figure], function () {
      var figure = plumb.get(place.dataset.figure);
      if (kinds[figure.kind]) kinds[figure.kind](place, figure);
      else place.appendChild(el('p', {class: 'notice'}, 'Figures of the kind ' + figure.kind + ' are not drawn here.'));
    });
  }
  plumb.picture.again = function () { drawn.forEach(function (d) { d(); }); };
  var places = Array.from(document.querySelectorAll('[data-figure]'));
  var seen = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (!entry.isIntersecting) return;
      seen.unobserve(entry.target);
      show(entry.target);
    });
  }, {rootMargin: '600px'});
  places.forEach(function (p) { seen.observe(p); });
  window.addEventListener('beforeprint', function () { places.forEach(function (p) { if (!p.firstChild) show(p); }); });
})();
