export function policyAllows(policy: string | null, directive: string, address: string): boolean;
