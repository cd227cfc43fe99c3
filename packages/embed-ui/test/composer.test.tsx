/** Keyboard, clipboard and files of the field for messages. */
import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { chat, field, sent, server, settled, show } from './chat.js';

const picture = () => new File(['x'], 'image.png', { type: 'image/png' });

describe('the field for messages', () => {
  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'does not send with the Enter that ends a Japanese or Chinese word: %o',
    async (composing) => {
      await show();
      fireEvent.change(field(), { target: { value: 'こんにちは' } });
      fireEvent.keyDown(field(), { key: 'Enter', ...composing });
      await settled();
      expect(sent()).toEqual([]);
      expect(field().value).toBe('こんにちは');
    },
  );

  it('takes text that was copied from a document without the picture of it, and a picture alone', async () => {
    await show();
    const paste = (types: string[]) =>
      fireEvent.paste(field(), { clipboardData: { files: [picture()], types, getData: () => 'a\tb' } });
    const isLeftToBrowser = paste(['text/plain', 'text/html', 'Files']);
    await settled();
    expect(isLeftToBrowser).toBe(true);
    expect(chat.uploads).toEqual([]);
    expect(paste(['Files'])).toBe(false);
    await settled();
    expect(chat.uploads).toHaveLength(1);
    act(() => chat.discard(chat.uploads[0]?.id ?? ''));
  });

  it('leaves text that is dragged over it to the browser, and takes files that are dropped', async () => {
    await show();
    const drag = (types: string[], files: File[]) =>
      (['dragOver', 'drop'] as const).map((name) => fireEvent[name](field(), { dataTransfer: { files, types } }));
    expect(drag(['text/plain'], [])).toEqual([true, true]);
    expect(drag(['Files'], [])).toEqual([false, false]);
    fireEvent.drop(field(), { dataTransfer: { files: [picture()], types: ['Files'] } });
    await settled();
    expect(chat.uploads).toHaveLength(1);
    act(() => chat.discard(chat.uploads[0]?.id ?? ''));
  });

  it('tells the page of what is sent and dropped, and leaves it to the page where that prevents it', async () => {
    const onSubmit = vi.fn();
    const onDrop = vi.fn();
    await show({}, { onSubmit, onDrop });
    const write = async (text: string) => {
      fireEvent.change(field(), { target: { value: text } });
      fireEvent.keyDown(field(), { key: 'Enter' });
      await settled();
    };
    await write('hello');
    onSubmit.mockImplementation((event: Event) => event.preventDefault());
    await write('not this one');
    expect(onSubmit).toHaveBeenCalledTimes(2);
    expect(sent()).toHaveLength(1);
    expect(field().value).toBe('not this one');
    onDrop.mockImplementation((event: Event) => event.preventDefault());
    fireEvent.drop(field(), { dataTransfer: { files: [picture()], types: ['Files'] } });
    await settled();
    expect(onDrop).toHaveBeenCalledTimes(1);
    expect(chat.uploads).toEqual([]);
  });

  it('takes no files where the chat is closed', async () => {
    await show();
    act(() => server.conversation.close());
    await settled();
    expect(chat.handledBy).toBe('closed');
    fireEvent.drop(field(), { dataTransfer: { files: [picture()], types: ['Files'] } });
    await settled();
    expect(chat.uploads).toEqual([]);
  });
});
