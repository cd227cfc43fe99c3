// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { Reply } from '../../src/conversation/reply.js';

afterEach(cleanup);

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'a reply is not sent with the Enter that ends a Japanese or Chinese word: %o',
  (composing) => {
    const onSend = vi.fn();
    render(<Reply conversation="cnv_1" mayWrite onSend={onSend} onTyping={() => undefined} />);
    const field = screen.getByRole('textbox', { name: 'Message' });
    fireEvent.input(field, { target: { value: '日本' } });
    fireEvent.keyDown(field, { key: 'Enter', ...composing });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onSend).toHaveBeenCalledWith('日本');
  },
);
