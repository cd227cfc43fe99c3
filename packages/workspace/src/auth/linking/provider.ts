/** How AI agents ask a person for access to one workspace: OAuth 2.1 with PKCE. What a person lets them do is a grant of ours. */
import { oauthProvider } from '@better-auth/oauth-provider';
import { MCP_PATH } from '../../contract/paths.js';

/** In front of each access token, so that it is not taken for another credential. */
export const TOKEN_PREFIX = 'oat_';

/** What may be asked beside the access itself: the specification's rule 10. Without `offline_access` there are no refresh tokens. */
export const SCOPES = ['profile', 'email'] as const;

/** Where a person answers a request. The library appends `?` and the signed request. */
const pageAt = (publicUrl: string): string => `${publicUrl}/console#connect`;

/** No grant has this id, so no stored consent is ever found: each request is answered by a person. */
const NO_GRANT = 'none';

export interface ProviderSettings {
  readonly publicUrl: string;
  /** The grant that a person gives in this very call; null: none. */
  readonly grantBeingGiven: () => string | null;
  /** Of an access token. Its grant ends earlier. */
  readonly tokenSeconds: number;
}

export function accessProvider({ publicUrl, grantBeingGiven, tokenSeconds }: ProviderSettings) {
  const page = pageAt(publicUrl);
  return oauthProvider({
    // Access tokens are rows: one that is deleted opens nothing.
    disableJwtPlugin: true,
    scopes: [...SCOPES],
    grantTypes: ['authorization_code'],
    accessTokenExpiresIn: tokenSeconds,
    prefix: { opaqueAccessToken: TOKEN_PREFIX },
    loginPage: page,
    consentPage: page,
    postLogin: {
      page,
      shouldRedirect: () => false,
      consentReferenceId: () => grantBeingGiven() ?? NO_GRANT,
    },
    resources: [publicUrl + MCP_PATH],
    clientRegistrationDefaultResources: [publicUrl + MCP_PATH],
    // Reached from inside alone: it is how a signed request is checked.
    allowPublicClientPrelogin: true,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    silenceWarnings: { oauthAuthServerConfig: true },
  });
}
