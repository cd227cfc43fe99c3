import type { SafeLink } from '../link-policy.js';

/** An address that is written as it is, without any mark. */
export interface Address {
  /** Where it is in the text, [from, to). */
  readonly from: number;
  readonly to: number;
  /** The characters to show. */
  readonly label: string;
  readonly link: SafeLink;
}

/** The same with null in place of the link where none may be: up to `to` the text has no address. */
export interface ReadAddress extends Omit<Address, 'link'> {
  readonly link: SafeLink | null;
}

export const noAddress = (from: number, to: number): ReadAddress => ({ from, to, label: '', link: null });
