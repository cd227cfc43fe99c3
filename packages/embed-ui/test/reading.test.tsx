/** Messages are read when the visitor can see them. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { chat, server, settled, show } from './chat.js';

const visibility = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(state === 'hidden');
  fireEvent(document, new Event('visibilitychange'));
};
const answer = async (text: string) => {
  act(() => server.conversation.answer(text));
  await settled();
};

/** With a message, to a visitor who then reads above. Returns the scrolling box. */
async function showToReaderAbove(): Promise<HTMLElement> {
  await show();
  act(() => void chat.sendMessage('hello'));
  await settled();
  const log = screen.getByRole('log', { name: 'Messages' });
  vi.spyOn(log, 'scrollHeight', 'get').mockReturnValue(1_000);
  log.scrollTop = 100;
  fireEvent.scroll(log);
  return log;
}

it('what came in a hidden tab is read when the visitor is back', async () => {
  await show();
  act(() => void chat.sendMessage('hello'));
  await settled();
  visibility('hidden');
  await answer('Hei.');
  expect(chat.unread).toBe(1);
  visibility('visible');
  await expect.poll(() => chat.unread).toBe(0);
  await expect.poll(() => server.conversation.read).toBe(server.conversation.log.length);
});

it('what comes below a visitor who reads above is unread until they are there, and counted at the button', async () => {
  const log = await showToReaderAbove();
  await answer('Hei.');
  expect(screen.getByRole('button', { name: 'Jump to latest' }).dataset.unread).toBe('1');
  fireEvent.click(screen.getByRole('button', { name: 'Jump to latest' }));
  await expect.poll(() => chat.unread).toBe(0);
  expect(document.activeElement).toBe(log);
});

it('another conversation is read from its end, also by a visitor who has read above in the one before', async () => {
  const log = await showToReaderAbove();
  expect(log.dataset.atEnd).toBe('false');
  act(() => chat.newConversation());
  await expect.poll(() => log.dataset.atEnd).toBe('true');
  act(() => void chat.sendMessage('hello again'));
  await settled();
  expect(log.scrollTop).toBe(1_000);
});
