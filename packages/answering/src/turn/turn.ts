/** The state of one turn: what was found, what the model wrote and called, and what the visitor has seen of it. */
import { MESSAGE_LIMITS, type Part, truncate } from '@service/protocol';
import {
  type AnswerPiece,
  agentNameIn,
  type CallingTurn,
  type ClientToolCalls,
  type InboxDirectory,
  type InboxSettings,
  type OfferedTool,
  type PageOffer,
  type Question,
  type ToolCall,
} from '@service/realtime-server/ports';
import { verdict } from '../knowledge/answer/confidence.js';
import type { UnansweredLog } from '../knowledge/unanswered-log.js';
import type { KnowledgeSource } from '../knowledge-source.js';
import { type Messages, messagesFor } from '../messages/messages.js';
import type { Brief, Model } from '../model/model.js';
import { withFiles } from '../text-with-files.js';
import { factsForModel } from '../visitor-facts.js';
import type { Accounts } from './budget.js';
import { isOurs, OFFER_PERSON, partToolsFor } from './calls/own-tools.js';
import type { SettledCall } from './calls/refusal.js';
import { type CheckpointStep, dialogueOf, serializeCheckpoint, type TurnCheckpoint } from './dialogue/checkpoint.js';
import type { Dialogue } from './dialogue/dialogue.js';
import { repairTranscript } from './dialogue/repair-transcript.js';
import { transcriptOf } from './dialogue/transcript.js';
import { TURN_LIMITS } from './limits.js';
import { type AnswerLinks, answerLinks } from './output/answer-links.js';
import { paragraphBreakAfter } from './output/paragraph-break.js';
import { applyLinkPolicy, partProblem } from './output/shown-parts.js';

export interface TurnDeps extends Accounts {
  readonly model: Model;
  readonly knowledge: KnowledgeSource;
  readonly tools: ClientToolCalls;
  readonly inboxes: Pick<InboxDirectory, 'get'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Where questions that no article answered are noted. Absent: nowhere. */
  readonly unanswered?: UnansweredLog;
}

export class Turn {
  readonly inbox: InboxSettings | null;
  /** True when the inbox has a team that a visitor can be passed to. */
  readonly people: boolean;
  readonly calling: CallingTurn;
  readonly messages: Messages;
  checkpoint: TurnCheckpoint = { passages: [], cited: [], sources: [], person: false, steps: [] };
  page: PageOffer = { tools: [], instructions: null };
  /** The whole text that the visitor has seen. */
  shown = '';

  constructor(
    readonly deps: TurnDeps,
    readonly question: Question,
    readonly signal: AbortSignal,
  ) {
    const { inbox, conversation, job } = question;
    this.inbox = deps.inboxes.get(inbox);
    this.people = (this.inbox?.people ?? null) !== null;
    this.messages = messagesFor(question);
    this.calling = {
      inbox,
      conversation,
      run: job.run,
      get attempt() {
        return job.attempt;
      },
    };
  }

  update(changes: Partial<TurnCheckpoint>): void {
    this.checkpoint = { ...this.checkpoint, ...changes };
  }

  /** Saves the step, in place of the same step without results. False when another attempt has the job. */
  saveStep(step: CheckpointStep): Promise<boolean> {
    const { steps } = this.checkpoint;
    const earlier = step.results ? steps.slice(0, -1) : steps;
    this.update({ steps: [...earlier, step] });
    return this.question.job.saveCheckpoint(serializeCheckpoint(this.checkpoint));
  }

  /** Each step is a paragraph: `before` is the text shown when this step began. */
  *show(text: string, before = this.shown): Generator<AnswerPiece> {
    const isFirst = this.shown === before;
    const clean = isFirst ? text.trimStart() : text;
    if (clean === '') return;
    const added = `${isFirst ? paragraphBreakAfter(before) : ''}${clean}`;
    const fitting = truncate(added, MESSAGE_LIMITS.answerLength - this.shown.length);
    this.shown += fitting;
    if (fitting !== '') yield { kind: 'text', text: fitting };
  }

  get isFull(): boolean {
    return this.shown.length > MESSAGE_LIMITS.answerLength - TURN_LIMITS.reserve - 1_000;
  }

  get parts(): readonly Part[] {
    return this.checkpoint.parts ?? [];
  }

  /** Adds a part below the answer. Returns why it can't be shown, or null. */
  addPart(part: Part): string | null {
    const clean = applyLinkPolicy(part, this.links());
    const problem = partProblem(this.parts, clean);
    if (problem === null) this.update({ parts: [...this.parts, clean] });
    return problem;
  }

  async readPage(): Promise<void> {
    this.page = await this.deps.tools.offered(this.question.conversation);
  }

  offeredTools(): readonly OfferedTool[] {
    const page = this.page.tools
      .filter(({ name }) => !isOurs(name))
      .map((tool) => ({ ...tool, description: truncate(tool.description, TURN_LIMITS.descriptionLength) }));
    const ours = partToolsFor(this.inbox?.answerParts ?? []);
    return this.people && this.deps.model.answersFromPassages ? [...page, ...ours, OFFER_PERSON] : [...page, ...ours];
  }

  settledCalls(): readonly SettledCall[] {
    return this.checkpoint.steps.flatMap(({ calls, results }) =>
      (results ?? []).map((result, at) => ({ call: calls[at] as ToolCall, result })),
    );
  }

  links(): AnswerLinks {
    const own = this.checkpoint.passages.flatMap(({ text, url }) => [text, url ?? '']);
    return answerLinks(
      [...own, this.inbox?.instructions ?? ''],
      this.inbox?.allowedOrigins ?? [],
      this.deps.model.answersFromPassages ? (this.inbox?.linkHosts ?? []) : null,
    );
  }

  brief(): Brief {
    return {
      business: this.inbox?.name ?? '',
      agentName: agentNameIn(this.deps.inboxes, this.question.inbox),
      instructions: this.inbox?.instructions ?? null,
      people: this.people,
      verdict: this.verdict,
      passages: this.checkpoint.passages,
      page: this.page,
      visitor: factsForModel(this.question.visitor),
    };
  }

  dialogue(): Dialogue {
    const { history, text, files } = this.question;
    return repairTranscript([
      ...transcriptOf(history, this.question.job.run),
      { by: 'visitor', text: withFiles(text, files) },
      ...dialogueOf(this.checkpoint.steps),
    ]);
  }

  get verdict() {
    return verdict(this.checkpoint.passages[0]?.coverage ?? 0);
  }
}
