// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { Reply } from '../../src/conversation/reply/reply.js';

afterEach(cleanup);

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'a reply is not sent with the Enter that ends a Japanese or Chinese word: %o',
  (composing) => {
    const onSend = vi.fn();
    render(<Reply conversation="cnv_1" mayWrite upload={vi.fn()} onSend={onSend} onTyping={() => undefined} />);
    const field = screen.getByRole('textbox', { name: 'Message' });
    fireEvent.input(field, { target: { value: '日本' } });
    fireEvent.keyDown(field, { key: 'Enter', ...composing });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onSend).toHaveBeenCalledWith('日本', {});
  },
);

const PHOTO = { id: 'att_1', name: 'boot.png', type: 'image/png', size: 4, width: 1, height: 1 };
const file = (name: string, bytes = 'boot') => new File([bytes], name);

it('files are uploaded when they are pasted, and are sent with the text once all are stored', async () => {
  const onSend = vi.fn();
  let store: (result: unknown) => void = () => undefined;
  const upload = vi.fn(() => new Promise<never>((resolve) => (store = resolve as never)));
  render(<Reply conversation="cnv_2" mayWrite {...{ upload, onSend }} onTyping={() => undefined} />);
  const field = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.input(field, { target: { value: 'This one?' } });
  fireEvent.paste(field, { clipboardData: { types: ['Files'], files: [file('boot.png')] } });
  expect(screen.getByRole('listitem').textContent).toContain('boot.png');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
  store({ ok: true, value: { attachment: PHOTO } });
  await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend.mock.calls).toEqual([['This one?', { attachments: [PHOTO] }]]);
  expect(screen.queryByRole('listitem')).toBeNull();
});

it('a file that can’t be sent says why, and nothing is sent without it until it is removed', async () => {
  const onSend = vi.fn();
  const upload = async () => ({ ok: false, reason: 'refused', message: 'No room for files today.' }) as const;
  render(<Reply conversation="cnv_3" mayWrite {...{ upload, onSend }} onTyping={() => undefined} />);
  const field = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.input(field, { target: { value: 'Here.' } });
  fireEvent.paste(field, {
    clipboardData: { types: ['Files'], files: [file('a.png'), file('b.exe'), file('c.pdf', '')] },
  });
  const problems = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
  await expect.poll(problems).toEqual(['No room for files today.', expect.any(String), expect.any(String)]);
  fireEvent.keyDown(field, { key: 'Enter' });
  for (const name of ['a.png', 'b.exe', 'c.pdf'])
    fireEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend.mock.calls).toEqual([['Here.', {}]]);
});
