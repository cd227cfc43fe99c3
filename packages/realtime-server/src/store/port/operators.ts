/** A person who answers, in all inboxes. */

export interface Operator {
  readonly id: string;
  /** As visitors see it; unique. */
  readonly name: string;
  /** When the picture was set, Unix milliseconds. Null: no picture. */
  readonly picturedAt: number | null;
}

export interface OperatorStore {
  /** In the order in which they were added. */
  operators(): Promise<readonly Operator[]>;
  /** Null: no such operator. */
  operator(id: string): Promise<Operator | null>;
  /** The operator of that name, made under `id` when there is none. `at`: Unix milliseconds. */
  ensureOperator(id: string, name: string, at: number): Promise<Operator>;
  /** Their messages remain. False: no such operator. */
  removeOperator(id: string): Promise<boolean>;
  /** Null removes the picture. False: no such operator. */
  setPicture(id: string, picture: Uint8Array | null, at: number): Promise<boolean>;
  /** Null: no picture, or no such operator. */
  picture(id: string): Promise<Uint8Array | null>;
}
