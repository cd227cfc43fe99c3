/** What the stories and the tests of the primitives show. */
import type { Part } from '@service/embed-sdk/parts';

export const ANSWER = `You can wash it **cold** [1], and dry it:

1. in the shade
2. on a *flat* surface

| Jacket | Degrees |
|---|--:|
| Fjell | 30 |

More at [fjell.example](https://fjell.example/care).`;
export const CARE = {
  number: 1,
  documentId: 'care',
  title: 'Care of wool',
  url: 'https://fjell.example/care',
  quote: 'Wash it cold.',
};

export const HAT = {
  type: 'card',
  title: 'Skog hat',
  text: 'Merino.',
  links: [{ label: 'See it', url: 'https://fjell.example/skog' }],
} satisfies Part;

export const FORM: Part = {
  type: 'form',
  title: 'Your return',
  fields: [
    { name: 'order', label: 'Order number', type: 'text', required: true, hint: 'Begins with F' },
    { name: 'why', label: 'Why', type: 'choice', options: ['Too small', 'Too large'] },
    { name: 'notes', label: 'Anything else', type: 'multi-line' },
    { name: 'news', label: 'Send me news', type: 'checkbox' },
  ],
};
