/** @jsxImportSource react */
/** How calls of the page's functions are drawn. */
import { type ToolRenderer, useTool } from '@service/embed-headless/react';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Chat } from '../src/index.js';
import { server, settled, show } from './chat.js';

function Route({ draw }: { readonly draw: ToolRenderer }) {
  useTool({ name: 'get_cart', description: 'The basket.', effects: 'read', handler: () => 1 }, { render: draw });
  return null;
}

it('a tool of two routes is drawn as the later one says, also when the earlier one is gone after a transition', async () => {
  const [first, second] = [() => <b>first</b>, () => <b>second</b>];
  const routes = (...drawn: ToolRenderer[]) => (
    <>
      {drawn.map((draw) => (
        <Route key={draw === first ? 'first' : 'second'} draw={draw} />
      ))}
      <Chat.Timeline />
    </>
  );
  const update = await show({}, {}, {}, () => routes(first));
  await expect.poll(() => server.conversation.tools).toHaveLength(1);
  await act(() => server.conversation.callTool('get_cart'));
  await screen.findByText('first');
  await update({}, () => routes(first, second));
  await screen.findByText('second');
  await update({}, () => routes(second));
  await screen.findByText('second');
  await update({}, () => routes(second, first));
  await screen.findByText('first');
  await update({}, () => routes(second));
  await screen.findByText('second');
  await settled();
});
