import { expect, it } from 'vitest';
import { unlistedSources } from '../src/index.js';

const sources = [{ number: 1 }, { number: 2 }, { number: 3 }];

it('a source that the answer lists as a link is not shown again', () => {
  const text = 'Yes.\u00a0[1]\n\nSee also:\n\n- [Size \\[EU\\]](<https://x.example/a>)\u00a0[2]\n- Care\u00a0[3]';
  expect(unlistedSources(text, sources)).toEqual([{ number: 1 }, { number: 3 }]);
});

it('a source of a sentence is shown, also where the sentence ends in a link', () => {
  const text =
    'See [the page](https://x.example/a)\u00a0[1] and\n- more in [it](<https://x.example/b>)\u00a0[2] or [3]';
  expect(unlistedSources(text, sources)).toEqual(sources);
});
