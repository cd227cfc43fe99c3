/**
 * A screen of its own on the headless client: a correspondence on paper instead of a chat in bubbles. It shows every state
 * the client has, so it is also the place to look when building another one.
 */
import {
  type Answer,
  type AttachmentLink,
  type Chat,
  ChatProvider,
  type MessageFile,
  type OwnMessage,
  type TimelineEntry,
  type ToolEntry,
  useChat,
  useChatSelector,
  useInbox,
  useTool,
} from '@service/embed-sdk/headless';
import { type AuthorProfile, getResponder } from '@service/embed-sdk/people';
import { resolveTheme } from '@service/embed-sdk/theme';
import {
  type ChangeEvent,
  type CSSProperties,
  type FormEvent,
  type ReactElement,
  StrictMode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createRoot } from 'react-dom/client';
import { cancelOrder, lookUpOrder } from './errands';

const CONNECTION = {
  idle: 'Not connected',
  connecting: 'Connecting …',
  connected: 'Connected',
  reconnecting: 'Connecting again …',
  offline: 'You are offline; what you write is kept',
  closed: 'Closed',
} as const;
const HANDLER = {
  agent: 'The shop’s assistant answers.',
  queued: 'You asked for a person. One of us will write as soon as we can.',
  human: 'A person of the shop answers.',
  closed: 'This correspondence is closed.',
} as const;
const NOTICE = {
  'handoff-requested': 'You asked for a person',
  'handoff-accepted': 'A person of the shop has joined',
  'handoff-ended': 'The assistant answers again',
  closed: 'The correspondence was closed',
} as const;

function Correspondence({ baseUrl }: { readonly baseUrl: string }): ReactElement {
  const chat = useChat();
  // Offered for as long as this is on the screen.
  useTool(lookUpOrder);
  useTool(cancelOrder);
  const { inbox } = useInbox({ inboxId: 'demo', baseUrl });
  // The wax of the seal is the shop's own colour, as saved for the widget, and what is pressed into it can be read.
  const { primary, onPrimary } = resolveTheme(inbox?.theme ?? null, 'light').tokens;
  const wax = inbox?.theme ? ({ '--seal': primary, '--on-seal': onPrimary } as CSSProperties) : undefined;
  const end = useRef<HTMLLIElement>(null);
  const { markRead } = chat;
  const last = chat.timeline.at(-1);
  useEffect(() => {
    if (!last) return;
    end.current?.scrollIntoView({ block: 'end' });
    markRead();
  }, [last, markRead]);

  return (
    <section className="letter" aria-label="Correspondence" style={wax}>
      <Letterhead baseUrl={baseUrl} />
      {chat.hasOlder && (
        <button type="button" className="quiet" disabled={chat.loadingOlder} onClick={chat.loadOlder}>
          {chat.loadingOlder ? 'Looking …' : 'Earlier pages'}
        </button>
      )}
      <ol role="log" aria-label="Letters">
        {chat.loaded && chat.timeline.length === 0 && (
          <li className="note">{inbox?.greeting ?? 'Write to us. We answer at once.'}</li>
        )}
        {chat.timeline.map((entry) => (
          <Line
            key={entry.key}
            entry={entry}
            retry={chat.retry}
            discard={chat.discard}
            ask={chat.requestHuman}
            decide={chat.resolveToolCall}
          />
        ))}
        {chat.turn === 'submitted' && <li className="note">The assistant is reading …</li>}
        {chat.typing.map((author) => (
          <li key={author.id} className="note">
            {author.name ?? 'Somebody'} is writing …
          </li>
        ))}
        <li ref={end} aria-hidden="true" />
      </ol>
      {chat.problem && <p role="alert">{chat.problem.message}</p>}
      <Pen />
    </section>
  );
}

/** Renders only when one of these changes, however fast an answer streams in. */
function Letterhead({ baseUrl }: { readonly baseUrl: string }): ReactElement {
  const [connection, handler, outbox, storage] = useChatSelector(
    ({ connection, handledBy, outbox, storage }) => [connection, handledBy, outbox, storage] as const,
    (a, b) => a.every((part, index) => part === b[index]),
  );
  const person = useChatSelector(
    (chat) => getResponder(chat, baseUrl),
    (a, b) => a?.id === b?.id && a?.name === b?.name,
  );
  return (
    <header>
      {person && <Stamp key={person.id} person={person} />}
      <p>{person?.name ? `${person.name} of the shop answers.` : HANDLER[handler]}</p>
      <p role="status">
        {CONNECTION[connection]}
        {outbox > 0 ? `. ${outbox} on the way` : ''}
        {storage === 'memory' ? '. This browser keeps nothing: the correspondence ends with this page' : ''}
      </p>
    </header>
  );
}

