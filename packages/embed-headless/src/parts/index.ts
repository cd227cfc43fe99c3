/** Answers to choose from, and cards, for a screen of one's own. Apart from the client, which only carries them. */
export { type CardLink, type Part, type QuickReply, readParts } from '@service/protocol';
