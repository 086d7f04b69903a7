// Runs before the first paint: the theme must be known by then. A file of its own, because no inline script is allowed.
(() => {
  const theme = localStorage.getItem('theme');
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
