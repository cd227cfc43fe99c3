/** The text that shows an inbox on a page, in the forms that pages need it in, and what else is to be done there. Pure. */
import { createHash } from 'node:crypto';

export const EMBED_FORMS = ['script', 'react', 'headless', 'tag_manager', 'csp'] as const;
export type EmbedForm = (typeof EMBED_FORMS)[number];

export interface EmbedCode {
  readonly text: string;
  /** Of an inline script in it, for a policy with `'sha256-…'`. Null: there is none. */
  readonly hash: string | null;
  readonly steps: readonly string[];
}

interface Embedded {
  readonly inboxId: string;
  /** How browsers reach the chat. */
  readonly chatUrl: string;
  readonly allowedOrigins: readonly string[];
}

export const scriptAddress = ({ inboxId, chatUrl }: Pick<Embedded, 'inboxId' | 'chatUrl'>): string =>
  `${chatUrl}/embed/v1/${inboxId}.js`;

export function embedCode(form: EmbedForm, inbox: Embedded): EmbedCode {
  const { inboxId, chatUrl, allowedOrigins } = inbox;
  const pages = `It is shown on pages of ${new Intl.ListFormat('en').format(allowedOrigins)}. Others are added to \`allowedOrigins\`.`;
  const policy = `A page with a Content-Security-Policy needs \`script-src ${chatUrl}; frame-src ${chatUrl}\` in it.`;
  switch (form) {
    case 'script':
      return {
        text: `<script async src="${scriptAddress(inbox)}"></script>`,
        hash: null,
        steps: ['Paste it before `</body>` of every page that shows the chat.', policy, pages],
      };
    case 'tag_manager': {
      const inline = `(function(d,s){s=d.createElement('script');s.async=true;s.src='${scriptAddress(inbox)}';d.head.appendChild(s)})(document)`;
      return {
        text: `<script>${inline}</script>`,
        hash: `sha256-${createHash('sha256').update(inline).digest('base64')}`,
        steps: [
          'Make a tag of custom HTML with it, that fires on every page.',
          `${policy} Where it has hashes, the one of this script is needed too.`,
          pages,
        ],
      };
    }
    case 'react':
      return {
        text: `import { useServiceWidget } from '@service/embed-sdk/react';

export function Chat() {
  useServiceWidget({ inboxId: '${inboxId}', baseUrl: '${chatUrl}' });
  return null;
}
`,
        hash: null,
        steps: ['npm install @service/embed-sdk', 'Use the component once in your app.', policy, pages],
      };
    case 'headless':
      return {
        text: `import { useChat } from '@service/embed-sdk/headless';

export function Chat() {
  const { timeline, sendMessage } = useChat({ inboxId: '${inboxId}', baseUrl: '${chatUrl}' });
  return (
    <button type="button" onClick={() => sendMessage('Hello')}>
      {timeline.length} messages
    </button>
  );
}
`,
        hash: null,
        steps: [
          'npm install @service/embed-sdk',
          'Draw the timeline as you like.',
          `A page with a Content-Security-Policy needs \`connect-src ${chatUrl} ${socketOrigin(chatUrl)}\` in it.`,
          pages,
        ],
      };
    case 'csp':
      return {
        text: `script-src ${chatUrl}; frame-src ${chatUrl}`,
        hash: null,
        steps: [
          'Add these sources to the Content-Security-Policy of each page that shows the chat. Nothing else is needed.',
          `A screen of your own needs \`connect-src ${chatUrl} ${socketOrigin(chatUrl)}\` in their place.`,
          pages,
        ],
      };
  }
}

const socketOrigin = (chatUrl: string): string => chatUrl.replace(/^http/, 'ws');
