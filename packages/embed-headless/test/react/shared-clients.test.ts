import { expect, it } from 'vitest';
import { optionsKey } from '../../src/react/shared-clients.js';

it('options that hold themselves share no client with those of another inbox', () => {
  const page: Record<string, unknown> = { url: 'https://shop.test/', title: 'Shop' };
  page.self = page;
  const of = (inboxId: string) => optionsKey({ inboxId, baseUrl: 'https://chat.test', page } as never);
  expect(of('demo')).toBe(of('demo'));
  expect(of('demo')).not.toBe(of('other'));
});
