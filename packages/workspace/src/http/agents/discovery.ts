/** How a program that knows the MCP address alone finds out where to ask for access: RFC 9728 and RFC 8414. */
import { SCOPES } from '../../auth/linking/provider.js';
import { AUTH_PATH, DISCOVERY_PATHS, MCP_PATH } from '../../contract/paths.js';
import type { Services } from '../../router/services.js';

const [RESOURCE_PATH, SERVER_PATH] = DISCOVERY_PATHS;

/** Where the MCP address is described; it is named in each refusal. */
export const resourceMetadataUrl = (publicUrl: string): string => publicUrl + RESOURCE_PATH + MCP_PATH;

/** Null: it is neither address. */
export async function answerDiscovery(pathname: string, { auth, settings }: Services): Promise<Response | null> {
  const { publicUrl } = settings;
  switch (pathname) {
    case RESOURCE_PATH:
    case RESOURCE_PATH + MCP_PATH:
      return Response.json({
        resource: publicUrl + MCP_PATH,
        resource_name: 'Conversation workspace',
        authorization_servers: [publicUrl + AUTH_PATH],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
      });
    case SERVER_PATH:
    case SERVER_PATH + AUTH_PATH:
      return auth.describeServer();
    default:
      return null;
  }
}
