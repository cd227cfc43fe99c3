/** The mails of the workspace, as plain text. */
import type { Mail } from './mailer.js';

export const invitationMail = (invitation: {
  readonly to: string;
  readonly inviter: string;
  readonly organization: string;
  readonly orgId: string;
  readonly link: string;
}): Mail => ({
  to: invitation.to,
  template: 'invitation',
  orgId: invitation.orgId,
  subject: `${invitation.inviter} invites you to ${invitation.organization}`,
  text: `${invitation.inviter} invites you to answer customers of ${invitation.organization}.

Open this link within seven days:

${invitation.link}

If you do not know ${invitation.inviter}, ignore this mail.
`,
  category: 'transactional',
});

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
  category: 'security',
});
