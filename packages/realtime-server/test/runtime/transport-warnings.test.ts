/** Who runs the server hears at its start that a connection to another machine can be read, or is open to anyone who reaches it. */
import { describe, expect, it } from 'vitest';
import { transportWarnings } from '../../dist/runtime/network/transport-warnings.js';

const PASSWORD = 'geh31m';
const DATABASE = `postgres://chat:${PASSWORD}@db.internal/chat`;
const REDIS = `rediss://:${PASSWORD}@cache.internal`;
const OPEN = 'without encryption';
const ANYBODY = 'without a password';
const UNPROVED = 'does not check who answers';

const about = (name: 'databaseUrl' | 'redisUrl', address: string, env: Record<string, string> = {}) =>
  transportWarnings({ databaseUrl: null, redisUrl: null, [name]: address }, env);

describe('a start warns of PostgreSQL', () => {
  it.each<[string, readonly string[], Record<string, string>?]>([
    [DATABASE, [OPEN]],
    ['postgresql://db.internal/chat', [OPEN, ANYBODY]],
    [`${DATABASE}?sslmode=disable`, [OPEN]],
    [`${DATABASE}?sslmode=allow`, [OPEN]],
    [`${DATABASE}?sslmode=disable`, [OPEN], { PGSSLMODE: 'require' }],
    [`${DATABASE}?ssl=0`, [OPEN]],
    [`${DATABASE}?sslmode=no-verify`, [UNPROVED]],
    [DATABASE, [UNPROVED], { PGSSLMODE: 'no-verify' }],
    ['postgres://chat@10.0.0.5/chat?sslmode=require', [ANYBODY]],
    ['postgres://localhost/chat?host=db.internal', [OPEN, ANYBODY]],
    [`${DATABASE}?sslmode=verify-full`, []],
    [`${DATABASE}?sslmode=require`, []],
    [`${DATABASE}?ssl=true`, []],
    [`${DATABASE}?sslrootcert=/ca.pem`, []],
    [`${DATABASE}?sslnegotiation=direct`, []],
    [DATABASE, [], { PGSSLMODE: 'verify-full' }],
    ['postgres://chat@db.internal/chat?sslmode=require', [], { PGPASSWORD: 'x' }],
    ['postgres://chat@db.internal/chat?sslcert=/c.pem&sslkey=/k.pem', []],
    ['postgres://chat@localhost:5433/chat', []],
    ['postgres://chat@127.8.0.1/chat', []],
    ['postgres://chat@[::1]/chat', []],
    ['postgres://chat@%2Fvar%2Frun%2Fpostgresql/chat', []],
    ['postgres:///chat?host=/var/run/postgresql', []],
  ])('%s: %j', (address, expected, env = {}) => {
    const warnings = about('databaseUrl', address, env);
    expect(warnings).toEqual(expected.map((words) => expect.stringContaining(words)));
    for (const warning of warnings) expect(warning).not.toMatch(/geh31m|internal/);
  });
});

describe('a start warns of Redis', () => {
  it.each<[string, readonly string[]]>([
    ['redis://cache.internal:6379', [OPEN, ANYBODY]],
    [`redis://:${PASSWORD}@cache.internal`, [OPEN]],
    ['rediss://cache.internal', [ANYBODY]],
    ['redis://192.168.1.5', [OPEN, ANYBODY]],
    ['redis://[fd00::1]', [OPEN, ANYBODY]],
    ['redis://localhost.evil.example', [OPEN, ANYBODY]],
    [REDIS, []],
    ['rediss://cache.internal?password=x', []],
    ['redis://localhost:6379', []],
    ['redis://127.0.0.1', []],
    ['redis://[::1]:6379', []],
  ])('%s: %j', (address, expected) => {
    const warnings = about('redisUrl', address);
    expect(warnings).toEqual(expected.map((words) => expect.stringContaining(words)));
    for (const warning of warnings) expect(warning).not.toMatch(/geh31m|internal/);
  });

  it('says nothing of what is not set', () => {
    expect(transportWarnings({ databaseUrl: null, redisUrl: null }, {})).toEqual([]);
  });
});
