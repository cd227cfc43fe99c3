/** What may be uploaded, and by which endings a file of that type is known; the first is the one it is given. */
export const ATTACHMENT_TYPES = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log', 'csv', 'md'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

export type AttachmentType = keyof typeof ATTACHMENT_TYPES;

/** The accept list of a file picker. */
export function acceptedFiles(): string {
  const endings = Object.values(ATTACHMENT_TYPES).flat();
  return [...Object.keys(ATTACHMENT_TYPES), ...endings.map((ending) => `.${ending}`)].join(',');
}
