/** The shop's own few lines: a basket in the browser, and light or dark by hand. */
const count = () => Number(localStorage.getItem('basket') ?? 0);

if (localStorage.getItem('scheme')) document.documentElement.classList.add(localStorage.getItem('scheme'));

addEventListener('DOMContentLoaded', () => {
  const shown = document.querySelector('[data-cart]');
  const show = () => {
    if (shown) shown.textContent = String(count());
  };
  show();
  document.querySelector('[data-add]')?.addEventListener('click', () => {
    localStorage.setItem('basket', String(count() + 1));
    show();
  });
  document.querySelector('.scheme')?.addEventListener('click', () => {
    const { classList } = document.documentElement;
    const dark =
      classList.contains('dark') ||
      (!classList.contains('light') && matchMedia('(prefers-color-scheme: dark)').matches);
    classList.remove('dark', 'light');
    classList.add(dark ? 'light' : 'dark');
    localStorage.setItem('scheme', dark ? 'light' : 'dark');
  });
});
