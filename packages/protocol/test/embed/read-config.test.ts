/** What a page may configure: each option alone, too much of one, and what no option reaches. */
import { describe, expect, it } from 'vitest';
import { explainProblem } from '../../src/embed/config-problems.js';
import { readConfig } from '../../src/embed/read-config.js';
import { isSafeWebLink } from '../../src/embed/web-link.js';
import { CONFIG_LIMITS, USER_LIMITS } from '../../src/limits.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';
import { ROWS, type Row, usable, value } from './config-fields.js';

describe.each(Object.entries(ROWS) as [keyof typeof ROWS, Row][])('%s', (field, { byDefault, valid, invalid }) => {
  it.each([undefined, null])('is its default without a problem when it is %s', (absent) => {
    const reading = usable(absent === undefined ? {} : { [field]: absent });
    expect(value(reading, field)).toEqual(byDefault);
    expect(reading.problems).toEqual([]);
  });

  it.each(valid.map(([given, result]) => ({ given, result })))('$given is usable', ({ given, result }) => {
    const reading = usable({ [field]: given });
    expect(value(reading, field)).toEqual(result);
    expect(reading.problems.filter(({ kind }) => kind !== 'unknown')).toEqual([]);
  });

  it.each(invalid.map((given) => ({ given })))('$given is left out, and the problem names the field', ({ given }) => {
    const reading = usable({ [field]: given });
    expect(value(reading, field)).toEqual(byDefault);
    expect(reading.problems).toHaveLength(1);
    expect(reading.problems[0]?.field).toBe(field);
    expect(reading.problems.map(explainProblem).join()).toMatch(new RegExp(`^${field}: .+\\.$`));
  });
});

describe('inboxId', () => {
  it.each(['demo', 'shop-eu_2', 'A', 'x'.repeat(64)])('%s is usable', (inboxId) => {
    expect(readConfig({ inboxId })).toMatchObject({ ok: true, frame: { inboxId } });
  });

  it.each([undefined, null, '', 7, {}, '../etc', 'a.b', 'a b', '-a', 'x'.repeat(65), 'demo\n'])(
    '%j stops the start',
    (inboxId) => {
      expect(readConfig({ inboxId })).toMatchObject({ ok: false, problems: [{ field: 'inboxId' }] });
    },
  );

  it.each([undefined, null, 'demo', 7, ['demo']])('a configuration of %j stops the start', (config) => {
    expect(readConfig(config)).toMatchObject({ ok: false, problems: [{ field: 'config' }] });
  });
});

describe('an option that doesn’t exist', () => {
  it('is reported and ignored, at the top, in the theme and in the user; custom attributes have any names', () => {
    const user = { name: 'Ada', fullName: 'Ada L.', customAttributes: { anything: 1 } };
    const reading = readConfig({ inboxId: 'demo', colour: 'red', theme: { primaryColour: 'red' }, user, toString: 1 });
    expect(reading).toMatchObject({ ok: true, frame: { user: { name: 'Ada' }, theme: {} } });
    expect(reading.problems.filter(({ kind }) => kind === 'unknown').map(({ field }) => field)).toEqual([
      'colour',
      'theme.primaryColour',
      'user.fullName',
    ]);
  });
});

describe('baseUrl', () => {
  it.each([
    [undefined, null],
    [null, null],
    ['https://chat.example.com', 'https://chat.example.com'],
    ['https://chat.example.com/', 'https://chat.example.com'],
    ['http://localhost:4600', 'http://localhost:4600'],
  ])('%j means %j', (given, result) => {
    expect(usable({ baseUrl: given }).baseUrl).toBe(result);
  });

  it.each([
    '',
    'chat.example.com',
    'https://chat.example.com/chat',
    'javascript:alert(1)',
    'https://u@chat.example.com',
    7,
  ])('%j stops the start, because a frame from a guessed address would be worse', (baseUrl) => {
    expect(readConfig({ inboxId: 'demo', baseUrl })).toMatchObject({ ok: false, problems: [{ field: 'baseUrl' }] });
  });
});

