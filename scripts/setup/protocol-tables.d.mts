import type { Plugin } from 'esbuild';

export function inlineLimits(code: string): string;
export const protocolTables: Plugin;
