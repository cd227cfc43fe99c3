/** The specification's table "Capability availability". What is off can't be used, and nothing says that it works. */

export type Availability = 'launch' | 'beta' | 'off';

const NAMES: Readonly<Record<Availability, readonly string[]>> = {
  launch: [
    'marketing_site',
    'web_dashboard',
    'unified_inbox',
    'contacts',
    'knowledge_base',
    'ai_agents',
    'analytics',
    'escalations',
    'teams_routing',
    'automations',
    'billing',
    'audit_log',
    'account_deletion',
    'embedded_chat',
    'voice',
    'sms',
    'booking_partner_integration',
    'telephony_provider_credentials',
    'voice_provider_credentials',
    'public_api',
  ],
  beta: ['mobile_apps', 'referrals', 'email', 'whatsapp', 'instagram', 'google_reviews', 'calendar', 'video_meetings'],
  off: [
    'sso',
    'voice_cloning',
    'transactional_sms',
    'outgoing_webhooks',
    'rules',
    'surveys',
    'proactive_start_conversation',
    'outbound_calling',
    'delayed_workflow_steps',
    'custom_webhook_integration',
    'slack',
    'shopify_actions',
    'stripe_action_tools',
    'hubspot',
    'salesforce',
  ],
};

/** What of the table this version serves. Everything else that is not off needs a provider or a part that is not built here. */
const SERVED: ReadonlySet<string> = new Set([
  'web_dashboard',
  'embedded_chat',
  'knowledge_base',
  'ai_agents',
  'public_api',
]);

export interface Capability {
  readonly name: string;
  readonly availability: Availability;
  readonly usable: boolean;
  /** Why it isn't usable here; null when it is. */
  readonly why: string | null;
}

const WHY: Readonly<Record<Availability, string>> = {
  launch: 'This version does not have it yet.',
  beta: 'This version does not have it yet.',
  off: 'It is off.',
};

export const CAPABILITIES: readonly Capability[] = (Object.keys(NAMES) as Availability[]).flatMap((availability) =>
  NAMES[availability].map((name) => {
    const usable = SERVED.has(name);
    return { name, availability, usable, why: usable ? null : WHY[availability] };
  }),
);
