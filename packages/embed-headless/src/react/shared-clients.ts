/** One client per inbox and page for all components that use the hooks with equal options. */
import {
  comparableText,
  createChangeFilter,
  createIdentitySync,
  createSharedInstances,
  type SiteIdentity,
} from '@service/protocol';
import { type ChatClient, type ChatClientOptions, createChatClient } from '../core/index.js';

/** As `createChatClient` takes, and who is logged in. Compared by value. */
export interface SharedOptions extends ChatClientOptions {
  /**
   * Who is logged in on the site, as for `identify`; null: no one. Another `user` is another person, with a chat of their
   * own. Default: the site doesn't state it.
   */
  readonly identity?: SiteIdentity | null | undefined;
}

/** Options with the same key share a client. Options that can change while the client lives are not in the key. */
export function optionsKey(options: SharedOptions): string {
  const { inboxId, baseUrl, hostOrigin, storage, requireConsent, locale, page, WebSocket: socket } = options;
  // One by one: an option that can't be compared, such as a page that holds itself, must not hide the others.
  return [inboxId, baseUrl, hostOrigin, storage, requireConsent, locale, page, classNumber(socket)]
    .map((option) => comparableText(option))
    .join();
}

interface SharedClient {
  readonly client: ChatClient;
  /** Passes on the options that may change while the client lives. */
  update(options: SharedOptions): void;
}

/** A copy without what concerns the component alone. Options that can't be read are none: the client then says what is missing. */
export function readableOptions(given: SharedOptions): SharedOptions {
  try {
    return Object.fromEntries(
      Object.entries(given).filter(([name]) => name !== 'autoConnect' && !/^on[A-Z]/.test(name)),
    ) as unknown as SharedOptions;
  } catch {
    return {} as SharedOptions;
  }
}

function create({ identity, ...options }: SharedOptions): SharedClient {
  const client = createChatClient(options);
  const filterChange = createChangeFilter({ consent: options.consent });
  let { user } = options;
  /** None while a sign-out waits for its code: it will drop what the client is given meanwhile. */
  let filterUser: ReturnType<typeof createChangeFilter> | undefined = createChangeFilter({ user });
  const passUser = (): void => filterUser?.('user', user, (next) => client.updateContext(next, true));
  client.on('signedOut', () => {
    filterUser ??= createChangeFilter({});
    passUser();
  });
  const setIdentity = createIdentitySync(client.identify, () => {
    filterUser = user = undefined;
    client.logout();
  });
  // Before the connection opens, or a user who logs in would become an anonymous visitor first.
  setIdentity(identity);
  return {
    client,
    update(next) {
      // First, or the claims about a person would go into the conversation of the one before.
      setIdentity(next.identity);
      // No value is no change: another component's stays.
      user = next.user ?? user;
      passUser();
      filterChange('consent', next.consent, client.consent);
    },
  };
}

export const sharedClients = createSharedInstances(create, ({ client }) => client.destroy());

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** A key can't contain a class, so each class gets a number. */
function classNumber(given: object | undefined): number {
  // What is no class is for the client to refuse.
  if (typeof given !== 'function') return 0;
  const number = numbers.get(given) ?? ++lastNumber;
  numbers.set(given, number);
  return number;
}
