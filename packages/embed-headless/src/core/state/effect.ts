import type { ClientFrame } from '@service/protocol';
import type { ClientEvents } from '../api/chat-client.js';
import type { OutboxItem } from '../outbox/outbox.js';
import type { FeatureName } from './feature-names.js';

export type TimerName =
  | 'connect'
  | 'backoff'
  | 'stable'
  | 'liveness'
  | 'probe'
  /** Leave a draining server for another one. */
  | 'leave'
  /** A request or an append got no answer. */
  | 'request'
  /** Retry: an append that had to wait, or the code of a feature. */
  | 'again'
  /** Early events wait for the missing ones. */
  | 'gap'
  /** The tab has been hidden for long. */
  | 'hidden'
  /** A feature's own. */
  | `${FeatureName}.${string}`;

/** What the reducer asks the outside world to do. Only effect-runner.ts acts on these. */
export type Effect =
  | { readonly do: 'open'; readonly generation: number }
  | { readonly do: 'send'; readonly frame: ClientFrame }
  | { readonly do: 'close'; readonly code: number }
  | { readonly do: 'timer'; readonly name: TimerName; readonly ms: number }
  | { readonly do: 'clear'; readonly name: TimerName }
  | { readonly do: 'store-session'; readonly token: string }
  /** Removes this session only; one that another tab has begun since stays. */
  | { readonly do: 'remove-session'; readonly token: string }
  | { readonly do: 'store-item'; readonly item: OutboxItem }
  | { readonly do: 'remove-item'; readonly clientId: string }
  /** Fetches the code of a feature. */
  | { readonly do: 'load'; readonly name: FeatureName }
  /** `effect` is the feature's own type, see `featureSlice`. */
  | { readonly do: 'feature'; readonly name: FeatureName; readonly effect: unknown }
  | {
      [Name in keyof ClientEvents]: { readonly do: 'emit'; readonly name: Name; readonly detail: ClientEvents[Name] };
    }[keyof ClientEvents];
