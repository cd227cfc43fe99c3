/** A finding says what is wrong and how to fix it, whether it was found on the page or from outside. */
import { expect, it } from 'vitest';
import type { Check } from '../../src/diagnosis/check.js';
import type { Finding } from '../../src/diagnosis/finding.js';

const FACTS = {
  chat: 'https://chat.example',
  origin: 'https://shop.example',
  outer: 'https://portal.example',
  page: 'https://shop.example/',
  status: 404,
  script: 'https://chat.example/embed/v1.js',
  server: '1.2.3',
  inboxId: 'demo',
  allowed: ['https://other.example'],
  containerId: 'chat',
  errors: ['frame_unreachable'],
  width: 0,
  height: 0,
  minutes: 7,
  reason: 'CERT_HAS_EXPIRED',
  address: 'http://chat.example/embed/v1.js',
  site: 'shop.example',
  state: 'reconnecting',
  code: 'message_failed',
  message: 'A message could not be sent.',
};

const modules = import.meta.glob<Record<string, unknown>>('../../src/diagnosis/checks/**/*.ts', { eager: true });
const checks = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value): value is Check => typeof value === 'object' && value !== null && 'performInPage' in value);
const findingOf = (check: Check): Finding => (check as { finding(facts: object): Finding }).finding(FACTS);

it('there is one check for each code but that of the script itself', () => {
  expect(checks).toHaveLength(37);
  expect(new Set(checks.map(({ code }) => code)).size).toBe(37);
});

it.each(checks.map((check) => [check.code, check] as const))('%s says what it is and how to fix it', (_code, check) => {
  expect(check.description).toMatch(/^[A-Z].*\.$/);
  const { message, fix } = findingOf(check);
  for (const sentence of [message, fix]) {
    expect(sentence).toMatch(/^[A-Z]|^https:/);
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
    expect(sentence.length).toBeLessThan(300);
  }
});
