/** AI agents and their test runs as the server shows them. */
import type { Outputs } from '@service/workspace-client';

export type ListedAgent = Outputs['aiAgents.list']['items'][number];
export type Agent = Outputs['aiAgents.get'];
export type TestRun = Outputs['aiAgents.getTestRun'];
export type TestResult = TestRun['items'][number];
export type AgentTest = Agent['tests'][number];
export type Expected = AgentTest['expect'];

/** What the form changes. */
export type AgentChange = Partial<
  Pick<Agent, 'name' | 'title' | 'instructions' | 'model' | 'linkHosts' | 'handoff' | 'knowledgeIds' | 'tests'>
>;

export const EXPECTED: Readonly<Record<Expected, string>> = {
  answered: 'It answers',
  refused: 'It says that it doesn’t know',
  person: 'A person takes over',
};

export const OUTCOME: Readonly<Record<Expected, string>> = {
  answered: 'Answered',
  refused: 'Not known',
  person: 'To a person',
};

/** What visitors get, in words. */
export const stateOf = ({ version, published }: Pick<ListedAgent, 'version' | 'published'>): string =>
  published === null
    ? 'Draft, not published'
    : published === version
      ? `Version ${published} is published`
      : `Version ${published} is published, version ${version} is a draft`;
