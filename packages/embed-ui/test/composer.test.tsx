/** Keyboard, clipboard and files of the field for messages. */
import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chat, field, sent, settled, show } from './chat.js';

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
});
