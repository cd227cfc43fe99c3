/** The provider that the settings name, opened. Nothing is asked of it before the first question. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { boundedFetch } from './bounded-fetch.js';
import { firstModel } from './first-model.js';
import type { Model } from './model.js';
import type { ModelSettings } from './model-settings.js';
import { sdkModel } from './sdk-model.js';

const LIMITED = { fetch: boundedFetch };

/** @param now Unix milliseconds. */
export function openModel(settings: ModelSettings, now: () => number): Model {
  const { provider, model, key } = settings;
  switch (provider) {
    case 'openai': {
      const opened = createOpenAI({ apiKey: key, ...baseOf(settings), ...LIMITED }).responses(model);
      // Ask the provider not to store the visitors' conversations.
      return sdkModel({ open: async () => opened, carries: false, providerOptions: { openai: { store: false } }, now });
    }
    case 'anthropic': {
      const opened = createAnthropic({ apiKey: key, ...baseOf(settings), ...LIMITED })(model);
      return sdkModel({ open: async () => opened, carries: false, now });
    }
    case 'google': {
      const opened = createGoogleGenerativeAI({ apiKey: key, ...baseOf(settings), ...LIMITED })(model);
      return sdkModel({ open: async () => opened, carries: true, now });
    }
    case 'openai-compatible': {
      const server = createOpenAICompatible({
        name: 'compatible',
        baseURL: settings.baseUrl,
        includeUsage: true,
        ...LIMITED,
        ...(key !== null && { apiKey: key }),
      });
      const named = model === null ? firstModel(settings.baseUrl, key, now) : async () => model;
      // Made once for each name: the schemas of its answers cost more than a short answer does.
      let opened = server.chatModel(model ?? '');
      const open = async () => {
        const name = await named();
        if (opened.modelId !== name) opened = server.chatModel(name);
        return opened;
      };
      return sdkModel({ open, carries: true, now });
    }
  }
}

const baseOf = ({ baseUrl }: ModelSettings) => (baseUrl === null ? {} : { baseURL: baseUrl });
