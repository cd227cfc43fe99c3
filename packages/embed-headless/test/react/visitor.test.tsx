// @vitest-environment happy-dom
/** @jsxImportSource react */
/** What the page says of its visitor stays with that visitor, also when another person signs in. */
import type { UserContext } from '@service/protocol';
import { act, render } from '@testing-library/react';
import { version } from 'react';
import { describe, expect, it } from 'vitest';
import { type Chat, type UseChatOptions, useChat } from '../../src/react/index.js';
import { tokenFor } from '../support/browser.js';
import { options, Strict, server, settle } from './chat-app.js';

const ANN: UserContext = { name: 'Ann', email: 'ann@x.example' };
const BOB: UserContext = { name: 'Bob' };
const as = (name: string): Partial<UseChatOptions> => ({
  identity: { user: name, getToken: (question) => tokenFor(name, question, Math.floor(Date.now() / 1_000)) },
});

let chat: Chat;
function Page({ more }: { readonly more: Partial<UseChatOptions> }): null {
  // Tests in threads of one process hear each other's sign-outs: of one inbox, they would be tabs of one browser.
  chat = useChat(options({ inboxId: `claims-${parseInt(version, 10)}`, ...more }));
  return null;
}
const show = async (more: Partial<UseChatOptions>) => {
  const { rerender } = render(<Page more={more} />, { wrapper: Strict });
  await settle();
  return async (next: Partial<UseChatOptions>) => {
    rerender(<Page more={next} />);
    await settle();
  };
};
const say = async (text: string) => {
  act(() => void chat.sendMessage(text));
  await settle();
  await settle();
};
/** Each message, and what was claimed until then, by session. */
const claims = () =>
  server.received.flatMap((frame) =>
    frame.t === 'hello'
      ? ['hello']
      : frame.t === 'context' && frame.user
        ? [frame.user]
        : frame.t === 'append' && frame.body.kind === 'message'
          ? [frame.body.text]
          : [],
  );

describe('what the page says of its visitor', () => {
  it('goes into no conversation of another person who signs in', async () => {
    const update = await show({ user: ANN, ...as('ann') });
    await say('I am Ann');
    await update({ user: BOB, ...as('bob') });
    await say('I am Bob');
    expect(claims()).toEqual(['hello', ANN, 'I am Ann', 'hello', BOB, 'I am Bob']);
  });

  it('is the whole value, so that what is gone from it is taken back', async () => {
    const update = await show({ user: { ...ANN, customAttributes: { plan: 'pro' } } });
    await say('hello');
    await update({ user: { ...BOB, email: undefined } });
    expect(claims().at(-1)).toEqual(BOB);
    await update({ user: ANN });
    expect(claims().at(-1)).toEqual(ANN);
  });

  it('is sent again for the visitor whom a sign-out leaves, and for who signs in again', async () => {
    const update = await show({ user: ANN, ...as('ann') });
    await say('I am Ann');
    await update({ identity: null });
    await say('I am no one');
    await update({ user: ANN, ...as('ann') });
    await say('I am Ann again');
    await update({ user: ANN, identity: null });
    await say('I am not signed in');
    expect(claims()).toEqual([
      ...['hello', ANN, 'I am Ann'],
      ...['hello', 'I am no one'],
      ...['hello', ANN, 'I am Ann again'],
      ...['hello', ANN, 'I am not signed in'],
    ]);
  });

  it('is that of the person who writes first, when another one was signed in before', async () => {
    const update = await show({ user: ANN, autoConnect: false, ...as('ann') });
    await update({ user: BOB, autoConnect: false, ...as('bob') });
    await say('I am Bob');
    expect(claims()).toEqual(['hello', BOB, 'I am Bob']);
  });

  it('is the newest when it changes before the first message', async () => {
    const update = await show({ user: ANN, autoConnect: false });
    await update({ user: BOB, autoConnect: false });
    await say('I am Bob');
    expect(claims().slice(0, 2)).toEqual(['hello', BOB]);
  });

  it('is sent when the code that signs out is late', async () => {
    const page = (more: Partial<UseChatOptions>) => <Page more={more} />;
    const { rerender } = render(page({ user: ANN, ...as('ann') }), { wrapper: Strict });
    rerender(page({ user: BOB, ...as('bob') }));
    await settle();
    await say('I am Bob');
    expect(claims()).toEqual(['hello', BOB, 'I am Bob']);
  });
});
