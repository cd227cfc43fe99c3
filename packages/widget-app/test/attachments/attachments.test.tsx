// @vitest-environment happy-dom
/** Files in the composer and in messages. */
import type { MessageFile, PendingUpload } from '@service/embed-headless/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { fileSize } from '../../src/attachments/file-size.js';
import { Panel } from '../../src/panel/panel.js';
import { controllerWith, own, scriptedClient } from '../support/panel-fixtures.js';

afterEach(cleanup);

const upload = (over: Partial<PendingUpload> = {}): PendingUpload => ({
  id: 'upload-1',
  name: 'photo.png',
  type: 'image/png',
  size: 2_400_000,
  loaded: 0,
  file: new Blob(),
  state: 'sending',
  problem: null,
  ...over,
});
const file = (over: Partial<MessageFile> = {}): MessageFile => ({
  id: 'att_1',
  name: 'bill.pdf',
  type: 'application/pdf',
  size: 1_000,
  ...over,
});
const picture = (name: string) => new File(['x'], name, { type: 'image/png' });

/** This document's own drag events have no data. */
const drag = (name: 'dragenter' | 'drop', ...files: File[]): void => {
  const event = new Event(name, { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files } });
  document.body.dispatchEvent(event);
};

describe('while a message is being written', () => {
  it('files are added by the button, by paste and by drop', async () => {
    const client = scriptedClient();
    const { container } = render(<Panel controller={controllerWith(client)} />);
    screen.getByRole('button', { name: 'Attach files' });
    fireEvent.change(container.querySelector('input[type="file"]') as Element, {
      target: { files: [picture('one.png'), picture('two.png')] },
    });
    fireEvent.paste(screen.getByRole('textbox'), {
      clipboardData: { files: [picture('three.png')], types: ['Files'] },
    });
    await waitFor(() => {
      drag('dragenter');
      screen.getByText('Drop files to attach them');
    });
    drag('drop', picture('four.png'));
    expect(client.calls.filter((call) => call.startsWith('upload'))).toEqual(
      ['one', 'two', 'three', 'four'].map((name) => `upload ${name}.png`),
    );
  });

  it('text copied with a picture of itself is pasted as text', () => {
    const client = scriptedClient();
    render(<Panel controller={controllerWith(client)} />);
    const taken = fireEvent.paste(screen.getByRole('textbox'), {
      clipboardData: { files: [picture('cell.png')], types: ['text/plain', 'Files'] },
    });
    expect(taken).toBe(true);
    expect(client.calls.filter((call) => call.startsWith('upload'))).toEqual([]);
  });

  it('each file has its progress, a button that removes it, and one that retries if that can help', async () => {
    const client = scriptedClient({
      uploads: [
        upload({ loaded: 600_000 }),
        upload({ id: 'upload-2', name: 'page.html', state: 'failed', problem: { code: 'file_type', message: 'No.' } }),
        upload({
          id: 'upload-3',
          name: 'late.png',
          state: 'failed',
          problem: { code: 'upload_quota', message: 'Tomorrow.' },
        }),
      ],
    });
    render(<Panel controller={controllerWith(client)} />);
    await screen.findByRole('list', { name: 'Files to send' });
    expect(screen.getByRole('progressbar', { name: 'photo.png' }).getAttribute('value')).toBe('600000');
    expect(screen.queryByRole('button', { name: 'Retry page.html' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Retry late.png' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo.png' }));
    expect(client.calls).toEqual(expect.arrayContaining(['retry upload-3', 'discard upload-1']));
    expect(screen.getByText('page.html: No.').parentElement?.getAttribute('role')).toBe('status');
  });

  it('a file alone is enough to send, a refused one is not', () => {
    const client = scriptedClient({
      uploads: [upload({ state: 'failed', problem: { code: 'file_type', message: '' } })],
    });
    render(<Panel controller={controllerWith(client)} />);
    const send = screen.getByRole('button', { name: 'Send' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    fireEvent.submit(send.closest('form') as Element);
    expect(client.calls.filter((call) => call.startsWith('send'))).toEqual([]);
  });
});

describe('a message with files', () => {
  it('shows pictures that open in a new tab, and other files as downloads', async () => {
    const files = [file(), file({ id: 'att_2', name: 'shoe.png', type: 'image/png', width: 480, height: 240 })];
    render(<Panel controller={controllerWith(scriptedClient({ timeline: [own({ text: '', files })] }))} />);
    const shown = await screen.findByRole('link', { name: 'Open shoe.png' });
    expect([shown.getAttribute('target'), shown.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    const image = shown.querySelector('img');
    expect(image?.getAttribute('src')).toContain('/v1/uploads/att_2?');
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['240', '120']);
    const saved = screen.getByRole('link', { name: /^bill\.pdf/ });
    expect([saved.getAttribute('download'), saved.getAttribute('target')]).toEqual(['bill.pdf', null]);
    // Without text there is no bubble.
    expect(document.querySelector('.own-bubble')).toBeNull();
  });

  it('names a lost file, and offers no link to it', async () => {
    const delivery = { state: 'failed', code: 'file_gone', message: 'The file is no longer there.' } as const;
    const gone = file({ name: 'lost.png', type: 'image/png', id: 'not-uploaded' });
    render(
      <Panel
        controller={controllerWith(scriptedClient({ timeline: [own({ seq: null, files: [gone], delivery })] }))}
      />,
    );
    await screen.findByText('lost.png');
    expect(screen.queryByRole('link')).toBeNull();
    screen.getByText('Not sent. The file is no longer there.');
  });
});

describe('the size of a file', () => {
  it.each([
    [1, '0.1 kB'],
    [1_234, '1.2 kB'],
    [45_678, '46 kB'],
    [2_400_000, '2.4 MB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(fileSize(bytes, 'en')).toBe(text);
  });
});
