/** The widget section of the specification: every event, and no other. */
import { describe, expect, it } from 'vitest';
import { WIDGET_EVENTS } from '../../../packages/embed-js/dist/index.js';
import { call as calls, say } from '../../support/model-provider/reply.js';
import { startModelSite } from '../../support/sites/model-site.js';
import { type Api, check, useWidget } from './start-widget.js';

const { start, end } = useWidget();

describe('events', () => {
  it('are these and no others', () => {
    expect([...WIDGET_EVENTS].sort()).toEqual(
      [...'ready open close message unread connection tool handoff consent error destroy'.split(' ')].sort(),
    );
  });
  check(
    [
      'message, once for each side, with role, content and author',
      'handoff, when the visitor asks for a person',
      'error, with a code and a message',
    ],
    {
      'ready, with the version': async () => {
        const { page, events } = await start();
        const version = await page.evaluate(() => (window.ServiceWidget as unknown as Api).version);
        await expect.poll(() => events('ready')).toEqual([{ version }]);
      },
      'open and close': async () => {
        const { chat, events } = await start();
        await chat.open();
        await expect.poll(() => events('open')).toEqual([{}]);
        expect(await events('close')).toEqual([]);
        await chat.closeButton.click();
        await expect.poll(() => events('close')).toEqual([{}]);
      },
      'message, once for each side, with role, content and author': async () => {
        const { chat, events } = await start();
        await chat.open();
        await chat.send('How long does shipping take?');
        await expect.poll(async () => (await events('message')).length, { timeout: 60_000 }).toBe(2);
        expect(await events('message')).toMatchObject([
          { role: 'user', content: 'How long does shipping take?', author: { kind: 'visitor' } },
          { role: 'assistant', content: expect.any(String), author: { kind: 'ai', name: 'Ada' } },
        ]);
      },
      'unread, when an answer comes while the chat is closed': async () => {
        const { call, events } = await start();
        await call('sendMessage', 'How long does shipping take?');
        await expect.poll(async () => (await events('unread')).at(-1), { timeout: 60_000 }).toEqual({ count: 1 });
      },
      'connection, from connecting to connected': async () => {
        const { chat, events } = await start();
        expect(await events('connection')).toEqual([]);
        await chat.open();
        await expect.poll(() => events('connection')).toEqual([{ state: 'connecting' }, { state: 'connected' }]);
      },
      'tool, when a function of this page starts and when it ends': async () => {
        const on = await startModelSite();
        try {
          on.provider.script(calls('add_to_basket'), say('It is in your basket.'));
          const { chat, events, sent } = await start(
            { inboxId: 'demo', tools: [{ name: 'add_to_basket', description: 'Puts it in.', effects: 'idempotent' }] },
            { on },
          );
          await chat.open();
          await expect.poll(() => sent.some(({ t }) => t === 'tools')).toBe(true);
          await chat.send('put the boots in my basket');
          await chat.transcript.getByText('It is in your basket.').waitFor();
          expect(await events('tool')).toEqual([
            { name: 'add_to_basket', state: 'running' },
            { name: 'add_to_basket', state: 'succeeded' },
          ]);
        } finally {
          await end();
          await on.dispose();
        }
      },
      'handoff, when the visitor asks for a person': async () => {
        const { chat, frame, events } = await start();
        await chat.open();
        await chat.send('do you sell bicycles?');
        await frame.getByRole('button', { name: 'Talk to a person' }).click();
        await expect.poll(() => events('handoff'), { timeout: 60_000 }).toEqual([{ handledBy: 'queued' }]);
      },
      'consent, for both answers': async () => {
        const { call, frame, events } = await start({ requireConsent: true });
        await call('open');
        await frame.getByRole('button', { name: 'Decline' }).click();
        await expect.poll(() => events('consent')).toEqual([{ granted: false }]);
        await frame.getByRole('button', { name: 'Agree and continue' }).click();
        await expect.poll(() => events('consent')).toEqual([{ granted: false }, { granted: true }]);
      },
      'error, with a code and a message': async () => {
        const { call, events } = await start();
        await call('sendMessage', '');
        await expect
          .poll(() => events('error'))
          .toMatchObject([{ code: 'call_invalid', message: expect.stringMatching(/pass a text/) }]);
      },
      'destroy, as the last one': async () => {
        const { call, events } = await start();
        await call('destroy');
        await expect.poll(() => events('destroy')).toEqual([{}]);
      },
    },
  );
});
