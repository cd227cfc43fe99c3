// @vitest-environment happy-dom
/** A browser’s translator takes the text nodes of the page away. What is drawn afterwards loses no word and repeats none. */
import { setTextOnElements } from '@service/content';
import { Fragment, options, render } from 'preact';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const before = options.vnode;
beforeAll(() => setTextOnElements(options));
afterAll(() => {
  options.vnode = before as never;
});

function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    if ((text.parentElement as Element).closest('font')) continue;
    const font = document.createElement('font');
    font.append(text.data);
    text.replaceWith(font);
  }
}

/** Each line is a drawing after the one before, with the words that are then in the page. */
type Drawings = readonly (readonly [drawn: Parameters<typeof render>[0], words: string])[];

const CASES: Readonly<Record<string, Drawings>> = {
  'a text that changes': [
    [<p>Sending…</p>, 'Sending…'],
    [<p>Sent</p>, 'Sent'],
  ],
  'a text that goes, and comes again': [
    [<p>{true && 'on the way'}</p>, 'on the way'],
    [<p>{false}</p>, ''],
    [<p>{true && 'there'}</p>, 'there'],
  ],
  'a number beside words': [
    [<p>{3} waiting</p>, '3 waiting'],
    [<p>{0} waiting</p>, '0 waiting'],
  ],
  'words that come before an element and after it': [
    [<p>one</p>, 'one'],
    [
      <p>
        one <b>two</b>
      </p>,
      'one two',
    ],
    [
      <p>
        one <b>two</b> three
      </p>,
      'one two three',
    ],
    [
      <p>
        <b>two</b> three
      </p>,
      'two three',
    ],
    [<p>four</p>, 'four'],
  ],
  'words beside an element that comes and goes': [
    [
      <button type="button">
        <i />
        {'Open'}
        {false}
      </button>,
      'Open',
    ],
    [
      <button type="button">
        <i />
        {'Close'}
        <b>!</b>
      </button>,
      'Close!',
    ],
    [
      <button type="button">
        {'Close'}
        {null}
      </button>,
      'Close',
    ],
  ],
  'a list of words and elements': [
    [<p>{['ein ', <b key="b">zwei</b>, ' drei']}</p>, 'ein zwei drei'],
    [<p>{['ein ', <b key="b">zwei drei</b>]}</p>, 'ein zwei drei'],
    [<p>{['ein ', 'zwei ', <b key="b">drei</b>, ' vier']}</p>, 'ein zwei drei vier'],
  ],
  'words without an element of their own': [
    [<Fragment>heute</Fragment>, 'heute'],
    [
      <Fragment>
        morgen
        <i />
      </Fragment>,
      'morgen',
    ],
    [
      <Fragment>
        <i />
        übermorgen
      </Fragment>,
      'übermorgen',
    ],
  ],
  'words in Arabic and Japanese that stream': [
    [<p>مرحبا</p>, 'مرحبا'],
    [
      <p>
        مرحبا <strong>「こんにちは」</strong>
      </p>,
      'مرحبا 「こんにちは」',
    ],
    [
      <p>
        مرحبا <strong>「こんにちは」</strong>です
      </p>,
      'مرحبا 「こんにちは」です',
    ],
  ],
  'an option of a field': [
    [
      <select>
        <option>
          {'one'} {1}
        </option>
      </select>,
      'one 1',
    ],
    [
      <select>
        <option>
          {'two'} {2}
        </option>
      </select>,
      'two 2',
    ],
  ],
};

describe.each(Object.entries(CASES))('%s', (_name, drawings) => {
  it.each(['translated in between', 'as it is'])('%s', (how) => {
    const root = document.createElement('div');
    for (const [drawn, words] of drawings) {
      render(drawn, root);
      expect(root.textContent).toBe(words);
      if (how === 'translated in between') translate(root);
      expect(root.textContent).toBe(words);
    }
    render(null, root);
    expect(root.textContent).toBe('');
  });
});

it('an option has no element in it', () => {
  const root = document.createElement('div');
  render(
    <select>
      <option>
        {'one'} {1}
      </option>
    </select>,
    root,
  );
  expect(root.querySelector('option > *')).toBeNull();
});
