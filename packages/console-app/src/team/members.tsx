/** The members of an organization, and who is invited. */
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { dayOf } from '../content/time.js';
import { TwoClickButton } from '../forms/two-click-button.js';
import { OnceShown } from './once-shown.js';
import type { Member } from './shown.js';
import { type Change, useAnswer, useChange } from './use-answer.js';

type Role = Member['role'];

const ROLES: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' };

interface MembersProps {
  readonly orgId: string;
  readonly own: Role;
  readonly userId: string;
}

export function Members({ orgId, own, userId }: MembersProps) {
  const { value, problem, refresh } = useAnswer('members.list', { orgId });
  const change = useChange();
  const mayManage = own !== 'member';
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      {(problem ?? change.problem) && <p role="alert">{problem ?? change.problem}</p>}
      <ul class="rows">
        {value?.items.map((member) => (
          <MemberRow
            key={member.memberId}
            {...{ orgId, member, change }}
            isSelf={member.userId === userId}
            mayManage={mayManage && (own === 'owner' || member.role !== 'owner')}
            mayMakeOwner={own === 'owner'}
            onChanged={refresh}
          />
        ))}
        {value?.invitations.map(({ invitationId, email, role, expiresAt }) => (
          <li key={invitationId}>
            <p>
              <strong>{email}</strong>
              <span class="hint">
                Invited as {ROLES[role].toLowerCase()}, until {dayOf(Date.parse(expiresAt))}
              </span>
            </p>
            {mayManage && (
              <button
                type="button"
                class="secondary"
                disabled={change.busy}
                onClick={async () => {
                  if (await change.run('members.uninvite', { orgId, invitationId })) refresh();
                }}
              >
                Take back
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayManage && <Invite orgId={orgId} mayMakeOwner={own === 'owner'} onInvited={refresh} />}
    </section>
  );
}

interface MemberRowProps {
  readonly orgId: string;
  readonly member: Member;
  readonly change: Change;
  readonly isSelf: boolean;
  readonly mayManage: boolean;
  readonly mayMakeOwner: boolean;
  readonly onChanged: () => void;
}

function MemberRow({ orgId, member, change, isSelf, mayManage, mayMakeOwner, onChanged }: MemberRowProps) {
  const { memberId, name, email, role, state } = member;
  const update = async (what: { readonly role?: Role; readonly state?: Member['state'] }): Promise<void> => {
    if (await change.run('members.update', { orgId, memberId, ...what })) onChanged();
  };
  const remove = async (): Promise<void> => {
    if (await change.run('members.remove', { orgId, memberId })) onChanged();
  };
  return (
    <li>
      <p>
        <strong>
          {name}
          {isSelf && ' (you)'}
        </strong>
        <span class="hint">
          {email}
          {state === 'suspended' && ' · suspended'}
        </span>
      </p>
      {mayManage && !isSelf ? (
        <>
          <RoleChoice
            role={role}
            mayMakeOwner={mayMakeOwner}
            label={`Role of ${name}`}
            onChoose={(now) => void update({ role: now })}
          />
          <button
            type="button"
            class="secondary"
            disabled={change.busy}
            onClick={() => void update({ state: state === 'suspended' ? 'active' : 'suspended' })}
          >
            {state === 'suspended' ? 'Let in again' : 'Suspend'}
          </button>
          <TwoClickButton
            label="Remove"
            question={`Remove ${name} for good?`}
            disabled={change.busy}
            onConfirm={remove}
          />
        </>
      ) : (
        <span class="hint">{ROLES[role]}</span>
      )}
    </li>
  );
}

const INVITED_ROLE = 'invited-role';

function Invite({
  orgId,
  mayMakeOwner,
  onInvited,
}: Pick<MembersProps, 'orgId'> & { readonly mayMakeOwner: boolean; readonly onInvited: () => void }) {
  const [role, setRole] = useState<Role>('member');
  const [link, setLink] = useState<string | null>(null);
  const [notice, setNotice] = useState('');
  const { busy, problem, run } = useChange();
  const invite = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email')).trim();
    const invited = await run('members.invite', { orgId, email, role });
    if (!invited) return;
    form.reset();
    setLink(invited.link);
    setNotice(invited.link === null ? `The invitation is on its way to ${email}.` : '');
    onInvited();
  };
  return (
    <>
      <form class="row" aria-label="Invite someone" onSubmit={invite}>
        <label>
          Email
          <input name="email" type="email" required maxLength={254} placeholder="name@example.com" />
        </label>
        <label class="short" htmlFor={INVITED_ROLE}>
          Role
          <RoleChoice id={INVITED_ROLE} role={role} mayMakeOwner={mayMakeOwner} onChoose={setRole} />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          Invite
        </button>
      </form>
      {problem && <p role="alert">{problem}</p>}
      {notice && <p role="status">{notice}</p>}
      {link && (
        <OnceShown
          label="Send this link to them: this server sends no mail."
          secret={link}
          onClose={() => setLink(null)}
        />
      )}
    </>
  );
}

interface RoleChoiceProps {
  /** Of its label. */
  readonly id?: string;
  readonly role: Role;
  readonly mayMakeOwner: boolean;
  /** Where there is no label on the page. */
  readonly label?: string;
  readonly onChoose: (role: Role) => void;
}

function RoleChoice({ id, role, mayMakeOwner, label, onChoose }: RoleChoiceProps) {
  return (
    <select id={id} value={role} aria-label={label} onChange={(event) => onChoose(event.currentTarget.value as Role)}>
      {(Object.keys(ROLES) as Role[])
        .filter((each) => mayMakeOwner || each !== 'owner' || each === role)
        .map((each) => (
          <option key={each} value={each}>
            {ROLES[each]}
          </option>
        ))}
    </select>
  );
}
