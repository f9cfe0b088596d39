// Runs before the first paint, so that a dark page never flashes white. A file of its own because the content policy forbids inline scripts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('dorsal.theme');
  } catch (error) {
    chosen = null;
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
