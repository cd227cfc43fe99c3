/** The document of a chat that is opened from a field in the page's text. */
import { MESSAGE_LIMITS } from '@service/protocol';
import './opener/prompt-input.css';
import { start } from './boot.js';
import { createPromptInput } from './opener/prompt-input.js';

start((panel) =>
  createPromptInput(document, {
    maxLength: MESSAGE_LIMITS.textLength,
    onAsk: (text) => void panel.load().then((ready) => ready.ask(text)),
    onOpen: (byKeyboard) => void panel.load().then((ready) => ready.toggle(byKeyboard)),
    onNear: () => void panel.load(),
  }),
);
