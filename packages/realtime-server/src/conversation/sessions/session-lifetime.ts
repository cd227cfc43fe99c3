import type { Session } from '../../store/store.js';

const DAY_MS = 86_400_000;

/** How long sessions and their tokens last. */
export const SESSION_LIMITS = {
  /** Life of an anonymous session: without a connection, and at most. */
  sessionIdleDays: 30,
  sessionDays: 180,
  /** The token of an anonymous session is exchanged after this time. The old one stays valid for the grace period. */
  sessionRenewHours: 24,
  sessionRenewGraceMs: 60_000,
  /** Life of an identified session: without a connection, and at most unless the identity is proven again. */
  identifiedIdleMinutes: 30,
  identifiedHours: 12,
} as const;

/** Whether the session was unused for too long, or is too old. */
export function isExpired({ identified, lastSeenAt, createdAt }: Session, now: number): boolean {
  if (identified) return now > identified.until || now - lastSeenAt > SESSION_LIMITS.identifiedIdleMinutes * 60_000;
  const { sessionIdleDays, sessionDays } = SESSION_LIMITS;
  return now - lastSeenAt > sessionIdleDays * DAY_MS || now - createdAt > sessionDays * DAY_MS;
}
