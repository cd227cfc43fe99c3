/** Themes as sites write them: right, wrong and hostile. */
import fc from 'fast-check';
import { TEMPLATES } from '../../src/theme/templates/templates.js';
import { FONT_SIZES, MESSAGE_STYLES, type WidgetTheme } from '../../src/theme/theme.js';

const byte = fc.nat(255);
const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: length, maxLength: length })
    .map((d) => `#${d.join('')}`);

/** Greys of the middle are where neither black nor white has much to spare. */
const mediumGrey = fc.integer({ min: 100, max: 140 }).map((n) => `#${n.toString(16).repeat(3)}`);

export const usableColour = fc.oneof(
  hex(3),
  hex(6),
  hex(8),
  mediumGrey,
  fc.tuple(byte, byte, byte).map(([r, g, b]) => `rgb(${r}, ${g}, ${b})`),
  fc.tuple(byte, byte, byte, fc.nat(100)).map(([r, g, b, a]) => `rgb(${r} ${g} ${b} / ${a}%)`),
  fc.tuple(byte, byte, byte, fc.nat(100)).map(([r, g, b, a]) => `rgba(${r},${g},${b},${a / 100})`),
  fc.tuple(fc.integer({ min: -720, max: 720 }), fc.nat(100), fc.nat(100)).map(([h, s, l]) => `hsl(${h}, ${s}%, ${l}%)`),
  fc.constantFrom('red', 'NAVY', 'orange', 'White', 'tomato', 'RebeccaPurple'),
  fc.tuple(fc.nat(100), fc.nat(40), fc.nat(360)).map(([l, c, h]) => `oklch(${l}% ${c / 100} ${h})`),
);

export const HOSTILE_VALUES: readonly unknown[] = [
  'red;background:url(//x)',
  '\\75rl(//x)',
  'ururl(l(//x)',
  'image-set("//x" 1x)',
  'cross-fade(url(//x), red)',
  'var(--a)',
  'expression(alert(1))',
  '#12',
  '#12345',
  '#gggggg',
  'rgb(1,2,3',
  'rgb(1,2,3))',
  'rgb(NaN, 0, 0)',
  'hsl(10%, 1, 2)',
  'transparent',
  'currentColor',
  'inherit',
  'constructor',
  '__proto__',
  'x;}*{display:none',
  'url(//x)',
  '"',
  '</style>',
  `${'a'.repeat(41)}`,
  'a'.repeat(10_240),
  'url('.repeat(2_560),
  `${'ur'.repeat(400)}url(${'l('.repeat(400)}`,
  {},
  [],
  ['#fff'],
  42,
  Number.NaN,
  true,
  null,
];

const anything = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.string({ unit: 'binary' }), fc.anything());
const colour = fc.oneof({ weight: 4, arbitrary: usableColour }, { weight: 1, arbitrary: anything });
const mostly = <T>(usable: readonly T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usable) }, { weight: 1, arbitrary: anything });

/** Any theme at all; its type is what a page claims, not what it passes. */
export const anyTheme = fc.record(
  {
    template: mostly(TEMPLATES),
    primaryColor: colour,
    backgroundColor: colour,
    textColor: colour,
    userBubbleColor: colour,
    userBubbleTextColor: colour,
    fontFamily: mostly(['Inter, sans-serif', 'Georgia', '"Segoe UI", Roboto']),
    fontSize: mostly(FONT_SIZES),
    messageStyle: mostly(MESSAGE_STYLES),
    logoUrl: mostly(['https://cdn.example/logo.png']),
    headerTitle: mostly(['Shop']),
    poweredBy: mostly([true, false]),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<WidgetTheme>;

export const anyScheme = fc.constantFrom('light', 'dark');