/** Whose hand it is, in the corner where a stamp belongs: their picture, or their initials where there is none. */
function Stamp({ person: { pictureUrl, initials } }: { readonly person: AuthorProfile }): ReactElement {
  const [loaded, setLoaded] = useState(false);
  return (
    <span className="stamp" aria-hidden="true">
      {!loaded && initials}
      {pictureUrl && <img src={pictureUrl} alt="" hidden={!loaded} onLoad={() => setLoaded(true)} />}
    </span>
  );
}

const ERRAND = {
  running: 'being done …',
  succeeded: 'done',
  denied: 'you declined; nothing was done',
  failed: 'not done',
  unknown: 'it isn’t certain whether it was done',
} as const;

/** A function of the shop that the assistant called. Nothing is asked in words other than the shop's own. */
function Errand({
  errand,
  decide,
}: {
  readonly errand: ToolEntry;
  readonly decide: Chat['resolveToolCall'];
}): ReactElement {
  const { state, ask, answered, title, name, args } = errand;
  if (state !== 'asking' || !ask)
    return (
      <li className="note">
        {title ?? name}: {state === 'asking' ? '' : ERRAND[state]}
      </li>
    );
  return (
    <li className="errand" role="alertdialog" aria-label={ask.view.title}>
      <p>{ask.view.title}</p>
      <dl>
        {Object.entries(JSON.parse(args) as Record<string, unknown>).map(([field, value]) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      {ask.view.body && <p>{ask.view.body}</p>}
      <button type="button" disabled={answered !== null} onClick={() => decide(errand, true)}>
        Confirm
      </button>{' '}
      <button type="button" disabled={answered !== null} onClick={() => decide(errand, false)}>
        Cancel
      </button>
    </li>
  );
}

interface LineProps {
  readonly entry: TimelineEntry;
  readonly retry: (clientId: string) => void;
  readonly discard: (clientId: string) => void;
  readonly ask: (reason?: string) => void;
  readonly decide: Chat['resolveToolCall'];
}

function Line({ entry, retry, discard, ask, decide }: LineProps): ReactElement {
  switch (entry.type) {
    case 'own':
      return (
        <li className="own">
          <Margin at={entry.at} who="You" />
          {entry.text && <p>{entry.text}</p>}
          <Enclosures files={entry.files} sent={entry.seq !== null} />
          <Delivery message={entry} retry={retry} discard={discard} />
        </li>
      );
    case 'tool':
      return <Errand errand={entry} decide={decide} />;
    case 'person':
      return (
        <li className="theirs">
          <Margin at={entry.at} who={entry.author.name ?? 'The shop'} />
          {entry.text && <p>{entry.text}</p>}
          <Enclosures files={entry.files} sent />
        </li>
      );
    case 'answer':
      return (
        <li className="theirs">
          <Margin at={entry.at} who={entry.author.name ?? 'Assistant'} />
          <p aria-busy={entry.state === 'streaming'}>
            <Written text={entry.text} />
          </p>
          <Sources answer={entry} />
          {entry.state === 'stopped' && <small>Stopped here.</small>}
          {entry.state === 'failed' && <small>This answer could not be finished.</small>}
          {entry.offerPerson && (
            <button type="button" className="quiet" onClick={() => ask()}>
              Ask a person
            </button>
          )}
        </li>
      );
    case 'notice':
      return <li className="note">{NOTICE[entry.notice]}</li>;
  }
}

/** Answers are written in Markdown. On this paper the emphasis is all of it that counts; the rest reads well as it is. */
function Written({ text }: { readonly text: string }): ReactElement {
  const parts = text.split('**');
  // An odd number of marks: the last one is still being written.
  const closed = parts.length % 2 === 1 ? parts.length : parts.length - 1;
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 && index < closed ? <strong key={`${index} ${part}`}>{part}</strong> : part,
      )}
    </>
  );
}

function Margin({ at, who }: { readonly at: number; readonly who: string }): ReactElement {
  return (
    <div className="margin">
      {who}
      <time dateTime={new Date(at).toISOString()}>
        {new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })}
      </time>
    </div>
  );
}

