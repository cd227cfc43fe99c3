/** The schemas of what the server numbers and names. */
import * as z from 'zod';
import { SERVER_ID } from '../frames/ids.js';

export const serverId = z.string().regex(SERVER_ID);

/** The last number that an event of a conversation can have. PostgreSQL stores it in 32 bits. */
export const LAST_SEQ = 2 ** 31 - 1;
