import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTitleBadge, type TitleBadge } from '../../src/host/unread-title.js';

let title: TitleBadge;
let hidden: boolean;

const look = (at: boolean): void => {
  hidden = !at;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  hidden = true;
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.title = 'Our shop';
  title = createTitleBadge(document);
});
afterEach(() => title.stop());

describe('the title of a hidden page', () => {
  it('shows the number of unread messages, and is the page’s own again once the page is visible', () => {
    title.unread(1);
    expect(document.title).toBe('(1) Our shop');
    title.unread(12);
    expect(document.title).toBe('(9+) Our shop');
    look(true);
    expect(document.title).toBe('Our shop');
  });

  it('is the page’s own again when they are read in another tab, or the chat is removed', () => {
    title.unread(2);
    title.unread(0);
    expect(document.title).toBe('Our shop');
    title.unread(2);
    title.stop();
    expect(document.title).toBe('Our shop');
  });

  it('keeps what the page has set meanwhile', () => {
    title.unread(1);
    document.title = 'Basket (3)';
    look(true);
    expect(document.title).toBe('Basket (3)');
  });
});

it('the title of a visible page is left alone', () => {
  hidden = false;
  title.unread(1);
  expect(document.title).toBe('Our shop');
});
