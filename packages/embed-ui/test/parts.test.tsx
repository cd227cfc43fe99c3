/** @jsxImportSource react */
/** Parts with an element or a content of the page's own, and what is below a message. */
import type { ToolEntry } from '@service/embed-headless/react';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Chat } from '../src/index.js';
import { chat, server, settled, show } from './chat.js';

const asked: ToolEntry = {
  ...{ type: 'tool', key: 'call', seq: 1, at: 0, call: 'call', run: 'run', name: 'cancel', title: null, args: '{}' },
  ...{ state: 'asking', ask: { view: { title: 'Cancel it?' }, until: 0 }, answered: null, progress: null, code: null },
};

describe('a part', () => {
  it('adds its class and its styles to those of the page’s own element', async () => {
    await show({}, {}, {}, () => (
      <Chat.Root asChild className="ours" theme={{ onPrimary: '#fff' }}>
        <main className="page" style={{ height: 500 }} />
      </Chat.Root>
    ));
    const { className, style } = screen.getByRole('main', { name: 'Chat' });
    expect(className.split(' ').sort()).toEqual(['ours', 'page']);
    expect(style.getPropertyValue('--chat-on-primary')).toBe('#fff');
    expect(style.height).toBe('500px');
  });

  it('keeps its own where the page’s element or attributes have none just now', async () => {
    await show({}, {}, {}, () => (
      <>
        <Chat.Root asChild className="ours">
          <main className={undefined} />
        </Chat.Root>
        <Chat.Timeline style={undefined} />
      </>
    ));
    expect(screen.getByRole('main', { name: 'Chat' }).className).toBe('ours');
    expect(screen.getByRole('log').style.overflowY).toBe('auto');
  });

  it('that names a source without an address says which, to screen readers too', async () => {
    await show({}, {}, {}, () => (
      <Chat.Markdown text="Cold [1]." citations={[{ number: 1, documentId: 'care', title: 'Care', quote: 'Cold.' }]} />
    ));
    expect(await screen.findByRole('link', { name: 'Source 1: Care' })).toBeDefined();
  });

  it('that asks has its name, also where its content is the page’s own', async () => {
    const form = { type: 'form', title: 'Return', fields: [{ type: 'text', name: 'order', label: 'Order' }] } as const;
    await show({}, {}, {}, () => (
      <>
        <Chat.ToolConfirm entry={asked}>Really?</Chat.ToolConfirm>
        <Chat.Form form={form} asked={1}>
          <input />
        </Chat.Form>
      </>
    ));
    expect(screen.getByRole('alertdialog', { name: 'Cancel it?' }).textContent).toBe('Really?');
    screen.getByRole('form', { name: 'Return' });
  });
});

it('cards, links and suggestions of the same words are all there', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await show();
  act(() => void chat.sendMessage('Which hats are there?'));
  await settled();
  const link = (path: string) => ({ label: 'See it', url: `https://fjell.example/${path}` });
  const card = (text: string) => ({
    type: 'card' as const,
    title: 'Hat',
    text,
    links: [link(`${text}/1`), link(text)],
  });
  const replies = [
    { label: 'More', text: 'More hats' },
    { label: 'More', text: 'More gloves' },
  ];
  act(() =>
    server.conversation.answer('These:', { parts: [card('red'), card('blue'), { type: 'quick-replies', replies }] }),
  );
  await settled();
  expect(screen.getAllByText('Hat')).toHaveLength(2);
  expect(screen.getAllByRole('link', { name: 'See it' })).toHaveLength(4);
  expect(screen.getAllByRole('button', { name: 'More' })).toHaveLength(2);
  expect(error.mock.calls).toEqual([]);
});
