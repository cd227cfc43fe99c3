import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigResult, FrameConfig, ServiceConfig } from '../../src/embed/config.js';
import { explainProblem } from '../../src/embed/config-problems.js';
import { readConfig } from '../../src/embed/read-config.js';
import { isSafeWebLink } from '../../src/embed/web-link.js';
import { CONFIG_LIMITS, USER_LIMITS } from '../../src/limits.js';
import { resolveTheme } from '../../src/theme/resolve-theme.js';

type Ok = Extract<ConfigResult, { ok: true }>;

/** What the reader made of a configuration that must be usable. */
function usable(config: Record<string, unknown>): Ok {
  const reading = readConfig({ inboxId: 'demo', ...config });
  if (!reading.ok) throw new Error(reading.problems.map(explainProblem).join(' '));
  return reading;
}

const value = (reading: Ok, field: keyof ServiceConfig) =>
  field === 'baseUrl' || field === 'containerId' ? reading[field] : reading.frame[field as keyof FrameConfig];

interface Row {
  readonly byDefault: unknown;
  /** Given, and what comes out. */
  readonly valid: readonly (readonly [unknown, unknown])[];
  /** Given; the default comes out, with a problem that names the field. */
  readonly invalid: readonly unknown[];
}

const texts = (max: number): Row => ({
  byDefault: null,
  valid: [
    ['Ask us', 'Ask us'],
    ['', null],
    ['x'.repeat(max), 'x'.repeat(max)],
  ],
  invalid: [7, {}, ['Ask us'], () => 'Ask us'],
});
const flags: Row = {
  byDefault: false,
  valid: [
    [true, true],
    [false, false],
  ],
  invalid: ['true', 1, {}],
};
const words = (...[first, ...others]: string[]): Row => ({
  byDefault: first,
  valid: [first, ...others].map((word) => [word, word] as const),
  invalid: ['sideways', 'constructor', '__proto__', 7, {}, [first]],
});

/** What the page's script carries out: the frame only reports what can't be used, see launcher-options.test.ts. */
const PAGE_FIELDS = ['launcher', 'prefetch'] as const;
/** One row for every optional property of `ServiceConfig` that reaches the frame: the compiler misses none. */
/** Tools stay in the page: see tool-bench.test.ts. */
const ROWS: Record<
  Exclude<keyof ServiceConfig, 'inboxId' | 'baseUrl' | 'tools' | (typeof PAGE_FIELDS)[number]>,
  Row
> = {
  mode: words('chat-widget', 'prompt-input', 'embedded'),
  position: words('right', 'left'),
  colorScheme: words('light', 'dark', 'auto'),
  theme: {
    byDefault: null,
    valid: [
      [{}, {}],
      [
        { template: 'dark', poweredBy: false },
        { template: 'dark', poweredBy: false },
      ],
      [{ primaryColor: 'url(//x)' }, { primaryColor: 'url(//x)' }],
      [{ unknown: 1 }, {}],
    ],
    invalid: ['dark', 7, ['dark']],
  },
  placeholder: texts(200),
  agentName: texts(80),
  agentTitle: texts(120),
  questions: {
    byDefault: null,
    valid: [
      [
        ['One?', ' Two? '],
        ['One?', 'Two?'],
      ],
      [[], []],
    ],
    invalid: ['One?', 7, { 0: 'One?' }],
  },
  privacyUrl: {
    byDefault: null,
    valid: [
      ['https://shop.example/privacy', 'https://shop.example/privacy'],
      ['', null],
    ],
    invalid: ['javascript:alert(1)', 'http://shop.example/', '//shop.example', '/privacy', 'data:text/html,x', 7],
  },
  requireConsent: flags,
  hideHeader: flags,
  containerId: texts(256),
  user: {
    byDefault: null,
    valid: [
      [{}, {}],
      [
        {
          name: 'Ada',
          userId: '7',
          password: 'x',
          customAttributes: { plan: 'pro', seats: 3, trial: false, left: null },
        },
        { name: 'Ada', userId: '7', customAttributes: { plan: 'pro', seats: 3, trial: false, left: null } },
      ],
    ],
    invalid: ['Ada', 7, ['Ada']],
  },
  instructions: texts(4_000),
  locale: {
    byDefault: null,
    valid: [
      ['de', 'de'],
      ['pt-BR', 'pt-BR'],
      ['zh-Hans-CN', 'zh-Hans-CN'],
      ['', null],
    ],
    invalid: ['german!', 'd', 'de_DE', 7, ['de']],
  },
};

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

describe('H13: a hostile object', () => {
  const boom = () => {
    throw new Error('boom');
  };
  const fields = ['inboxId', 'baseUrl', ...Object.keys(ROWS), ...PAGE_FIELDS] as (keyof ServiceConfig)[];

  it.each(fields)('a getter of %s that throws is reported by name, and nothing is thrown', (field) => {
    const reading = readConfig(Object.defineProperty({ inboxId: 'demo' }, field, { get: boom, enumerable: true }));
    expect(reading.problems[0]?.field).toBe(field);
    expect(reading.ok).toBe(field !== 'inboxId');
  });

  it.each([
    [
      'theme',
      {
        get primaryColor() {
          return boom();
        },
      },
    ],
    [
      'user',
      {
        get email() {
          return boom();
        },
      },
    ],
    [
      'user',
      {
        customAttributes: {
          get plan() {
            return boom();
          },
        },
      },
    ],
    ['questions', new Proxy(['One?'], { get: boom })],
  ])('a getter deep inside %s is reported by the field it is in', (field, given) => {
    const reading = usable({ [field]: given });
    expect(reading.frame[field as 'theme']).toBeNull();
    expect(reading.problems).toMatchObject([{ field }]);
  });

  it('a Proxy that throws at everything, or was revoked, is no configuration', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(readConfig(proxy).ok).toBe(false);
    const hostile = new Proxy({}, { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom });
    expect(readConfig(hostile).ok).toBe(false);
  });

  it('a field whose value changes is read once', () => {
    let asked = 0;
    const config = {
      inboxId: 'demo',
      get baseUrl() {
        asked += 1;
        return asked === 1 ? 'https://chat.example.com' : 'https://evil.example';
      },
    };
    expect(readConfig(config)).toMatchObject({ ok: true, baseUrl: 'https://chat.example.com' });
    expect(asked).toBe(1);
  });

  it('whatever a page passes, the result is plain data that can cross into the frame', () => {
    const anyConfig = fc.record(
      Object.fromEntries(
        fields.map((field) => [field, fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true })]),
      ),
    );
    fc.assert(
      fc.property(anyConfig, (config) => {
        const reading = readConfig({ ...config, inboxId: 'demo', baseUrl: undefined });
        expect(reading.ok).toBe(true);
        expect(structuredClone(reading)).toEqual(reading);
      }),
      { numRuns: 3_000 },
    );
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
