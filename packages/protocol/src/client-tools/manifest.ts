/** What a page sends about its tools: data only, the functions stay on the page. Server and model must not trust the texts. */

/**
 * What happens if it is unknown whether the tool ran: `read` changes nothing and `idempotent` may run twice, so they are
 * delivered again; `once` never is.
 */
export const TOOL_EFFECTS = ['read', 'idempotent', 'once'] as const;
/** What may happen to a call whose outcome is unknown. */
export type ToolEffects = (typeof TOOL_EFFECTS)[number];

/** `maybe`: the page decides by the arguments. The server holds a page to `always`, and an operator can demand it. */
export const TOOL_CONFIRMS = ['never', 'maybe', 'always'] as const;
/** Whether a person is asked first. */
export type ToolConfirm = (typeof TOOL_CONFIRMS)[number];

/** Letters, digits, "-" and "_": what every model's interface accepts as a name. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
/** Ids of calls come from models' interfaces, each with its own habit. */
export const TOOL_CALL_ID = /^[A-Za-z0-9_.:-]{1,100}$/;
/** Made by the server for one attempt of one page. Only the page that holds it may report a result. */
export const TOOL_LEASE = /^lea_[A-Za-z0-9_-]{16,40}$/;
/** SHA-256 in lower-case hexadecimal digits. */
export const HASH = /^[a-f0-9]{64}$/;

/** A function as it is offered: what of it travels. */
export interface ToolManifest {
  /** 1 to 64 letters, digits, `-` and `_`. */
  readonly name: string;
  /** In a person's words, for the card and the transcript. */
  readonly title?: string;
  /** What it does, for the assistant; at most 1,024 characters. */
  readonly description: string;
  /**
   * JSON Schema of an object, as JSON text: free-form JSON travels as text everywhere on this wire, so that its depth
   * and size are its own business and its hash is the hash of what travelled. Without it the tool takes no arguments.
   */
  readonly parameters?: string;
  /** What may happen to a call whose outcome is unknown. */
  readonly effects: ToolEffects;
  /** Whether a person is asked first. */
  readonly confirm: ToolConfirm;
  /** Milliseconds from its start. The server's own limit is the maximum. */
  readonly timeoutMs?: number;
  /** Milliseconds for the person’s answer. Default: five minutes. */
  readonly confirmTimeoutMs?: number;
  /** False: done as soon as it was started, without waiting for a result. Default true. */
  readonly expectsResult?: boolean;
  /** One at a time in a conversation. Default: true for `once`. */
  readonly serial?: boolean;
}

/** What a confirmation card says, in the page's words. The arguments stand on it in any case. */
export interface ConfirmView {
  /** What is asked, at most 120 characters. */
  readonly title: string;
  /** A sentence under it. Default: none. */
  readonly body?: string;
  /** The card warns: this can't be taken back. */
  readonly danger?: boolean;
}
