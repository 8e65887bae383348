/* plumb report: plots by plotly, in the colours of the page. */
plumb.picture = (function () {
  'use strict';
  // Colours of Okabe and Ito, distinguishable with all kinds of colour vision, by contrast on light or dark background.
  var light = ['#0072b2', '#d55e00', '#007a5a', '#a2457f', '#8a6d00', '#2f7fb3', '#1b1f24', '#7a3e9d'];
  var dark = ['#56b4e9', '#e69f00', '#2fc49a', '#e38fc0', '#f0e442', '#8fc9f0', '#e6eaef', '#c9a3e6'];
  var marks = ['circle', 'square', 'diamond', 'triangle-up', 'triangle-down', 'pentagon', 'star', 'hexagon', 'cross-thin-open'];
  var dashes = ['solid', 'dash', 'dot', 'dashdot'];

  // Colours and width [pixels] for printing: paper is white even if the screen is dark.
  var printing = false, onPaper = {'--paper': '#ffffff', '--ink': '#000000', '--soft': '#3a4149', '--line': '#d0d7de'}, paperWidth = 660;
  function isDark() { return !printing && window.matchMedia('(prefers-color-scheme: dark)').matches; }
  function variable(name) {
    return printing ? onPaper[name] : getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }
  function colour(k) { var all = isDark() ? dark : light; return all[k % all.length]; }
  // Returns colour, symbol and dash of trace k: each of the first 32 traces has a different combination.
  function look(k) {
    return {color: colour(k), symbol: marks[k % marks.length], dash: dashes[Math.floor(k / 8) % dashes.length]};
  }
  function escaped(text) {  // plotly interprets some markup in names and labels
    return String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  }
  // Shortens a name for the legend next to the plot. The table contains the full name.
  function short(name) {
    var letters = String(name || '').match(/&\w+;|[^]/g) || [], most = 40;
    return letters.length > most ? letters.slice(0, most - 1).join('') + '…' : letters.join('');
  }
  function axis(title, log, ink, line) {
    return {title: {text: escaped(title)}, type: log ? 'log' : 'linear', exponentformat: 'power', gridcolor: line,
      zerolinecolor: line, linecolor: ink, tickcolor: ink, automargin: true, dtick: undefined};
  }
  function draw(element, traces, options, clicked) {
    plumb.plotly(function (Plotly) {
      var of = variable, narrow = element.clientWidth < 620;
      var layout = {
        paper_bgcolor: of('--paper'), plot_bgcolor: of('--paper'), font: {color: of('--ink'), family: 'system-ui, sans-serif', size: 13},
        xaxis: axis(options.x, options.xLog, of('--soft'), of('--line')), yaxis: axis(options.y, options.yLog, of('--soft'), of('--line')),
        hovermode: 'closest', hoverlabel: {align: 'left', namelength: -1}, margin: {l: 64, r: 12, t: 36, b: 48},
        // Narrow pages have no room for long legends: touching a point shows its name, and the table has all names.
        showlegend: traces.length > 1 && options.legend !== false && !(narrow && traces.length > 6),
        legend: narrow ? {orientation: 'h', y: -0.25, font: {size: 11}} : {font: {size: 12}},
        shapes: options.shapes || []};
      traces.forEach(function (t) { if (t.name) t.name = short(t.name); });
      if (printing) { layout.width = paperWidth; layout.height = 320; }
      else layout.autosize = true;
      if (options.xType) layout.xaxis.type = options.xType;
      if (options.yRange) layout.yaxis.range = options.yRange;
      if (options.categories) Object.assign(layout.yaxis, {type: 'category', range: [options.categories - 0.5, -0.5]});
      if (options.fromZero) layout.yaxis.rangemode = 'tozero';
      if (options.equal) { layout.yaxis.scaleanchor = 'x'; layout.xaxis.constrain = layout.yaxis.constrain = 'domain'; }
      Plotly.react(element, traces, layout, {responsive: true, displaylogo: false,
        modeBarButtonsToRemove: ['select2d', 'lasso2d', 'sendDataToCloud'],
        toImageButtonOptions: {format: 'svg', filename: options.name || 'plumb'}}).then(function () {
        Array.from(element.querySelectorAll('.modebar-btn')).forEach(function (button) {
          button.setAttribute('role', 'button');
          button.setAttribute('aria-label', button.getAttribute('data-title') || 'plotly');
        });
        element.dataset.drawn = String(traces.length);
        if (clicked && !element.dataset.clicks) {
          element.dataset.clicks = 'yes';
          element.on('plotly_click', function (event) { element.clicked(event.points[0]); });
        }
        element.clicked = clicked;
      });
    });
  }
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () {
    if (plumb.picture.again) plumb.picture.again();
  });
  function print(on) {
    printing = on;
    if (plumb.picture.again) plumb.picture.again();
  }
  window.addEventListener('beforeprint', function () { print(true); });
  window.addEventListener('afterprint', function () { print(false); });
  return {draw: draw, variable: variable, look: look, colour: colour, escaped: escaped, again: null};
})();
