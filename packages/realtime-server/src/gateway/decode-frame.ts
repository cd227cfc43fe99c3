/**
 * Decodes bytes into a frame or an error. The socket has limited the size. The nesting is measured before parsing, because a
 * few kilobytes of brackets parse well and then overflow every recursive function.
 */
import { hasProtoKey, isShallow, type RequestErrorCode } from '@service/protocol';
import { type CheckedClientFrame, clientFrameSchema } from '@service/protocol/schema';

export type Decoded =
  | { readonly ok: true; readonly frame: CheckedClientFrame }
  /** `re` is the frame's own id when it could be read, so that its sender knows what was refused. */
  | { readonly ok: false; readonly code: RequestErrorCode; readonly re?: string };

const FRAME_TYPES: ReadonlySet<string> = new Set(clientFrameSchema.options.map((option) => option.shape.t.value));

export function decodeFrame(data: Buffer, isBinary: boolean): Decoded {
  if (isBinary) return { ok: false, code: 'bad_frame' };
  const text = data.toString('utf8');
  if (!isShallow(text)) return { ok: false, code: 'bad_frame' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, code: 'bad_frame' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: false, code: 'bad_frame' };
  const { t } = value as Record<string, unknown>;
  if (typeof t !== 'string') return refused('bad_frame', value);
  if (!FRAME_TYPES.has(t)) return refused('unknown_type', value);
  // A parsed `__proto__` is an own property that later copies would turn into a prototype. No frame has one. The text holds
  // it literally, or with an escape.
  if ((text.includes('__proto__') || text.includes('\\u')) && hasProtoKey(value)) return refused('bad_frame', value);
  const checked = check(value);
  if (checked?.success) return { ok: true, frame: checked.data };
  const tooLong = checked?.error.issues.some(
    (issue) => issue.code === 'too_big' && issue.path.join('.') === 'body.text',
  );
  return refused(tooLong ? 'too_large' : 'bad_frame', value);
}

function refused(code: RequestErrorCode, frame: object): Decoded {
  const { clientId, id } = frame as Record<string, unknown>;
  const re = [clientId, id].find((each) => typeof each === 'string' && each.length <= 80) as string | undefined;
  return { ok: false, code, ...(re && { re }) };
}

/** Null when the schema throws, as it does for a `length` that is an object without a value. */
function check(value: unknown): ReturnType<typeof clientFrameSchema.safeParse> | null {
  try {
    return clientFrameSchema.safeParse(value);
  } catch {
    return null;
  }
}
