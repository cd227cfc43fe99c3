/**
 * Answers with an external service: each question is sent to the inbox's address as a signed request, and the response is
 * the answer. The service sees the messages of this conversation, and what is known of the visitor.
 */
import {
  type FormAnswer,
  isBlank,
  isRecord,
  type LogEvent,
  MESSAGE_LIMITS,
  readFormAnswer,
  safeLink,
} from '@service/protocol';
import { partsSchema } from '@service/protocol/schema';
import {
  DestinationError,
  type Network,
  parseDestination,
  type RetryClock,
  type Signing,
  sendSigned,
} from '@service/realtime-server/outgoing';
import { type Answerer, agentNameIn, type InboxDirectory } from '@service/realtime-server/ports';
import { z } from 'zod';
import { textWithParts } from '../part-to-text.js';
import { withFiles } from '../text-with-files.js';
import { visitorRecord } from '../visitor-facts.js';

export interface HttpAgentDeps {
  readonly inboxes: InboxDirectory;
  /** The secret that the inbox's service knows us by. */
  readonly signing: (inbox: string) => Signing;
  readonly times: RetryClock;
  readonly network?: Network;
}

/** What the service answers with: at least the text. */
const answerSchema = z.object({
  text: z
    .string()
    .max(MESSAGE_LIMITS.answerLength)
    .refine((text) => !isBlank(text)),
  outcome: z.enum(['answered', 'near', 'unknown', 'smalltalk']).default('answered'),
  citations: z
    .array(
      z.object({
        number: z.number().int().min(1).max(99),
        documentId: z.string().min(1).max(200),
        title: z.string().min(1).max(200),
        url: z.string().max(2_048).exactOptional(),
        quote: z.string().max(2_000),
      }),
    )
    .max(20)
    .default([]),
  /** Offer the visitor a person; without it, as the outcome says. */
  offerPerson: z.boolean().optional(),
  parts: z.preprocess(withoutUnsafeLinks, partsSchema).optional(),
});

/** An answer is worth more than its links: one that can't be a link is left out, and the rest is shown. */
function withoutUnsafeLinks(parts: unknown): unknown {
  if (!Array.isArray(parts)) return parts;
  return parts.map((part: unknown) => {
    if (!isRecord(part) || !Array.isArray(part.links)) return part;
    const { links, ...rest } = part;
    const safe = links.filter(
      (link: unknown) => !isRecord(link) || typeof link.url !== 'string' || safeLink(link.url, true) !== null,
    );
    return { ...rest, ...(safe.length > 0 && { links: safe }) };
  });
}

/** An earlier message, with only the fields that an answer needs. */
interface Turn {
  readonly by: 'visitor' | 'agent' | 'person';
  readonly text: string;
  /** What the visitor filled in, when this answers a form: as in the question. */
  readonly filled?: Filled;
}

/** An answer to a form, by the names that the service gave its fields. */
interface Filled {
  readonly title: string;
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

/** A request must fit into what a receiver reads; the oldest turns go first. */
const HISTORY_LENGTH = 24_000;

/** The checkpoint of a question that is sent. */
const SENT = 'sent';

export function createHttpAgent({ inboxes, signing, times, network }: HttpAgentDeps): Answerer {
  return {
    authorName: (inbox) => agentNameIn(inboxes, inbox),
    async *answer(question, signal) {
      const { inbox } = question;
      const read = parseDestination(inboxes.get(inbox)?.httpAgent?.url);
      if (!read.ok) throw new DestinationError(read.code);
      const visitor = visitorRecord(question.visitor);
      // An earlier process has sent it, and what became of it can't be known: the id stays in the log.
      if (question.job.checkpoint === SENT) throw new DestinationError('destination_outcome_unknown');
      if (!(await question.job.saveCheckpoint(SENT))) return;
      const outgoing = {
        id: question.job.run,
        inbox,
        type: 'question',
        data: {
          conversation: question.conversation,
          text: withFiles(question.text, question.files),
          ...(question.filled && { filled: filledIn(question.filled) }),
          ...(visitor && { visitor }),
          history: turns(question.history),
        },
      };
      let answered: unknown;
      try {
        answered = await sendSigned(read.destination, outgoing, signing(inbox), times, {
          signal,
          ...(network && { network }),
        });
      } catch (error) {
        // Stopped by the visitor or by this process: the caller reports it.
        if (signal.aborted) return;
        throw error;
      }
      const answer = answerSchema.safeParse(answered);
      if (!answer.success) throw new DestinationError('destination_answer');
      const { text, outcome, citations, offerPerson, parts } = answer.data;
      yield { kind: 'text', text };
      yield {
        kind: 'done',
        outcome,
        citations,
        offerPerson: offerPerson ?? outcome === 'unknown',
        ...(parts && { parts }),
      };
    },
  };
}

function filledIn({ title, answers }: FormAnswer): Filled {
  return { title, values: Object.fromEntries(answers.map(({ name, value }) => [name, value])) };
}

function turns(history: readonly LogEvent[]): readonly Turn[] {
  const all = history.flatMap(({ by, body }): readonly Turn[] => {
    if (body.kind !== 'message' && body.kind !== 'answer.completed') return [];
    const words = by.kind === 'visitor' ? body.text : textWithParts(body.text, body.parts);
    const text = body.kind === 'message' ? withFiles(words, body.attachments) : words;
    const filled = by.kind === 'visitor' ? readFormAnswer(body.parts ?? '') : null;
    return [
      {
        by: by.kind === 'visitor' ? 'visitor' : by.kind === 'ai' ? 'agent' : 'person',
        text,
        ...(filled && { filled: filledIn(filled) }),
      },
    ];
  });
  let room = HISTORY_LENGTH;
  const latest: Turn[] = [];
  for (const turn of all.reverse()) {
    room -= turn.text.length;
    if (room < 0) break;
    latest.unshift(turn);
  }
  return latest;
}
