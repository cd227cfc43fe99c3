/** The mails of the workspace, as plain text. The HTML part is made from it. */
import type { Mail } from './mailer.js';

/** A name that holds a line break could begin a line of its own, which would be a link. */
const oneLine = (name: string): string => name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

export function invitationMail(invitation: {
  readonly to: string;
  readonly inviter: string;
  readonly organization: string;
  readonly orgId: string;
  readonly link: string;
}): Mail {
  const [inviter, organization] = [oneLine(invitation.inviter), oneLine(invitation.organization)];
  return {
    to: invitation.to,
    template: 'invitation',
    orgId: invitation.orgId,
    subject: `${inviter} invites you to ${organization}`,
    text: `${inviter} invites you to answer customers of ${organization}.

Open this link within seven days:

${invitation.link}

If you do not know ${inviter}, ignore this mail.
`,
    action: 'Accept the invitation',
    category: 'transactional',
  };
}

export const resetMail = (to: string, link: string): Mail => ({
  to,
  template: 'password-reset',
  orgId: null,
  subject: 'Choose a new password',
  text: `A new password was asked for, probably by you.

Open this link within an hour:

${link}

If it was not you, ignore this mail. Your password stays as it is.
`,
  action: 'Choose a new password',
  category: 'security',
});

export const verificationMail = (to: string, link: string): Mail => ({
  to,
  template: 'verification',
  orgId: null,
  subject: 'Confirm your email address',
  text: `Open this link within a day to confirm that this address is yours:

${link}

If you did not ask for it, ignore this mail.
`,
  action: 'Confirm your address',
  category: 'security',
});
