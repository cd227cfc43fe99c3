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
      config: { port: 4600, dataDir: './data', inboxDir: './data/inboxes', publicUrl: null, logLevel: 'info' },
    });
  });

  it('count as not given when they are empty, as a compose file leaves them', () => {
    const empty = { PORT: '', DATA_DIR: '', INBOX_DIR: '', PUBLIC_URL: '', LOG_LEVEL: '', MODEL: '', REDIS_URL: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('take what is given', () => {
    expect(
      readConfig({ PORT: '80', DATA_DIR: '/d', PUBLIC_URL: 'https://chat.example.com/', LOG_LEVEL: 'debug' }),
    ).toEqual({
      ok: true,
      config: {
        port: 80,
        dataDir: '/d',
        inboxDir: '/d/inboxes',
        publicUrl: 'https://chat.example.com',
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

  it.each(['DATABASE_URL', 'REDIS_URL', 'MODEL', 'AGENT_URL'])('do not take %s and then ignore it', (name) => {
    expect(problemsOf({ [name]: 'something' })).toEqual([expect.stringContaining(`${name} is set`)]);
  });
});
