/** @jsxImportSource react */
/** A draft is that of one visitor: it ends with them, on the screen and in the storage. */
import { act, cleanup, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { tokenFor } from '../../embed-headless/test/support/browser.js';
import { Chat } from '../src/index.js';
import { chat, field, GRANT, server, settled, show } from './chat.js';

const KEY = { draftKey: 'draft' };
const as = (name: string) => ({
  inboxId: 'drafts',
  identity: {
    user: name,
    getToken: (question: { nonce: string }) => tokenFor(name, question, Math.floor(Date.now() / 1_000)),
  },
});
const stored = () => sessionStorage.getItem('draft') ?? '';
const begin = async () => {
  act(() => void chat.sendMessage('hello'));
  await settled();
  fireEvent.change(field(), { target: { value: 'my IBAN is NO93' } });
};

describe('a draft', () => {
  it('is gone when its visitor signs out', async () => {
    await show({}, KEY);
    await begin();
    act(() => chat.logout());
    await expect.poll(() => field().value).toBe('');
    expect(stored()).toBe('');
  });

  it('is gone when its visitor signs out after the composer was closed', async () => {
    await show({}, KEY);
    await begin();
    const { client } = chat;
    cleanup();
    act(() => client.logout());
    await settled();
    expect(stored()).toBe('');
  });

  it('is gone when its visitor takes the consent back', async () => {
    await show({ requireConsent: true, consent: GRANT }, KEY, { requireConsent: true });
    await begin();
    act(() => chat.withdrawConsent());
    await expect.poll(() => chat.consentNeeded).toBe(true);
    expect(stored()).toBe('');
    act(() => chat.consent(GRANT));
    await settled();
    expect(field().value).toBe('');
  });

  it('is gone when another person signs in', async () => {
    const update = await show(as('ann'), KEY);
    await begin();
    await update(as('bob'));
    expect(field().value).toBe('');
    expect(stored()).toBe('');
  });

  it('of a signed-in visitor is in no storage', async () => {
    await show(as('ann'), KEY);
    await begin();
    await expect.poll(() => chat.identified).toBe(true);
    fireEvent.change(field(), { target: { value: 'my card is' } });
    expect(stored()).toBe('');
  });

  it('of a visitor who signs in stays on the screen, and leaves the storage', async () => {
    const update = await show({ inboxId: 'drafts' }, KEY);
    await begin();
    await update(as('ann'));
    await expect.poll(() => chat.identified).toBe(true);
    await expect.poll(stored).toBe('');
    expect(field().value).toBe('my IBAN is NO93');
  });

  it('is in no storage before a required consent, where the composer is shown then', async () => {
    sessionStorage.setItem('draft', 'of an earlier visitor');
    await show({ requireConsent: true }, KEY, {}, (composer) => composer);
    expect(field().value).toBe('');
    fireEvent.change(field(), { target: { value: 'my IBAN is' } });
    expect(stored()).toBe('of an earlier visitor');
    act(() => chat.consent(GRANT));
    expect(field().value).toBe('my IBAN is');
  });

  it('of each key is another one, and none is written over by that of the key before', async () => {
    sessionStorage.setItem('second', 'of the second');
    const composer = (key: string | null) => () => <Chat.Composer draftKey={key} />;
    const update = await show({}, {}, {}, composer('first'));
    fireEvent.change(field(), { target: { value: 'of the first' } });
    await update({}, composer('second'));
    expect(field().value).toBe('of the second');
    fireEvent.change(field(), { target: { value: 'of the second, longer' } });
    await update({}, composer('first'));
    expect(field().value).toBe('of the first');
    expect(sessionStorage.getItem('second')).toBe('of the second, longer');
  });

  it('that was begun before there was a key, such as that of a conversation, stays on the screen', async () => {
    const composer = (key: string | null) => () => <Chat.Composer draftKey={key} />;
    const update = await show({}, {}, {}, composer(null));
    fireEvent.change(field(), { target: { value: 'Where is' } });
    await update({}, composer('first'));
    expect(field().value).toBe('Where is');
  });

  it('stays when the connection breaks', async () => {
    await show({}, KEY);
    await begin();
    act(() => server.killConnections());
    await settled();
    expect(field().value).toBe('my IBAN is NO93');
    expect(stored()).toBe('my IBAN is NO93');
  });
});