describe('too much of something', () => {
  it.each([
    ['placeholder', 200],
    ['agentName', 80],
    ['agentTitle', 120],
  ] as const)('%s is cut to %i characters and reported', (field, max) => {
    const reading = usable({ [field]: 'x'.repeat(max + 1) });
    expect(reading.frame[field]).toHaveLength(max);
    expect(reading.problems).toMatchObject([{ field }]);
  });

  it('only the first questions are used, each cut to its length', () => {
    const reading = usable({ questions: Array.from({ length: CONFIG_LIMITS.questions + 2 }, () => 'x'.repeat(500)) });
    expect(reading.frame.questions?.map(({ length }) => length)).toEqual(
      Array(CONFIG_LIMITS.questions).fill(CONFIG_LIMITS.questionLength),
    );
    expect(reading.problems).toHaveLength(CONFIG_LIMITS.questions + 2);
  });

  it('questions that are no texts are left out one by one', () => {
    const reading = usable({ questions: ['One?', 7, null, '  ', 'Two?'] });
    expect(reading.frame.questions).toEqual(['One?', 'Two?']);
    expect(reading.problems).toHaveLength(3);
  });

  it('attributes of the visitor are bounded in number, name and length, and are plain', () => {
    const many = Object.fromEntries(
      Array.from({ length: USER_LIMITS.attributes + 1 }, (_, i) => [`a${i}`, 'x'.repeat(600)]),
    );
    const attributes = usable({ user: { customAttributes: many } }).frame.user?.customAttributes ?? {};
    expect(Object.keys(attributes)).toHaveLength(USER_LIMITS.attributes);
    expect(attributes.a0).toHaveLength(USER_LIMITS.attributeLength);

    const odd = { ['n'.repeat(65)]: 1, nan: Number.NaN, object: {}, call: () => 1, fine: 1 };
    const reading = usable({ user: { customAttributes: odd, name: 7, email: 'x'.repeat(300) } });
    expect(reading.frame.user?.customAttributes).toEqual({ fine: 1 });
    expect(reading.frame.user?.email).toHaveLength(USER_LIMITS.fieldLength);
    expect(reading.frame.user).not.toHaveProperty('name');
    expect(reading.problems).toHaveLength(6);
  });

  it('an attribute named __proto__ is left out, because copying it would set a prototype', () => {
    const reading = usable({ user: JSON.parse('{"customAttributes":{"__proto__":"admin"}}') });
    expect(Object.getOwnPropertyNames(reading.frame.user?.customAttributes)).toEqual([]);
    expect(reading.problems).toMatchObject([{ field: 'user.customAttributes.__proto__' }]);
  });

  it('values of a theme that are no texts are left out and named', () => {
    const reading = usable({ theme: { primaryColor: 7, poweredBy: 'no', fontFamily: 'Inter' } });
    expect(reading.frame.theme).toEqual({ fontFamily: 'Inter' });
    expect(reading.problems.map(({ field }) => field)).toEqual(['theme.primaryColor', 'theme.poweredBy']);
  });
});

describe('what no configuration can reach', () => {
  const HOSTILE = [1e9, -5, '10px;', Number.NaN, 2_147_483_648, '9; } * { display: none'] as const;

  it.each(HOSTILE)('C4: a radius of %s changes nothing: the template has its own', (borderRadius) => {
    const theme = { borderRadius, radius: borderRadius, radiusPx: borderRadius } as object;
    const { frame } = usable({ theme, borderRadius });
    expect(frame).not.toHaveProperty('borderRadius');
    expect(resolveTheme(frame.theme, 'light').tokens).toEqual(resolveTheme(null, 'light').tokens);
  });

  it.each(HOSTILE)(
    'C5: a stacking order of %s changes nothing: the page’s own style sheet may lower the frame',
    (zIndex) => {
      expect(usable({ zIndex, theme: { zIndex } as object }).frame).toEqual(usable({ theme: {} }).frame);
    },
  );
});

describe('C7: links a site may give', () => {
  it.each([
    'https://shop.example/privacy?a=b#c',
    'https://shop.example',
    'http://localhost:4601/privacy',
    'http://127.0.0.1/',
  ])('%s may be followed', (link) => expect(isSafeWebLink(link)).toBe(true));

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'http://shop.example',
    '//shop.example',
    'https://user@shop.example',
    'https://:pw@shop.example',
    'https://',
    '',
    `https://shop.example/${'a'.repeat(2_048)}`,
  ])('%s may not', (link) => expect(isSafeWebLink(link)).toBe(false));
});
