/** @jsxImportSource react */
/** The own look on the server in memory, with one of everything. The test reads `window.shown`. */
import { createFakeServer } from '@service/embed-headless/testing';
import { createRoot } from 'react-dom/client';
import { OwnLook } from '../../../../examples/storybook/src/own-look.js';
import { CARE, FORM, HAT } from '../../../../examples/storybook/src/samples.js';

const ANSWER = `You can wash it **cold** [1], and dry it:

1. in the shade
2. on a *flat* surface

\`\`\`
fjell --wash 30
\`\`\`

More at [fjell.example](https://fjell.example/care).`;

const server = createFakeServer();
const options = {
  inboxId: 'demo',
  baseUrl: 'https://chat.test',
  hostOrigin: 'https://shop.test',
  storage: 'memory',
} as const;
const root = document.getElementById('app') as HTMLElement;
createRoot(root).render(<OwnLook options={{ ...options, WebSocket: server.WebSocket }} />);

const next = async () => {
  await server.settled();
  await new Promise((drawn) => setTimeout(drawn));
};

async function talk(): Promise<void> {
  while (server.connections === 0) await next();
  await next();
  const chat = document.querySelector('textarea') as HTMLTextAreaElement;
  const write = async (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(chat, text);
    chat.dispatchEvent(new Event('input', { bubbles: true }));
    await next();
    chat.form?.requestSubmit();
    await next();
  };
  await write('How do I wash my Fjell jacket?');
  server.conversation.answer(ANSWER, {
    citations: [CARE],
  });
  await next();
  await write('And what fits to it?');
  server.conversation.answer('Two of these:', {
    parts: [
      HAT,
      {
        type: 'card',
        title: 'Bre gloves',
        text: 'Windproof.',
        links: [{ label: 'See them', url: 'https://fjell.example/bre' }],
      },
      { type: 'quick-replies', replies: [{ label: 'Show me more' }, { label: 'No, thanks' }] },
    ],
  });
  await next();
  await write('I want to return one.');
  server.conversation.answer('Which one?', {
    parts: [FORM],
  });
  await next();
  Object.assign(window, { shown: true });
}

void talk();
