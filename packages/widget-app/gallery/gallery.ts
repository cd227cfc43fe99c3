/** The page with all cells, and a form to select some of them: thousands of frames at once would be too slow. */
import { TEMPLATES } from '@service/protocol';
import { addressOf, CELLS, type Cell, nameOf, SCHEMES } from './cells.js';
import './gallery.css';
import { STATES } from './states/states.js';
import { SURFACES } from './surfaces.js';

const CHOICES = {
  template: TEMPLATES,
  scheme: SCHEMES,
  surface: Object.keys(SURFACES),
  state: Object.keys(STATES),
} as const;
type Axis = keyof typeof CHOICES;
const AXES = Object.keys(CHOICES) as Axis[];

const chosen = new URLSearchParams(location.search || '?template=modern&surface=chat-widget');
const form = document.createElement('form');
for (const axis of AXES) {
  const label = document.createElement('label');
  const select = document.createElement('select');
  select.name = axis;
  select.append(new Option('all', ''), ...CHOICES[axis].map((value) => new Option(value)));
  select.value = chosen.get(axis) ?? '';
  label.append(axis, ' ', select);
  form.append(label);
}
form.addEventListener('change', () => {
  const wanted = new FormData(form) as unknown as Iterable<[string, string]>;
  location.search = new URLSearchParams([...wanted]).toString();
});

const shown = CELLS.filter((cell) => AXES.every((axis) => !chosen.get(axis) || chosen.get(axis) === cell[axis]));
const count = document.createElement('output');
count.textContent = `${shown.length} of ${CELLS.length}`;
form.append(count);
const grid = document.createElement('main');
grid.append(...shown.map(draw));
document.body.append(form, grid);

function draw(cell: Cell): HTMLElement {
  const figure = document.createElement('figure');
  figure.className = cell.scheme;
  const frame = document.createElement('iframe');
  frame.src = addressOf(cell);
  frame.title = nameOf(cell);
  frame.loading = 'lazy';
  frame.width = String(cell.width);
  frame.height = String(cell.height);
  const caption = document.createElement('figcaption');
  caption.textContent = nameOf(cell);
  figure.append(frame, caption);
  return figure;
}
