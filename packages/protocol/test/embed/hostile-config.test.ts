/** Configurations that are made to do harm: nothing is thrown, and only plain data remains. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceConfig } from '../../src/embed/config.js';
import { readConfig } from '../../src/embed/read-config.js';
import { PAGE_FIELDS, ROWS, usable } from './config-fields.js';

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
