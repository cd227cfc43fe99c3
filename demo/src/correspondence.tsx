/** A page with its own interface: the primitives on the headless client, styled as a correspondence on paper. */
import { useInbox, useTool } from '@service/embed-sdk/headless';
import { resolveTheme } from '@service/embed-sdk/theme';
import { Chat } from '@service/embed-sdk/ui';
import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Letter, WORDS } from './correspondence/letter';
import { Letterhead } from './correspondence/letterhead';
import { cancelOrder, lookUpOrder } from './correspondence/order-tools';

const root = document.getElementById('app');
const { chatOrigin: baseUrl = '', hostOrigin } = root?.dataset ?? {};
/** `hostOrigin`: a session belongs to one site. Needed when this page is served from another origin than that site. */
const options = { inboxId: 'demo', baseUrl, ...(hostOrigin && { hostOrigin }) };
const components = { Message: Letter };

/** The assistant may call these while the page is shown. */
function ShopTools(): null {
  useTool(lookUpOrder);
  useTool(cancelOrder);
  return null;
}

function Correspondence(): ReactElement {
  const { inbox } = useInbox(options);
  // The theme saved for the widget. Without one, the colours of the style sheet.
  const theme = inbox?.theme ? resolveTheme(inbox.theme, 'light').tokens : undefined;
  const greeting = inbox?.greeting ?? 'Write to us. We answer at once.';
  return (
    <Chat.Root options={options} theme={theme} texts={WORDS} components={components} className="correspondence">
      <ShopTools />
      <Letterhead baseUrl={baseUrl} />
      <Chat.Timeline empty={<p className="greeting">{greeting}</p>} after={<Chat.JumpToLatest />} />
      <Chat.Typing />
      <Chat.Queue />
      <Chat.Composer draftKey="letter" />
    </Chat.Root>
  );
}

if (root && baseUrl)
  createRoot(root).render(
    <StrictMode>
      <Correspondence />
    </StrictMode>,
  );
