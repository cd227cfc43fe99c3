/** Portraits of the people who answer: in the header and beside their messages, with as few requests as possible. */
import type { ChatState, TimelineEntry } from '@service/embed-headless/core';
import type { Author } from '@service/protocol';
import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { answer, controllerWith, own, type ScriptedClient, scriptedClient } from '../support/panel-fixtures.js';

/** This document loads no pictures, so the test answers the requests. */
class RequestedPicture {
  static requested: RequestedPicture[] = [];
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  src = '';
  constructor() {
    RequestedPicture.requested.push(this);
  }
}
const requested = (): string[] => RequestedPicture.requested.map(({ src }) => src);
const settle = async (): Promise<void> => {
  await act(async () => void (await vi.dynamicImportSettled()));
};

beforeEach(() => {
  RequestedPicture.requested = [];
  vi.stubGlobal('Image', RequestedPicture);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let people = 0;
/** A person whose picture no other test has requested. */
const newPerson = (name = 'Ingrid Solheim'): Author => ({
  kind: 'human',
  id: `opr_${String(++people).padStart(22, '0')}`,
  name,
});
const addressOf = ({ id }: Author, handoffSeq: number): string => `/v1/people/${id}?${handoffSeq}`;
const joined = (seq: number, by: Author): TimelineEntry => ({
  type: 'notice',
  key: `n${seq}`,
  seq,
  at: 0,
  notice: 'handoff-accepted',
  by,
});
const left = (seq: number, by: Author): TimelineEntry =>
  ({ ...(joined(seq, by) as object), notice: 'handoff-ended' }) as never;
const message = (seq: number, author: Author, text = `No ${seq}`): TimelineEntry => ({
  type: 'person',
  key: `p${seq}`,
  seq,
  at: 0,
  author,
  text,
  files: [],
});
async function withPerson(timeline: readonly TimelineEntry[], over: Partial<ChatState> = {}): Promise<ScriptedClient> {
  const client = scriptedClient({ handledBy: 'human', timeline, ...over });
  render(<Panel controller={controllerWith(client)} />);
  await settle();
  return client;
}
const inHeader = (): HTMLElement | null => document.querySelector('.header .portrait');
const inLog = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.log .portrait')];
const drawnIn = (portrait: HTMLElement | null | undefined): string | null =>
  portrait?.querySelector('img')?.getAttribute('src') ?? null;

describe('the portrait of the person who answers', () => {
  it('replaces the logo in the header while they answer', async () => {
    const ingrid = newPerson();
    const client = await withPerson([own(), answer()], { handledBy: 'agent' });
    expect([inHeader(), document.querySelector('.header .avatar')?.textContent]).toEqual([null, 'A']);
    act(() => client.become({ handledBy: 'queued' }));
    expect(inHeader()).toBeNull();
    act(() => client.become({ handledBy: 'human', timeline: [own(), answer(), joined(3, ingrid)] }));
    await settle();
    expect(inHeader()?.textContent).toBe('IS');
    expect(screen.getByText('You are talking to Ingrid Solheim')).toBeTruthy();
    act(() => client.become({ handledBy: 'agent', timeline: [own(), answer(), joined(3, ingrid), left(4, ingrid)] }));
    expect([inHeader(), document.querySelector('.header .avatar')?.textContent]).toEqual([null, 'A']);
  });

  it('is the logo when the person is not known', async () => {
    await withPerson([own()]);
    expect([inHeader(), document.querySelector('.header .avatar')?.textContent]).toEqual([null, 'A']);
    expect(screen.getByText('You are talking to a person')).toBeTruthy();
  });

  it('is drawn once above successive messages of one person', async () => {
    const [ingrid, kim] = [newPerson(), newPerson('Kim')];
    await withPerson([
      joined(1, ingrid),
      message(2, ingrid),
      message(3, ingrid),
      own({ key: 'o4', clientId: 'o4', seq: 4 }),
      message(5, ingrid),
      joined(6, kim),
      message(7, kim),
      message(8, ingrid),
    ]);
    expect(inLog().map(({ textContent }) => textContent)).toEqual(['IS', 'K', 'IS']);
    expect(inHeader()?.textContent).toBe('IS');
  });

  it('has the full name once for screen readers, and no picture', async () => {
    const long = newPerson(`${'Wolfeschlegelsteinhausen'.repeat(3)} Bergerdorff`);
    await withPerson([joined(1, long), message(2, long)]);
    for (const { src } of RequestedPicture.requested) expect(src).not.toBe('');
    act(() => RequestedPicture.requested[0]?.onload());
    const article = screen.getByRole('article', { name: new RegExp(`^${long.name}, `) });
    expect(article.querySelectorAll('.portrait img')).toHaveLength(1);
    expect(screen.queryAllByRole('img')).toEqual([]);
    expect(article.querySelector('.author')?.getAttribute('aria-hidden')).toBe('true');
    expect(article.querySelector('.author')?.getAttribute('title')).toBe(long.name);
    expect(inHeader()?.getAttribute('title')).toBe(long.name);
  });
});

describe('a picture', () => {
  it('is requested once, and replaces the initials everywhere when it has loaded', async () => {
    const ingrid = newPerson();
    await withPerson([joined(1, ingrid), message(2, ingrid), answer(), message(4, ingrid)]);
    expect(requested()).toEqual([addressOf(ingrid, 1)]);
    expect([inHeader(), ...inLog()].map((each) => each?.textContent)).toEqual(['IS', 'IS', 'IS']);
    act(() => RequestedPicture.requested[0]?.onload());
    expect([inHeader(), ...inLog()].map(drawnIn)).toEqual(Array(3).fill(addressOf(ingrid, 1)));
    expect([inHeader(), ...inLog()].map((each) => each?.textContent)).toEqual(['', '', '']);
  });

  it('is requested again with the next handoff, and disappears everywhere when it was removed', async () => {
    const ingrid = newPerson();
    const before = [joined(1, ingrid), message(2, ingrid), left(3, ingrid)];
    const client = await withPerson(before, { handledBy: 'agent' });
    expect(requested()).toEqual([addressOf(ingrid, 0)]);
    act(() => RequestedPicture.requested[0]?.onload());
    expect(inLog().map(drawnIn)).toEqual([addressOf(ingrid, 0)]);
    act(() => client.become({ handledBy: 'human', timeline: [...before, joined(4, ingrid)] }));
    await settle();
    expect(requested()).toEqual([addressOf(ingrid, 0), addressOf(ingrid, 4)]);
    act(() => RequestedPicture.requested[1]?.onerror());
    expect([inHeader(), ...inLog()].map((each) => [drawnIn(each), each?.textContent])).toEqual(
      Array(2).fill([null, 'IS']),
    );
    // The response of an older request changes nothing.
    act(() => RequestedPicture.requested[0]?.onload());
    expect(inLog().map(drawnIn)).toEqual([null]);
  });

  it('is not requested for a person who can have none, nor before a person has joined', async () => {
    const client = await withPerson([own(), answer()], { handledBy: 'agent' });
    act(() =>
      client.become({ handledBy: 'human', timeline: [joined(1, { kind: 'human', id: 'desk', name: 'Ingrid' })] }),
    );
    await settle();
    expect([inHeader()?.textContent, requested()]).toEqual(['I', []]);
  });
});
