/**
 * Words and files as one text, for answerers that read text alone. Without it an answerer would be asked about "this one"
 * and see nothing; with it, it knows that there is something which only a person can look at.
 */
import type { Attachment } from '@service/protocol';

export function withFiles(text: string, files: readonly Attachment[] = []): string {
  const names = files.map(({ name, type }) => `[A file that can't be shown here: ${name}, ${type}]`);
  return [text, ...names].filter((line) => line !== '').join('\n');
}
