/** What the frame tells its page when it is asked how it is: nothing of the visitor, and nothing that was said. */
import type { ConnectionName } from '../embed/widget-events.js';

export interface FrameReport {
  /** Version of the server that the frame came from. */
  readonly version: string;
  /** Asked without reading or writing anything. */
  readonly storage: 'kept' | 'refused';
  readonly consent: 'not-needed' | 'needed' | 'given';
  /** `idle`: nothing has needed the connection so far. */
  readonly connection: ConnectionName;
}

const CONSENTS = ['not-needed', 'needed', 'given'];
const CONNECTIONS = ['idle', 'connecting', 'connected', 'reconnecting', 'offline', 'closed'];

/** Reads what came over the bridge, or null: a frame of another version may know less. */
export function readFrameReport(data: unknown): FrameReport | null {
  const { version, storage, consent, connection } = Object(data);
  if (typeof version !== 'string' || version.length > 64) return null;
  if (storage !== 'kept' && storage !== 'refused') return null;
  if (!CONSENTS.includes(consent as string) || !CONNECTIONS.includes(connection as string)) return null;
  return { version, storage, consent, connection } as FrameReport;
}
