/** What a page may pass to `init`, and the errors it gets. */

import { readConfig } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { readStartConfig } from '../../src/widget/configuration.js';
import { isSameConfig } from '../../src/widget/same-config.js';

const PAGE = 'https://shop.example';
const CHAT = 'https://chat.example';
const codes = (input: unknown, origin = PAGE, defaultBaseUrl: string | null = CHAT) => {
  const { config, problems } = readStartConfig(input, origin, defaultBaseUrl);
  return { starts: config !== null, codes: problems.map((problem) => problem.code) };
};

describe('the configuration', () => {
  it('takes the server from where the script came from, unless it names one', () => {
    expect(readStartConfig({ inboxId: 'demo' }, PAGE, CHAT).config?.baseUrl).toBe(CHAT);
    const named = { inboxId: 'demo', baseUrl: 'https://other.example/' };
    expect(readStartConfig(named, PAGE, CHAT).config?.baseUrl).toBe('https://other.example');
  });

  it('needs a server in the ES module', () => {
    expect(codes({ inboxId: 'demo' }, PAGE, null)).toEqual({ starts: false, codes: ['base_url_missing'] });
  });

  it.each(['null', 'file://', 'undefined'])('does not start on a page without a web origin (%s)', (origin) => {
    expect(codes({ inboxId: 'demo' }, origin)).toEqual({ starts: false, codes: ['unsupported_origin'] });
  });

  it('F13: does not start when the chat server is the page’s own origin', () => {
    expect(codes({ inboxId: 'demo', baseUrl: PAGE })).toEqual({ starts: false, codes: ['insecure_self_host'] });
  });

  it.each(['chat-widget', 'prompt-input', 'embedded'])('starts in the mode %s', (mode) => {
    const { config, problems } = readStartConfig({ inboxId: 'demo', mode }, PAGE, CHAT);
    expect(config?.mode).toBe(mode);
    expect(problems).toEqual([]);
  });

  it.each([
    undefined,
    null,
    'demo',
    [],
    {},
    { inboxId: 7 },
    { inboxId: '../x' },
    { inboxId: 'demo', baseUrl: 'javascript:alert(1)' },
  ])('refuses %o with config_invalid', (input) => {
    expect(codes(input)).toEqual({ starts: false, codes: ['config_invalid'] });
  });

  it('H13: names a field whose getter throws, reads each field once, and starts without it', () => {
    let reads = 0;
    const hostile = {
      get inboxId() {
        reads++;
        return 'demo';
      },
      get theme(): never {
        throw new Error('trap');
      },
    };
    const { config, problems } = readStartConfig(hostile, PAGE, CHAT);
    expect(config).toMatchObject({ inboxId: 'demo', given: {} });
    expect(problems).toMatchObject([
      { code: 'config_invalid', message: expect.stringMatching(/^theme: could not be read/) },
    ]);
    expect(reads).toBe(1);
  });

  it('H13: survives proxies that throw, at any depth', () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    );
    const trapped = codes(trap);
    expect(trapped.starts).toBe(false);
    expect(new Set(trapped.codes)).toEqual(new Set(['config_invalid']));
    expect(codes({ inboxId: 'demo', user: trap })).toEqual({ starts: true, codes: ['config_invalid'] });
  });

  it('H13: passes on plain data only, and invalid values in a form that the frame reports', () => {
    const input = { inboxId: 'demo', agentName: () => 'x', user: { name: {}, email: 'a@b.example' }, position: 'top' };
    const { config, problems } = readStartConfig(input, PAGE, CHAT);
    expect(problems).toEqual([]);
    expect(config?.position).toBe('right');
    const read = readConfig({ inboxId: 'demo', ...structuredClone(config?.given) });
    expect(read.ok && read.frame).toMatchObject({ user: { email: 'a@b.example' }, position: 'right', agentName: null });
    expect(read.problems.map(({ field }) => field)).toEqual(['position', 'agentName', 'user.name']);
  });

  it('is read through the proxies of frameworks, and ends at cycles', () => {
    const endless: Record<string, unknown> = { name: 'Ada' };
    endless.user = endless;
    const wrapped = new Proxy({ inboxId: 'demo', user: new Proxy({ name: 'Ada' }, {}), theme: endless }, {});
    const { config, problems } = readStartConfig(wrapped, PAGE, CHAT);
    expect(config?.given).toEqual({ user: { name: 'Ada' } });
    expect(problems).toMatchObject([{ message: expect.stringMatching(/^theme: could not be read/) }]);
  });
});

describe('the launcher of a configuration', () => {
  const read = (launcher: unknown) => readStartConfig({ inboxId: 'demo', launcher }, PAGE, CHAT);

  it('is passed on as plain data, and the page’s own button apart from it', () => {
    const button = Object.assign(document.createElement('button'), { __reactFiber$x: {} as object });
    button.__reactFiber$x = { stateNode: button };
    const { config, problems } = read({ size: 60, element: button });
    expect(problems).toEqual([]);
    expect(config?.given).toEqual({ launcher: { size: 60, element: {} } });
    expect([...(config?.button ?? [])]).toEqual([button]);
  });

  it('may be a button by its id, or none', () => {
    expect(read({ element: 'help' }).config?.given).toEqual({ launcher: { element: 'help' } });
    expect(read(false).config?.given).toEqual({ launcher: false });
    expect(read(undefined).config?.given).toEqual({});
  });

  it('is the same with a button that React has made anew', () => {
    const configOf = () => read({ element: document.createElement('button') }).config;
    expect(isSameConfig(configOf(), configOf())).toBe(true);
    expect(isSameConfig(configOf(), read({ element: 'help' }).config)).toBe(false);
    expect(isSameConfig(read(false).config, read(undefined).config)).toBe(false);
  });
});

it('`prefetch` is `idle` unless it is one of the others; another word is for the frame to report', () => {
  const read = (prefetch: unknown) => readStartConfig({ inboxId: 'demo', prefetch }, PAGE, CHAT).config;
  expect(['idle', 'intent', 'none', undefined].map((choice) => read(choice)?.prefetch)).toEqual([
    'idle',
    'intent',
    'none',
    'idle',
  ]);
  expect(read('later')).toMatchObject({ prefetch: 'idle', given: { prefetch: 'later' } });
});

describe('the same configuration', () => {
  it('is recognised whether its defaults are written down or not', () => {
    const short = readStartConfig({ inboxId: 'demo' }, PAGE, CHAT).config;
    const long = { inboxId: 'demo', mode: 'chat-widget', requireConsent: false, user: undefined, theme: null };
    expect(isSameConfig(readStartConfig({ ...long, baseUrl: `${CHAT}/` }, PAGE, null).config, short)).toBe(true);
    expect(isSameConfig(readStartConfig({ ...long, requireConsent: true }, PAGE, CHAT).config, short)).toBe(false);
  });

  it('is recognised whatever the order of its keys, and a difference at any depth counts', () => {
    const a = { frame: { inboxId: 'demo', user: { name: 'Ada', email: 'a@b.example' } }, questions: ['x'] };
    const b = { questions: ['x'], frame: { user: { email: 'a@b.example', name: 'Ada' }, inboxId: 'demo' } };
    expect(isSameConfig(a, b)).toBe(true);
    expect(isSameConfig(a, { ...b, questions: ['y'] })).toBe(false);
    expect(isSameConfig(a, { ...b, extra: null })).toBe(false);
    expect(isSameConfig(a, null)).toBe(false);
  });
});
