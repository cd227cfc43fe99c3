/** An inbox's public settings for a custom UI. Not in the client's bundle: a page that has the wording needs no request. */
export {
  type BusinessHours,
  type BusinessHoursException,
  type BusinessHoursStatus,
  type ConsentGrant,
  consentWording,
  getBusinessHoursStatus,
  type Locale,
  type PublicInbox,
  type Weekday,
} from '@service/protocol';
export { type InboxAddress, InboxNotLoaded, loadInbox } from './load-inbox.js';
