/** What visitors see of a person who answers. Rows of version 0.1.0 have no account; their pictures are still shown beside old messages. */

export interface Operator {
  readonly id: string;
  /** The account's, as visitors see it. */
  readonly name: string;
  /** When the picture was set, Unix milliseconds. Null: no picture. */
  readonly picturedAt: number | null;
}

export interface OperatorStore {
  /** The operator of an account; null: there is none yet. */
  operatorOf(account: string): Promise<Operator | null>;
  /** The operator of an account, by the name that it has now; made under `id` when there is none. `at`: Unix milliseconds. */
  ensureOperatorOf(account: string, id: string, name: string, at: number): Promise<Operator>;
  /** Null removes the picture. False: no such operator. */
  setPicture(id: string, picture: Uint8Array | null, at: number): Promise<boolean>;
  /** Null: no picture, or no such operator. */
  picture(id: string): Promise<Uint8Array | null>;
}
