/** What a client goes by once it sends or shows files. A file of its own, because a client loads that part when it needs it. */
export const FILE_LIMITS = {
  /** Files of one message, and their names. Whoever reads a log bears more: another server may allow it. */
  attachmentsPerMessage: 5,
  attachmentNameLength: 100,
  attachmentBytes: 10_485_760,
  /** Life of a link to a file. */
  attachmentLinkMs: 300_000,
} as const;
