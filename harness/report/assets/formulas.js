/* plumb report: formulas in TeX, typeset in place by KaTeX. */
(function () {
  'use strict';
  Array.from(document.querySelectorAll('.formula')).forEach(function (place) {
    var tex = place.textContent;
    place.setAttribute('data-tex', tex);
    // KaTeX ignores commands that open addresses or load pictures (`trust`). A formula with an error remains TeX.
    try {
      katex.render(tex, place, {displayMode: true, throwOnError: true, trust: false, strict: 'ignore'});
    } catch (refused) {
      place.textContent = tex;
      place.classList.add('katex-error');
    }
  });
})();
