/** The schema of a name made by the server. */
import * as z from 'zod';
import { SERVER_ID } from '../frames/ids.js';

export const serverId = z.string().regex(SERVER_ID);
