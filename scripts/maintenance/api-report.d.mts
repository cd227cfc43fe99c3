/** Types of the API report for the tests. */
export const REPORT: string;
export function apiReport(): string;
