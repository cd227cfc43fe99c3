/** Cards, quick replies and forms of a message. Few have any, so the code is loaded with the first. */
import { useLazy } from '../../ui/use-lazy.js';
import type { MessagePartsProps } from './message-parts.js';

const load = () => import('./message-parts.js');

interface LazyMessagePartsProps extends Omit<MessagePartsProps, 'parts'> {
  readonly parts: string | undefined;
}

export function LazyMessageParts({ parts, ...context }: LazyMessagePartsProps) {
  const part = useLazy(load, parts !== undefined);
  return part && parts !== undefined ? <part.MessageParts parts={parts} {...context} /> : null;
}
