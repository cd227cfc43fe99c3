/**
 * `@service/embed-sdk`: nothing is here but the signs. Each part is an entry of its own, so that a page loads what it uses.
 *
 *     import { useServiceWidget } from '@service/embed-sdk/react';
 */

/** What each entry is for. */
export const ENTRIES = {
  '@service/embed-sdk/react':
    'The widget as a React hook and component: useServiceWidget, ServiceWidget, ServiceWidgetProvider.',
  '@service/embed-sdk/js': 'The widget without React: createServiceWidget.',
  '@service/embed-sdk/headless': 'React hooks for a screen of your own: useChat, ChatProvider, useTool.',
  '@service/embed-sdk/ui': 'Unstyled primitives for that screen: Chat.Root, Chat.Timeline, Chat.Composer.',
  '@service/embed-sdk/assistant-ui': 'The components of assistant-ui on the headless client: useServiceRuntime.',
  '@service/embed-sdk/ai-sdk': 'useChat of the AI SDK on the headless client: createServiceTransport.',
  '@service/embed-sdk/core': 'The same client without React: createChatClient.',
  '@service/embed-sdk/tools': 'Functions of your page that the assistant may call: defineTool.',
  '@service/embed-sdk/parts': 'Cards, quick replies and forms of a message: readParts.',
  '@service/embed-sdk/people': 'Who answers: getResponder.',
  '@service/embed-sdk/theme': 'Colours of the widget for a screen of your own: resolveTheme.',
  '@service/embed-sdk/inbox': 'Settings and consent wording of an inbox: loadInbox.',
  '@service/embed-sdk/server': 'For your server: signIdentity, verifyServiceRequest.',
  '@service/embed-sdk/testing': 'For your tests: createFakeServer, createFakeWidget.',
} as const;

function isElsewhere(name: string, entry: string): never {
  throw new Error(`Import ${name} from '@service/embed-sdk/${entry}': the package's root has no code.`);
}

/** @deprecated Import it from `@service/embed-sdk/react`. Throws. */
export const useServiceWidget = (): never => isElsewhere('useServiceWidget', 'react');
/** @deprecated Import it from `@service/embed-sdk/react`. Throws. */
export const ServiceWidget = (): never => isElsewhere('ServiceWidget', 'react');
/** @deprecated Import it from `@service/embed-sdk/js`. Throws. */
export const createServiceWidget = (): never => isElsewhere('createServiceWidget', 'js');
/** @deprecated Import it from `@service/embed-sdk/headless`. Throws. */
export const useChat = (): never => isElsewhere('useChat', 'headless');
/** @deprecated Import it from `@service/embed-sdk/headless`. Throws. */
export const useTool = (): never => isElsewhere('useTool', 'headless');
/** @deprecated Import it from `@service/embed-sdk/core`. Throws. */
export const createChatClient = (): never => isElsewhere('createChatClient', 'core');
/** @deprecated Import it from `@service/embed-sdk/tools`. Throws. */
export const defineTool = (): never => isElsewhere('defineTool', 'tools');
/** @deprecated Import it from `@service/embed-sdk/testing`. Throws. */
export const createFakeServer = (): never => isElsewhere('createFakeServer', 'testing');
