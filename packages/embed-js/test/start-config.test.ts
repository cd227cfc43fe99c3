/** What a page may pass to `init`, and what it is told when that can't work. */
import { describe, expect, it } from 'vitest';
import { readStartConfig, sameConfig } from '../src/start-config.js';

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

  it('does not start when the chat server is the page’s own origin', () => {
    expect(codes({ inboxId: 'demo', baseUrl: PAGE })).toEqual({ starts: false, codes: ['insecure_self_host'] });
  });

  it.each(['chat-widget', 'prompt-input', 'embedded'])('starts in the mode %s', (mode) => {
    const { config, problems } = readStartConfig({ inboxId: 'demo', mode }, PAGE, CHAT);
    expect(config?.frame.mode).toBe(mode);
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

  it('names a field whose getter throws, reads each field once, and starts without it', () => {
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
    expect(config?.frame).toMatchObject({ inboxId: 'demo', theme: null });
    expect(problems).toMatchObject([
      { code: 'config_invalid', message: expect.stringMatching(/^theme: could not be read/) },
    ]);
    expect(reads).toBe(1);
  });

  it('survives proxies that throw, at any depth', () => {
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

  it('leaves out functions and wrong types by name, and hands over plain data only', () => {
    const { config, problems } = readStartConfig(
      { inboxId: 'demo', agentName: () => 'x', user: { name: {}, email: 'a@b.example' }, position: 'top' },
      PAGE,
      CHAT,
    );
    expect(structuredClone(config?.frame)).toMatchObject({ user: { email: 'a@b.example' }, position: 'right' });
    expect(problems.map((problem) => problem.message.split(':')[0])).toEqual(['position', 'agentName', 'user.name']);
  });
});

describe('the same configuration', () => {
  it('is recognised whatever the order of its keys, and a difference at any depth counts', () => {
    const a = { frame: { inboxId: 'demo', user: { name: 'Ada', email: 'a@b.example' } }, questions: ['x'] };
    const b = { questions: ['x'], frame: { user: { email: 'a@b.example', name: 'Ada' }, inboxId: 'demo' } };
    expect(sameConfig(a, b)).toBe(true);
    expect(sameConfig(a, { ...b, questions: ['y'] })).toBe(false);
    expect(sameConfig(a, { ...b, extra: null })).toBe(false);
    expect(sameConfig(a, null)).toBe(false);
  });
});
