/** The port to the people who answer: by which name visitors know them, and their picture. Of the desk, not of one inbox. */

export interface Operator {
  readonly id: string;
  /** As visitors see it. No two have the same. */
  readonly name: string;
  /** When the picture was set, Unix milliseconds; null: there is none. */
  readonly picturedAt: number | null;
}

export interface OperatorStore {
  /** All of them, in the order in which they came. */
  operators(): Promise<readonly Operator[]>;
  /** Null: nobody has this id. */
  operator(id: string): Promise<Operator | null>;
  /** The one of that name, made now under `id` when there is none. `at`: Unix milliseconds. */
  ensureOperator(id: string, name: string, at: number): Promise<Operator>;
  /** Nothing is left of them but what they wrote. False: there was nobody. */
  removeOperator(id: string): Promise<boolean>;
  /** Null takes the picture away. False: there is nobody. */
  setPicture(id: string, picture: Uint8Array | null, at: number): Promise<boolean>;
  /** Null: there is none, or nobody. */
  picture(id: string): Promise<Uint8Array | null>;
}
