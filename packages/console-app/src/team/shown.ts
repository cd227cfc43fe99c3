/** Members and teams as the server shows them. */
import type { Outputs } from '@service/workspace-client';

export type Member = Outputs['members.list']['items'][number];
export type Team = Outputs['teams.list']['items'][number];
