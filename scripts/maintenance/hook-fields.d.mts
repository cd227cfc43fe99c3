export const PAGE: string;
export function hookFields(): string;
