export declare function filesInTurn(
  files: readonly string[],
  turns: number,
  seed: number,
  changed: readonly string[],
): string[];
