import { HTTP_LIMITS } from '@service/realtime-server/runtime';

/** The body is larger than any call without a file may have. */
export const isLarge = ({ headers }: Request): boolean =>
  Number(headers.get('content-length') ?? 0) > HTTP_LIMITS.jsonBytes;
