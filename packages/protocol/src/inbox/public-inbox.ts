/**
 * An inbox's public settings, as they are inlined in the widget's document, and as a screen of one's own reads them. Nothing
 * here is secret, and nothing here tells what the inbox knows or who else may embed it.
 */
import type { Mode } from '../embed/config.js';
import type { LauncherSettings } from '../embed/launcher/launcher.js';
import type { ConsentTexts, OwnTexts } from '../texts/own-texts.js';
import type { AppliedTheme, Scheme, ThemeChange, WidgetTheme } from '../theme/theme.js';
import type { BusinessHours } from './business-hours.js';
import type { Welcome } from './welcome.js';

/** Where a page that the inbox allows reads its settings over HTTP. */
export const inboxPath = (inboxId: string): string => `/v1/inboxes/${encodeURIComponent(inboxId)}`;

/** An inbox’s public settings, as its operator has saved them. */
export interface PublicInbox {
  /** As in `inboxId`. */
  readonly id: string;
  /** The business, as it is named to visitors. */
  readonly name: string;
  /** The name that the assistant signs with. */
  readonly agentName: string;
  /** A line under the name; null: none. */
  readonly agentTitle: string | null;
  /** The first thing in an empty conversation. */
  readonly greeting: string | null;
  /** Text of the empty field; null: the chat’s own words. */
  readonly placeholder: string | null;
  /** Suggested questions, in their order. */
  readonly questions: readonly string[];
  /** Greeting and questions by language and page, see `welcomeFor`. Absent: there are none. */
  readonly welcomes?: readonly Welcome[];
  /** The business’s own wording of the widget’s texts, by language. Absent: there is none. */
  readonly texts?: OwnTexts;
  /** No messages are taken for now. Absent: they are. */
  readonly paused?: true;
  /** Saved theme; when present it wins whole over the page's. */
  readonly theme: WidgetTheme | null;
  /** The business’s privacy notice; null: none. */
  readonly privacyUrl: string | null;
  /**
   * What of the page that the visitor is on the inbox takes: its address without or with what follows `?` or `#`, or nothing.
   * Absent: the server is older, and takes nothing.
   */
  readonly visitorPage?: 'path' | 'full' | 'none';
  /** Nothing may be stored or sent before the visitor has agreed. */
  readonly requireConsent: boolean;
  /**
   * Version, hash and language of the wording that the server will accept a consent for; `wordings` has the hashes of the
   * same version in the other languages, because a record must name the very sentence that was read. The widget's document
   * has `wordings` only if the inbox requires consent.
   */
  readonly consent: {
    readonly version: string;
    readonly textHash: string;
    readonly locale: string;
    readonly wordings?: Readonly<Record<string, string>>;
    /** The business’s own sentences by language; in the others the chat’s own holds, see `consentWording`. */
    readonly texts?: ConsentTexts;
  };
  /**
   * When people answer: in the business's own words, or as facts from which `openingAt` says whether they do now. Shown with
   * the offer to fetch one. Null: people can't be fetched.
   */
  readonly people: { readonly hours: string | null; readonly opening?: BusinessHours } | null;
  /** How else to reach the business, for a visitor whose network lets no chat through. Absent: there is no other way. */
  readonly otherContact?: string;
}

/** The JSON in the widget document's `<script type="application/json" id="service-boot">`. */
export interface BootDocument {
  readonly inbox: PublicInbox;
  /** The page's origin, proven by the browser through `frame-ancestors`. */
  readonly hostOrigin: string;
  readonly version: string;
  /** What the document is drawn for; the page says it in the frame's address, and once more when it connects. */
  readonly mode: Mode;
  readonly scheme: Scheme;
  /**
   * The theme for `scheme`: the saved one, else the page's, else the default. Null when the page's did not fit into the
   * frame's address: then the frame works it out.
   */
  readonly look: AppliedTheme | null;
  /** Values of the page's theme that are not used as written; absent if there are none. */
  readonly changes?: readonly ThemeChange[];
  /** What the page draws the launcher with, for a page that asked for a document without one. */
  readonly launcher?: LauncherSettings;
  /** It shows how a chat would look: nothing is connected, stored or sent. */
  readonly preview?: true;
}
