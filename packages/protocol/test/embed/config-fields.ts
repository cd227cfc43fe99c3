/** The options of the configuration: what each accepts, what it refuses, and its default. */
import type { ConfigResult, FrameConfig, ServiceConfig } from '../../src/embed/config.js';
import { explainProblem } from '../../src/embed/config-problems.js';
import { readConfig } from '../../src/embed/read-config.js';

type Ok = Extract<ConfigResult, { ok: true }>;

/** What the reader made of a configuration that must be usable. */
export function usable(config: Record<string, unknown>): Ok {
  const reading = readConfig({ inboxId: 'demo', ...config });
  if (!reading.ok) throw new Error(reading.problems.map(explainProblem).join(' '));
  return reading;
}

export const value = (reading: Ok, field: keyof ServiceConfig) =>
  field === 'baseUrl' || field === 'containerId' ? reading[field] : reading.frame[field as keyof FrameConfig];

export interface Row {
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
export const PAGE_FIELDS = ['launcher', 'prefetch'] as const;
/** One row for every optional property of `ServiceConfig` that reaches the frame: the compiler misses none. */
/** Tools stay in the page: see tool-bench.test.ts. */
export const ROWS: Record<
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
