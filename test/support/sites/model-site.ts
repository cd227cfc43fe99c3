/** The demo shop with a scripted model provider on this machine behind its assistant. */
import { type Loopback, openLoopback } from '../model-provider/loopback-server.js';
import { type Site, startSite } from './start-site.js';

export interface ModelSite extends Site {
  readonly provider: Loopback;
}

export async function startModelSite(): Promise<ModelSite> {
  const provider = await openLoopback(['chat-loopback']);
  const site = await startSite({ OPENAI_BASE_URL: `${provider.origin}/v1` });
  return {
    ...site,
    provider,
    async dispose() {
      await site.dispose();
      await provider.close();
    },
  };
}
