/** Settings as an operator gives them: few, optional, and every mistake named at once. */
import { describe, expect, it } from 'vitest';
import { readConfig } from '../dist/config.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  const reading = readConfig(env);
  return reading.ok ? [] : reading.problems;
};

describe('the settings', () => {
  it('are all optional', () => {
    expect(readConfig({})).toEqual({
      ok: true,
      config: {
        port: 4600,
        dataDir: './data',
        inboxDir: './data/inboxes',
        loaderDir: './data/loaders',
        publicUrl: null,
        widgetUrl: null,
        databaseUrl: null,
        redisUrl: null,
        trustedProxies: 0,
        masterKey: null,
        smtpUrl: null,
        mailFrom: null,
        mailBounces: null,
        mailTracking: false,
        approval: 'auto',
        organizationsBy: 'admin',
        mcpOrigins: [],
        model: null,
        agent: null,
        embedding: null,
        logLevel: 'info',
      },
    });
  });

  it('count as not given when they are empty, as a compose file leaves them', () => {
    const empty = { PORT: '', DATA_DIR: '', INBOX_DIR: '', PUBLIC_URL: '', LOG_LEVEL: '', MODEL: '', REDIS_URL: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('are the same with spaces around them, as files of settings leave them', () => {
    const given = {
      PORT: '80',
      DATA_DIR: '/d',
      DATABASE_URL: 'postgres://db/chat',
      PUBLIC_URL: 'https://chat.example',
    };
    const spaced = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, ` ${value}\t\n`]));
    expect(readConfig(spaced)).toEqual(readConfig(given));
    expect(readConfig({ PORT: ' ', DATA_DIR: '\t' })).toEqual(readConfig({}));
  });

  it.each([
    ['OPENAI_API_KEY', { MODEL: 'openai:gpt' }],
    ['OPENAI_API_KEY', { OPENAI_BASE_URL: 'http://localhost:1/v1' }],
    ['OPENAI_API_KEY', { OPENAI_BASE_URL: 'http://localhost:1/v1', MODEL: 'openai:gpt' }],
    ['ANTHROPIC_API_KEY', { MODEL: 'anthropic:claude' }],
    ['GEMINI_API_KEY', { MODEL: 'google:gemini' }],
    ['EMBEDDING_API_KEY', { EMBEDDING_MODEL: 'small' }],
  ])('take no key that can’t be sent, as with quotation marks of a text editor: %s with %j', (name, settings) => {
    expect(problemsOf({ ...settings, [name]: '“sk-abcdefgh”' })).toEqual([
      `${name} must be letters, digits and signs without spaces.`,
    ]);
    expect(problemsOf({ ...settings, [name]: 'sk-abcdefgh' })).toEqual([]);
  });

  it('take what is given', () => {
    expect(
      readConfig({
        PORT: '80',
        DATA_DIR: '/d',
        PUBLIC_URL: 'https://chat.example.com/',
        DATABASE_URL: 'postgresql://kim:pass@db/chat',
        REDIS_URL: 'rediss://cache:6380',
        MASTER_KEY: 'q7Xn2LwZ0aVb9RkT4yMd8PjeC6uHs5GfW1oKiB3NtEA=',
        SMTP_URL: 'smtps://kim:pass@mail:465',
        MAIL_FROM: 'Shop <chat@shop.example>',
        MAIL_BOUNCES: 'bounces@shop.example',
        MAIL_TRACKING: 'on',
        WORKSPACE_APPROVAL: 'manual',
        ORGANIZATIONS_BY: 'anyone',
        MCP_ORIGINS: 'https://ide.example/, http://localhost:6274',
        EMBEDDING_MODEL: 'bge-m3',
        EMBEDDING_BASE_URL: 'http://models:8000/v1',
        EMBEDDING_API_KEY: 'sk-1',
        LOG_LEVEL: 'debug',
      }),
    ).toEqual({
      ok: true,
      config: {
        port: 80,
        dataDir: '/d',
        inboxDir: '/d/inboxes',
        loaderDir: '/d/loaders',
        publicUrl: 'https://chat.example.com',
        widgetUrl: null,
        databaseUrl: 'postgresql://kim:pass@db/chat',
        redisUrl: 'rediss://cache:6380',
        trustedProxies: 0,
        masterKey: 'q7Xn2LwZ0aVb9RkT4yMd8PjeC6uHs5GfW1oKiB3NtEA=',
        smtpUrl: 'smtps://kim:pass@mail:465',
        mailFrom: 'Shop <chat@shop.example>',
        mailBounces: 'bounces@shop.example',
        mailTracking: true,
        approval: 'manual',
        organizationsBy: 'anyone',
        mcpOrigins: ['https://ide.example', 'http://localhost:6274'],
        model: null,
        agent: null,
        embedding: { model: 'bge-m3', baseUrl: 'http://models:8000/v1', apiKey: 'sk-1' },
        logLevel: 'debug',
      },
    });
  });

  it('are refused with every problem at once, each naming its setting once', () => {
    const problems = problemsOf({ PORT: 'x', PUBLIC_URL: 'chat.example', LOG_LEVEL: 'loud', MODEL: 'a:b' });
    expect(problems).toHaveLength(4);
    for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL', 'MODEL']) {
      expect(problems.filter((problem) => problem.startsWith(name))).toHaveLength(1);
      expect(problems.join(' ').split(name)).toHaveLength(2);
    }
  });

  it.each(['-1', '65536', '4600.5', '1e3', '0x10', '46oo'])('do not take %j for a port', (PORT) => {
    expect(problemsOf({ PORT })).toEqual(['PORT must be a whole number from 0 to 65535.']);
  });

  it.each([
    ['DATABASE_URL', 'mysql://kim:hunter2@db/chat'],
    ['DATABASE_URL', 'hunter2'],
    ['REDIS_URL', 'http://:hunter2@cache'],
    ['MASTER_KEY', 'hunter2'],
    ['MASTER_KEY', 'hunter2 hunter2 hunter2 hunter2 hunter2 hunter2 '],
    ['SMTP_URL', 'https://kim:hunter2@mail'],
    ['MAIL_FROM', 'hunter2'],
    ['MAIL_BOUNCES', 'hunter2'],
    ['MAIL_BOUNCES', 'bounces-hunter2-too@shop.example'],
    ['MAIL_BOUNCES', 'bounces+hunter2@shop.example'],
    ['MAIL_TRACKING', 'hunter2'],
    ['WORKSPACE_APPROVAL', 'hunter2'],
    ['ORGANIZATIONS_BY', 'hunter2'],
    ['MCP_ORIGINS', 'https://ide.example, hunter2'],
    ['MCP_ORIGINS', '*'],
  ])('say what %s must look like, and never repeat a secret', (name, value) => {
    const problems = problemsOf({ DATABASE_URL: 'postgres://db/chat', [name]: value });
    expect(problems).toEqual([expect.stringMatching(`^${name} must`)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it.each(['a'.repeat(43), 'changeme'.repeat(6).slice(0, 43), '0123456789'.repeat(4) + '012'])(
    'refuse a key that is easy to guess, and name what makes another one: %s',
    (MASTER_KEY) => {
      const problems = problemsOf({ MASTER_KEY });
      expect(problems).toEqual([expect.stringMatching(/^MASTER_KEY (?:has|is) .*openssl rand -base64 32$/)]);
      expect(problems.join()).not.toContain(MASTER_KEY);
    },
  );

  it('take an origin for the chat beside another one for the console, and neither alone nor the same twice', () => {
    const [PUBLIC_URL, WIDGET_URL] = ['https://console.example.com', 'https://chat.example.com/'];
    expect(readConfig({ PUBLIC_URL, WIDGET_URL })).toMatchObject({
      config: { publicUrl: PUBLIC_URL, widgetUrl: 'https://chat.example.com' },
    });
    expect(problemsOf({ WIDGET_URL })).toEqual([expect.stringContaining('Set PUBLIC_URL')]);
    expect(problemsOf({ PUBLIC_URL, WIDGET_URL: PUBLIC_URL })).toEqual([expect.stringContaining('two hosts')]);
    expect(problemsOf({ PUBLIC_URL, WIDGET_URL: 'chat.example.com' })).toEqual([
      expect.stringMatching(/^WIDGET_URL must/),
    ]);
  });

  it('take a database without Redis, for one node, and refuse Redis without a database', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://db/chat' })).toEqual([]);
    expect(problemsOf({ REDIS_URL: 'redis://cache' })).toEqual([expect.stringMatching(/^REDIS_URL .*DATABASE_URL/)]);
  });

  it.each([
    [
      { MODEL: 'openai:gpt-5', OPENAI_API_KEY: 'sk-1' },
      { provider: 'openai', model: 'gpt-5', key: 'sk-1', baseUrl: null },
    ],
    [
      { MODEL: 'anthropic:claude-4', ANTHROPIC_API_KEY: 'sk-2', ANTHROPIC_BASE_URL: 'https://proxy.example/v1/' },
      { provider: 'anthropic', model: 'claude-4', key: 'sk-2', baseUrl: 'https://proxy.example/v1' },
    ],
    [
      { MODEL: 'google:gemini-3', GEMINI_API_KEY: 'k3' },
      { provider: 'google', model: 'gemini-3', key: 'k3', baseUrl: null },
    ],
    [
      { MODEL: 'openai:qwen3:8b', OPENAI_BASE_URL: 'http://localhost:11434/v1' },
      { provider: 'openai-compatible', model: 'qwen3:8b', key: null, baseUrl: 'http://localhost:11434/v1' },
    ],
    [
      { OPENAI_BASE_URL: 'http://localhost:8000/v1', OPENAI_API_KEY: 'sk-4' },
      { provider: 'openai-compatible', model: null, key: 'sk-4', baseUrl: 'http://localhost:8000/v1' },
    ],
  ])('name the model that answers: %j', (env, model) => {
    expect(readConfig(env)).toMatchObject({ ok: true, config: { model, agent: null } });
  });

  it('name an agent that answers', () => {
    expect(readConfig({ AGENT_URL: 'https://agent.example/run', AGENT_TOKEN: 'secret' })).toMatchObject({
      ok: true,
      config: { model: null, agent: { url: 'https://agent.example/run', token: 'secret' } },
    });
  });

  it.each([
    [{ MODEL: 'gpt-5' }, /^MODEL must be one of "openai:<model>", "anthropic:<model>", "google:<model>"/],
    [{ MODEL: 'openai:gpt-5' }, /^OPENAI_API_KEY must hold the key/],
    [{ MODEL: 'google:gemini-3' }, /^GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY must hold the key/],
    [{ OPENAI_BASE_URL: 'localhost:8000' }, /^OPENAI_BASE_URL must look like/],
    [{ OPENAI_BASE_URL: 'https://kim:hunter2@models.example/v1' }, /^OPENAI_BASE_URL must look like/],
    [
      { MODEL: 'anthropic:claude-4', ANTHROPIC_API_KEY: 'hunter2', OPENAI_BASE_URL: 'http://localhost:8000/v1' },
      /^OPENAI_BASE_URL is for "openai:<model>"/,
    ],
    [{ AGENT_URL: 'ftp://agent.example' }, /^AGENT_URL must look like/],
    [{ AGENT_URL: 'https://agent.example', OPENAI_BASE_URL: 'http://localhost:8000/v1' }, /^AGENT_URL and MODEL/],
    [{ AGENT_TOKEN: 'hunter2' }, /^AGENT_TOKEN is for AGENT_URL/],
  ])('refuse a backend that could not answer: %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(problem)]);
    expect(problemsOf(env).join()).not.toContain('hunter2');
  });
});
