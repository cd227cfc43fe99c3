/**
 * The name under which a file is shown and saved; on disk it isn't used. A given name can hide its extension by text direction,
 * climb (`../`), break headers (line ends) or be a device (`CON`). The result can't.
 */
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
  FILE_LIMITS,
  fileExtension,
  truncate,
  withoutHidden,
} from '@service/protocol';

/** Line ends, halves of pairs, and what only a private font shows; the rest that can't be seen is known to `withoutHidden`. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\u2028\u2029]/gu;
/** What file systems have other uses for. */
const RESERVED = /[<>:"|?*%]/g;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** `given` as it came; the result has 1 to 100 characters and an ending that fits `type`. */
export function fileName(given: string, type: AttachmentType): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) as string;
  const plain = withoutHidden(last).replace(UNSEEN, '').replace(RESERVED, '_').replace(/\s+/g, ' ').trim();
  const { stem, ending } = fittingEnding(plain.replace(/^\.+/, '').replace(/(?<![. ])[. ]+$/, ''), type);
  const safe = DEVICE.test(`${stem}.`) ? `_${stem}` : stem;
  const cut = truncate(safe, FILE_LIMITS.attachmentNameLength - ending.length - 1);
  return `${cut.trim() || 'file'}.${ending}`;
}

/** Keeps an ending of the type, replaces one that another type has, and adds one where there is none of ours. */
function fittingEnding(name: string, type: AttachmentType): { readonly stem: string; readonly ending: string } {
  const endings: readonly string[] = ATTACHMENT_TYPES[type];
  const ending = fileExtension(name);
  const stem = ending ? name.slice(0, -ending.length - 1) : name;
  if (endings.includes(ending)) return { stem, ending };
  const known = Object.values(ATTACHMENT_TYPES).some((each: readonly string[]) => each.includes(ending));
  return { stem: known ? stem : name, ending: endings[0] as string };
}
