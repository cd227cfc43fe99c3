/** What an inbox's operator has saved, for a screen of one's own. Apart from the client: who has the wording needs no request. */
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
