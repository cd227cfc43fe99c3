/** A theme takes every colour name of CSS, and `oklch()`, and means by each what the browser means. One page reads all of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseColour, type Rgb, WHITE } from '../../../packages/protocol/src/theme/colours/colour.js';
import { readColourName } from '../../../packages/protocol/src/theme/colours/colour-names.js';
import { resolveTheme } from '../../../packages/protocol/src/theme/resolve-theme.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { LONG } from '../../support/runs/results.js';

/** The names of CSS Color 4, in its order of hues. */
const NAMES = `
  pink lightpink hotpink deeppink palevioletred mediumvioletred lavender thistle plum orchid violet fuchsia magenta mediumorchid
  darkorchid darkviolet blueviolet darkmagenta purple mediumpurple mediumslateblue slateblue darkslateblue rebeccapurple indigo
  lightsalmon salmon darksalmon lightcoral indianred crimson red firebrick darkred orange darkorange coral tomato orangered gold
  yellow lightyellow lemonchiffon lightgoldenrodyellow papayawhip moccasin peachpuff palegoldenrod khaki darkkhaki greenyellow
  chartreuse lawngreen lime limegreen palegreen lightgreen mediumspringgreen springgreen mediumseagreen seagreen forestgreen green
  darkgreen yellowgreen olivedrab darkolivegreen mediumaquamarine darkseagreen lightseagreen darkcyan teal aqua cyan lightcyan
  paleturquoise aquamarine turquoise mediumturquoise darkturquoise cadetblue steelblue lightsteelblue lightblue powderblue
  lightskyblue skyblue cornflowerblue deepskyblue dodgerblue royalblue blue mediumblue darkblue navy midnightblue cornsilk
  blanchedalmond bisque navajowhite wheat burlywood tan rosybrown sandybrown goldenrod darkgoldenrod peru chocolate olive
  saddlebrown sienna brown maroon white snow honeydew mintcream azure aliceblue ghostwhite whitesmoke seashell beige oldlace
  floralwhite ivory antiquewhite linen lavenderblush mistyrose gainsboro lightgray lightgrey silver darkgray darkgrey dimgray
  dimgrey gray grey lightslategray lightslategrey slategray slategrey darkslategray darkslategrey black
`.match(/[a-z]+/g) as RegExpMatchArray;

/** Of every hue, in sRGB’s gamut. */
const OKLCH = [0, 0.2, 0.45, 0.62, 0.8, 1].flatMap((lightness) =>
  [0, 0.01, 0.03].flatMap((chroma) =>
    Array.from(
      { length: LONG ? 72 : 8 },
      (_, at, step = LONG ? 5 : 45) => `oklch(${lightness} ${chroma} ${at * step})`,
    ),
  ),
);
const WRITTEN = [
  'oklch(62.3% 0.214 259.815)',
  'OKLCH(62.3% 0.1 259.815deg)',
  'oklch(none 0 0)',
  'oklch(0.5 none none)',
  'oklch(50% 10% 270)',
  'oklch(0.5 0.1 -90)',
  'oklch(0.5 0.1 630)',
  'oklch(0.5 0.1 90 / 0.5)',
  'oklch(0.5 0.1 90 / 50%)',
  'oklch( 0.5  0.1  90 )',
  'RebeccaPurple',
  'hsl(210 50% 40%)',
  'rgb(10 20 30 / 40%)',
];

const browser = useBrowser();
/** What the browser draws of each, on white. */
const drawn = new Map<string, Rgb>();
beforeAll(() => expect(new Set(NAMES).size).toBe(148));

async function draw(colours: readonly string[]): Promise<void> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const pixels = await page.evaluate((colours) => {
    const canvas = document.createElement('canvas');
    const ink = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    return colours.map((colour) => {
      ink.fillStyle = '#fff';
      ink.fillRect(0, 0, 1, 1);
      ink.fillStyle = '#010203';
      ink.fillStyle = colour;
      ink.fillRect(0, 0, 1, 1);
      return [...ink.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    });
  }, colours);
  for (const [at, colour] of colours.entries()) drawn.set(colour, pixels[at] as unknown as Rgb);
}

describe('a colour of a theme', () => {
  it('is what the browser draws: every name of CSS, and oklch() of every hue', async () => {
    const all = [...NAMES, ...OKLCH, ...WRITTEN];
    await draw(all);
    const different = all.filter((colour) => {
      const [read, shown] = [parseColour(colour, WHITE, readColourName), drawn.get(colour) as Rgb];
      return !read || read.some((channel, at) => Math.abs(channel - (shown[at] as number)) > 1);
    });
    expect(different).toEqual([]);
    // The names exactly.
    expect(NAMES.map((name) => parseColour(name, WHITE, readColourName))).toEqual(NAMES.map((name) => drawn.get(name)));
  });

  it.each([
    'transparent',
    'currentcolor',
    'inherit',
    'canvastext',
    'accentcolor',
    'darkpink',
    'redd',
    'color(srgb 1 0 0)',
  ])('is none of a page’s that has no fixed digits, and is reported: %s', (primaryColor) => {
    const { tokens, changes } = resolveTheme({ primaryColor }, 'light');
    expect(tokens.primary).toBe(resolveTheme(null, 'light').tokens.primary);
    expect(changes).toMatchObject([{ field: 'primaryColor', why: 'not-a-colour' }]);
  });

  it('by name is used in every field that has a colour', () => {
    for (const field of ['primaryColor', 'backgroundColor', 'userBubbleColor'] as const)
      for (const name of NAMES) expect(resolveTheme({ [field]: name }, 'light').changes).toEqual([]);
  });
});
