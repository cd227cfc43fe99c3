/** Pictures of the people who answer: in the header and beside what they wrote, once each, and asked for no more than needed. */
import type { ChatState, TimelineEntry } from '@service/embed-headless/core';
import type { Author } from '@service/protocol';
import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Panel } from '../../src/panel/panel.js';
import { answer, controllerWith, own, type ScriptedClient, scriptedClient } from '../support/panel-fixtures.js';

/** This document loads no pictures, so the test is the network. */
class AskedPicture {
  static asked: AskedPicture[] = [];
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  src = '';
  constructor() {
    AskedPicture.asked.push(this);
  }
}
const asked = (): string[] => AskedPicture.asked.map(({ src }) => src);
const settle = async (): Promise<void> => {
  await act(async () => void (await vi.dynamicImportSettled()));
};

beforeEach(() => {
  AskedPicture.asked = [];
  vi.stubGlobal('Image', AskedPicture);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let people = 0;
/** Somebody whose picture no other test has asked for. */
const somebody = (name = 'Ingrid Solheim'): Author => ({
  kind: 'human',
  id: `opr_${String(++people).padStart(22, '0')}`,
  name,
});
const addressOf = ({ id }: Author, handOver: number): string => `/v1/people/${id}?${handOver}`;
const came = (seq: number, by: Author): TimelineEntry => ({
  type: 'notice',
  key: `n${seq}`,
  seq,
  at: 0,
  notice: 'handoff-accepted',
  by,
});
const left = (seq: number, by: Author): TimelineEntry =>
  ({ ...(came(seq, by) as object), notice: 'handoff-ended' }) as never;
const says = (seq: number, author: Author, text = `No ${seq}`): TimelineEntry => ({
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

describe('who answers', () => {
  it('stands in the header in the place of the business’s mark, as long as they do', async () => {
    const ingrid = somebody();
    const client = await withPerson([own(), answer()], { handledBy: 'agent' });
    expect([inHeader(), document.querySelector('.header .avatar')?.textContent]).toEqual([null, 'A']);
    act(() => client.become({ handledBy: 'queued' }));
    expect(inHeader()).toBeNull();
    act(() => client.become({ handledBy: 'human', timeline: [own(), answer(), came(3, ingrid)] }));
    await settle();
    expect(inHeader()?.textContent).toBe('IS');
    expect(screen.getByText('You are talking to Ingrid Solheim')).toBeTruthy();
    act(() => client.become({ handledBy: 'agent', timeline: [own(), answer(), came(3, ingrid), left(4, ingrid)] }));
    expect([inHeader(), document.querySelector('.header .avatar')?.textContent]).toEqual([null, 'A']);
  });

  it('is the business’s mark when it is not known who it is', async () => {
    await withPerson([own()]);
    expect([inHeader(), document.querySelector('.header .avatar')?.textContent]).toEqual([null, 'A']);
    expect(screen.getByText('You are talking to a person')).toBeTruthy();
  });

  it('has a picture beside what they wrote, once for all that they say without somebody else between', async () => {
    const [ingrid, kim] = [somebody(), somebody('Kim')];
    await withPerson([
      came(1, ingrid),
      says(2, ingrid),
      says(3, ingrid),
      own({ key: 'o4', clientId: 'o4', seq: 4 }),
      says(5, ingrid),
      came(6, kim),
      says(7, kim),
      says(8, ingrid),
    ]);
    expect(inLog().map(({ textContent }) => textContent)).toEqual(['IS', 'K', 'IS']);
    expect(inHeader()?.textContent).toBe('IS');
  });

  it('is named once to those who listen, in full, however long the name is, and the picture is not read out', async () => {
    const long = somebody(`${'Wolfeschlegelsteinhausen'.repeat(3)} Bergerdorff`);
    await withPerson([came(1, long), says(2, long)]);
    for (const { src } of AskedPicture.asked) expect(src).not.toBe('');
    act(() => AskedPicture.asked[0]?.onload());
    const article = screen.getByRole('article', { name: new RegExp(`^${long.name}, `) });
    expect(article.querySelectorAll('.portrait img')).toHaveLength(1);
    expect(screen.queryAllByRole('img')).toEqual([]);
    expect(article.querySelector('.author')?.getAttribute('aria-hidden')).toBe('true');
    expect(article.querySelector('.author')?.getAttribute('title')).toBe(long.name);
    expect(inHeader()?.getAttribute('title')).toBe(long.name);
  });
});

describe('a picture', () => {
  it('is asked for once, and takes the place of the initials everywhere when it is there', async () => {
    const ingrid = somebody();
    await withPerson([came(1, ingrid), says(2, ingrid), answer(), says(4, ingrid)]);
    expect(asked()).toEqual([addressOf(ingrid, 1)]);
    expect([inHeader(), ...inLog()].map((each) => each?.textContent)).toEqual(['IS', 'IS', 'IS']);
    act(() => AskedPicture.asked[0]?.onload());
    expect([inHeader(), ...inLog()].map(drawnIn)).toEqual(Array(3).fill(addressOf(ingrid, 1)));
    expect([inHeader(), ...inLog()].map((each) => each?.textContent)).toEqual(['', '', '']);
  });

  it('is asked for again with the next hand-over, and is gone from every place when it was taken away', async () => {
    const ingrid = somebody();
    const before = [came(1, ingrid), says(2, ingrid), left(3, ingrid)];
    const client = await withPerson(before, { handledBy: 'agent' });
    expect(asked()).toEqual([addressOf(ingrid, 0)]);
    act(() => AskedPicture.asked[0]?.onload());
    expect(inLog().map(drawnIn)).toEqual([addressOf(ingrid, 0)]);
    act(() => client.become({ handledBy: 'human', timeline: [...before, came(4, ingrid)] }));
    await settle();
    expect(asked()).toEqual([addressOf(ingrid, 0), addressOf(ingrid, 4)]);
    act(() => AskedPicture.asked[1]?.onerror());
    expect([inHeader(), ...inLog()].map((each) => [drawnIn(each), each?.textContent])).toEqual(
      Array(2).fill([null, 'IS']),
    );
    // An answer that comes after a newer one changes nothing.
    act(() => AskedPicture.asked[0]?.onload());
    expect(inLog().map(drawnIn)).toEqual([null]);
  });

  it('is asked for nobody who can have none, and not before somebody has written', async () => {
    const client = await withPerson([own(), answer()], { handledBy: 'agent' });
    act(() =>
      client.become({ handledBy: 'human', timeline: [came(1, { kind: 'human', id: 'desk', name: 'Ingrid' })] }),
    );
    await settle();
    expect([inHeader()?.textContent, asked()]).toEqual(['I', []]);
  });
});
