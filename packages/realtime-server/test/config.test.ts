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
        publicUrl: null,
        databaseUrl: null,
        redisUrl: null,
        operatorKey: null,
        trustedProxies: 0,
        logLevel: 'info',
      },
    });
  });

  it('count as not given when they are empty, as a compose file leaves them', () => {
    const empty = { PORT: '', DATA_DIR: '', INBOX_DIR: '', PUBLIC_URL: '', LOG_LEVEL: '', MODEL: '', REDIS_URL: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('take what is given', () => {
    expect(
      readConfig({
        PORT: '80',
        DATA_DIR: '/d',
        PUBLIC_URL: 'https://chat.example.com/',
        DATABASE_URL: 'postgresql://kim:pass@db/chat',
        REDIS_URL: 'rediss://cache:6380',
        OPERATOR_KEY: 'csk_0123456789012345678901234',
        LOG_LEVEL: 'debug',
      }),
    ).toEqual({
      ok: true,
      config: {
        port: 80,
        dataDir: '/d',
        inboxDir: '/d/inboxes',
        publicUrl: 'https://chat.example.com',
        databaseUrl: 'postgresql://kim:pass@db/chat',
        redisUrl: 'rediss://cache:6380',
        operatorKey: 'csk_0123456789012345678901234',
        trustedProxies: 0,
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

  it.each(['-1', '65536', '4600.5', '1e3', '0x10', ' ', '46oo'])('do not take %j for a port', (PORT) => {
    expect(problemsOf({ PORT })).toEqual(['PORT must be a whole number from 0 to 65535.']);
  });

  it.each([
    ['DATABASE_URL', 'mysql://kim:hunter2@db/chat'],
    ['DATABASE_URL', 'hunter2'],
    ['REDIS_URL', 'http://:hunter2@cache'],
    ['OPERATOR_KEY', 'hunter2'],
    ['OPERATOR_KEY', 'hunter2 hunter2 hunter2 hunter2'],
  ])('say what %s must look like, and never repeat a secret', (name, value) => {
    const problems = problemsOf({ DATABASE_URL: 'postgres://db/chat', [name]: value });
    expect(problems).toEqual([expect.stringMatching(`^${name} must`)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('take a database without Redis, for one node, and refuse Redis without a database', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://db/chat' })).toEqual([]);
    expect(problemsOf({ REDIS_URL: 'redis://cache' })).toEqual([expect.stringMatching(/^REDIS_URL .*DATABASE_URL/)]);
  });

  it.each(['MODEL', 'AGENT_URL'])('do not take %s and then ignore it', (name) => {
    expect(problemsOf({ [name]: 'something' })).toEqual([expect.stringContaining(`${name} is set`)]);
  });
});
