/** What the tests may use of judges.mjs. */
export function judgeProgram(name: 'conformance' | 'inspector'): string;
