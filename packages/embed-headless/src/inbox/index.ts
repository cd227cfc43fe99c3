/** An inbox's public settings for a custom UI. Not in the client's bundle: a page that has the wording needs no request. */
export {
  type BusinessHours,
  type BusinessHoursException,
  type BusinessHoursStatus,
  type ConsentGrant,
  type ConsentTexts,
  consentWording,
  getBusinessHoursStatus,
  type Locale,
  type OwnText,
  type OwnTexts,
  type PublicInbox,
  type Weekday,
  type Welcome,
} from '@service/protocol';
export { type InboxAddress, InboxNotLoaded, loadInbox } from './load-inbox.js';
