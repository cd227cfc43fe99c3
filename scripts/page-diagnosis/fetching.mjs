export const TIMEOUT_MS = 15_000;

/** What is known of a page that has not been read. */
export const NOTHING = {
  status: null,
  pageCertificate: null,
  certificate: null,
  chat: null,
  customUi: false,
  script: null,
  changed: false,
  inPage: [],
  scriptLoaded: false,
  inboxId: null,
  violations: [],
  errors: [],
  ready: false,
};

/** @returns the TLS error of a certificate; null when something else went wrong. */
export function certificateProblem(error) {
  const code = String(error?.cause?.code ?? '');
  return /CERT|SIGNATURE|ISSUER/.test(code) ? code : null;
}
