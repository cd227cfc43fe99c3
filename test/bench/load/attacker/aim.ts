/** What all attacks share: whom they are aimed at, how they count, and the one address they come from. */

/** Documentation address (RFC 5737). A proxy before the server would report it, so the server counts it as one visitor's. */
export const ATTACKER = '203.0.113.66';

export interface Aim {
  readonly port: number;
  readonly inbox: string;
  /** Origin of a page that the inbox lists. */
  readonly page: string;
  /** The path of a large file of the widget. */
  readonly asset: string;
}

/** Of one attack. */
export interface Tally {
  readonly tried: () => void;
  /** The server did what was asked. */
  readonly served: () => void;
  /** The server refused, closed or cut it off. */
  readonly refused: () => void;
}

export interface Assault {
  readonly aim: Aim;
  readonly goesOn: () => boolean;
  readonly tally: Tally;
}

/** Goes on until the time is over. */
export type Attack = (assault: Assault) => Promise<void>;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** So long after a refusal, or the attacker would only be busy with itself. */
export const AFTER_REFUSAL_MS = 50;

/** Repeats `step` in `width` lanes until the time is over. */
export async function inLanes(
  width: number,
  goesOn: () => boolean,
  step: (lane: number) => Promise<void>,
): Promise<void> {
  const lane = async (_: unknown, index: number): Promise<void> => {
    while (goesOn()) await step(index);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
