/** What the rules ask the outside world to do. Rules return these as values; only the driver acts on them. */
import type { ClientFrame } from '@service/protocol';
import type { ClientEvents } from '../api/chat-client.js';
import type { OutboxItem } from '../outbox/outbox.js';
import type { Features } from '../runtime/load-feature.js';
import type { FeatureName } from './feature.js';

export type TimerName =
  | 'connect'
  | 'backoff'
  | 'stable'
  | 'liveness'
  | 'probe'
  /** A draining server is left, for another one. */
  | 'leave'
  /** An append or a page that was asked for gets no answer. */
  | 'request'
  /** An append, or the code of a feature, that may be tried again is due. */
  | 'again'
  /** Early events wait for the missing ones. */
  | 'gap'
  /** The tab has been hidden for long. */
  | 'hidden'
  /** A feature's own. */
  | `${FeatureName}.${string}`;

export type Effect =
  | { readonly do: 'open'; readonly generation: number }
  | { readonly do: 'send'; readonly frame: ClientFrame }
  | { readonly do: 'close'; readonly code: number }
  | { readonly do: 'timer'; readonly name: TimerName; readonly ms: number }
  | { readonly do: 'clear'; readonly name: TimerName }
  | { readonly do: 'keep-session'; readonly token: string }
  /** Forgets this session; another one that a tab has begun meanwhile stays. */
  | { readonly do: 'drop-session'; readonly token: string }
  | { readonly do: 'keep-item'; readonly item: OutboxItem }
  | { readonly do: 'drop-item'; readonly clientId: string }
  /** Fetches the code of a feature. */
  | { readonly do: 'load'; readonly name: FeatureName }
  /** What only a feature knows how to do. */
  | {
      [Name in FeatureName]: { readonly do: 'act'; readonly name: Name; readonly effect: Features[Name]['effect'] };
    }[FeatureName]
  | {
      [Name in keyof ClientEvents]: { readonly do: 'emit'; readonly name: Name; readonly detail: ClientEvents[Name] };
    }[keyof ClientEvents];