function Delivery({
  message,
  retry,
  discard,
}: Pick<LineProps, 'retry' | 'discard'> & { readonly message: OwnMessage }) {
  const { delivery, clientId } = message;
  if (delivery.state === 'sending') return <small>on the way</small>;
  if (delivery.state !== 'failed') return null;
  return (
    <small>
      {delivery.message}{' '}
      <button type="button" className="quiet" onClick={() => retry(clientId)}>
        Send again
      </button>{' '}
      <button type="button" className="quiet" onClick={() => discard(clientId)}>
        Throw away
      </button>
    </small>
  );
}

interface EnclosuresProps {
  readonly files: readonly MessageFile[];
  readonly sent: boolean;
}

function Enclosures({ files, sent }: EnclosuresProps): ReactElement | null {
  if (files.length === 0) return null;
  return (
    <ul className="enclosures">
      {files.map((file) => (
        <li key={file.id}>
          <Enclosure file={file} sent={sent} />
        </li>
      ))}
    </ul>
  );
}

/** A picture is shown, anything else is handed out. Addresses are good for minutes, so a fresh one is asked for when needed. */
function Enclosure({ file, sent }: { readonly file: MessageFile; readonly sent: boolean }): ReactElement {
  const { getAttachmentLink } = useChat();
  const [link, setLink] = useState<AttachmentLink | null>(null);
  const { id, name, type, size, width, height, loaded = size } = file;
  useEffect(() => {
    if (sent) getAttachmentLink(id).then(setLink);
  }, [id, sent, getAttachmentLink]);
  if (!link) return <span>{loaded < size ? `${name}, ${Math.round((100 * loaded) / size)} %` : name}</span>;
  return type.startsWith('image/') ? (
    <img src={link.url} alt={name} width={width} height={height} />
  ) : (
    <a href={link.url} download={name}>
      {name}
    </a>
  );
}

function Sources({ answer }: { readonly answer: Answer }): ReactElement | null {
  if (answer.citations.length === 0) return null;
  return (
    <ul className="sources">
      {answer.citations.map(({ number, title, url, quote }) => (
        <li key={number}>
          [{number}] {url ? <a href={url}>{title}</a> : title}: “
          <Written text={quote} />”
        </li>
      ))}
    </ul>
  );
}

function Pen(): ReactElement {
  const { sendMessage, stopAnswer, upload, discard, uploads, notifyTyping, endHandoff, turn, handledBy } = useChat();
  // What can't be sent stays beside the pen, with the reason.
  const ready = uploads.filter(({ state }) => state !== 'failed');
  const [draft, setDraft] = useState('');
  const write = (event: FormEvent): void => {
    event.preventDefault();
    if (
      sendMessage(
        draft,
        ready.map(({ id }) => id),
      ) !== null
    )
      setDraft('');
  };
  const enclose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    for (const file of target.files ?? []) upload(file);
    target.value = '';
  };
  return (
    <form onSubmit={write}>
      <label>
        Your letter
        <input
          value={draft}
          maxLength={8_000}
          autoComplete="off"
          disabled={handledBy === 'closed'}
          onChange={(event) => {
            setDraft(event.target.value);
            notifyTyping();
          }}
        />
      </label>
      <label className="enclose">
        Enclose
        <input type="file" multiple disabled={handledBy === 'closed'} onChange={enclose} />
      </label>
      {uploads.length > 0 && (
        <ul className="enclosures" aria-label="To enclose">
          {uploads.map(({ id, name, size, loaded, state, problem }) => (
            <li key={id}>
              {name}{' '}
              {problem ? (
                <span role="alert">{problem.message}</span>
              ) : (
                state !== 'done' && <progress aria-label={name} max={size} value={loaded} />
              )}{' '}
              <button type="button" className="quiet" aria-label={`Leave out ${name}`} onClick={() => discard(id)}>
                Leave out
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="submit" className="seal">
        Post
      </button>
      {turn === 'streaming' && (
        <button type="button" className="quiet" onClick={stopAnswer}>
          That is enough
        </button>
      )}
      {handledBy === 'queued' && (
        <button type="button" className="quiet" onClick={endHandoff}>
          Back to the assistant
        </button>
      )}
    </form>
  );
}

const root = document.getElementById('app');
const { chatOrigin, hostOrigin } = root?.dataset ?? {};
if (root && chatOrigin)
  createRoot(root).render(
    <StrictMode>
      {/* A session belongs to the site it began on; this page may be that site's, and served from elsewhere. */}
      <ChatProvider options={{ inboxId: 'demo', baseUrl: chatOrigin, ...(hostOrigin && { hostOrigin }) }}>
        <Correspondence baseUrl={chatOrigin} />
      </ChatProvider>
    </StrictMode>,
  );
