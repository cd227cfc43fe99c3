/** The server scenarios of the protocol's conformance suite: those that our server has to pass, and why others are not about it. */

const EXAMPLE = 'It calls a tool that only the suite’s own example server has.';
const LOGGING = 'The server does not announce `logging`: a tool answers once, and sends no lines meanwhile.';
const COMPLETIONS = 'The server does not announce `completions`: there are no prompts or templates to complete.';
const ASKING = 'The server asks nothing of a client: neither its model nor its person.';
const STREAMS = 'The server has no sessions, so there is no stream to come back to.';
const RESOURCES = 'The server does not announce `resources`: what there is to read are tools.';
const PROMPTS = 'The server does not announce `prompts`: the guide is a tool.';

export const PASSES = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-error',
  'dns-rebinding-protection',
] as const;

export const DOES_NOT_APPLY: Readonly<Record<string, string>> = {
  // Any text passes, also that there is no such tool.
  'tools-call-simple-text': EXAMPLE,
  'tools-call-image': EXAMPLE,
  'tools-call-audio': EXAMPLE,
  'tools-call-embedded-resource': EXAMPLE,
  'tools-call-mixed-content': EXAMPLE,
  'tools-call-with-progress': EXAMPLE,
  'json-schema-2020-12': EXAMPLE,
  'logging-set-level': LOGGING,
  'tools-call-with-logging': LOGGING,
  'completion-complete': COMPLETIONS,
  'tools-call-sampling': ASKING,
  'tools-call-elicitation': ASKING,
  'elicitation-sep1034-defaults': ASKING,
  'elicitation-sep1330-enums': ASKING,
  'server-sse-polling': STREAMS,
  'server-sse-multiple-streams': STREAMS,
  'resources-list': RESOURCES,
  'resources-read-text': RESOURCES,
  'resources-read-binary': RESOURCES,
  'resources-templates-read': RESOURCES,
  'resources-subscribe': RESOURCES,
  'resources-unsubscribe': RESOURCES,
  'prompts-list': PROMPTS,
  'prompts-get-simple': PROMPTS,
  'prompts-get-with-args': PROMPTS,
  'prompts-get-embedded-resource': PROMPTS,
  'prompts-get-with-image': PROMPTS,
};
