/** Draws a part of the console as a browser does, and uses it as a person does. */
import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { vi } from 'vitest';
import type { ConversationApi, LogPage } from '../src/api/conversation-api.js';

export const NOTHING_KNOWN = { visitor: null, claimed: null, page: null, blocked: null } as const;

export interface Drawn {
  readonly root: HTMLElement;
  draw(next: ComponentChild): Promise<void>;
  close(): Promise<void>;
}

/** In the document, because only there elements get the focus. */
export async function drawn(what: ComponentChild): Promise<Drawn> {
  const root = document.createElement('div');
  document.body.append(root);
  const draw = (next: ComponentChild): Promise<void> => act(async () => render(next, root));
  await draw(what);
  return {
    ...{ root, draw },
    async close() {
      await act(async () => render(null, root));
      root.remove();
    },
  };
}

export const write = (field: Element | null, text: string): Promise<void> =>
  act(async () => {
    (field as HTMLInputElement).value = text;
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });

export const press = (element: Element | null | undefined): Promise<void> =>
  act(async () => (element as HTMLElement).click());

/** By its accessible name, where the visible words are it. */
export const button = (root: ParentNode, name: string): HTMLButtonElement | undefined =>
  [...root.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name);

/** Conversations of which the first answer is `page`, and no other one comes. */
export function apiWith(page: Omit<LogPage, keyof typeof NOTHING_KNOWN>): ConversationApi {
  const never = new Promise<never>(() => undefined);
  return {
    waiting: () => never,
    list: () => never,
    inboxes: () => never,
    follow: (_id, after) => (after === 0 ? Promise.resolve({ ok: true, value: { ...NOTHING_KNOWN, ...page } }) : never),
    act: () => never,
    block: () => never,
    unblock: () => never,
    blocks: () => never,
    link: () => never,
    upload: () => never,
    typing: vi.fn(),
  };
}

/** The server's answers by path. What is not in it is never answered. Undone by `vi.unstubAllGlobals`. */
export function serve(answers: Readonly<Record<string, unknown>>): void {
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
    return pathname in answers ? Promise.resolve(Response.json(answers[pathname])) : new Promise(() => undefined);
  });
}
