import { burst } from './measure/burst.js';
import { firstWord } from './measure/first-word.js';
import { halfLoad } from './measure/half-load.js';
import { attack } from './measure/hostile/attack.js';
import { signIns } from './measure/hostile/sign-ins.js';
import { worstCase } from './measure/hostile/worst-case.js';
import { idleMemory } from './measure/idle-memory.js';
import { launcherTime } from './measure/launcher-time.js';
import { longTasks } from './measure/long-tasks.js';
import { peers } from './measure/peers/delivery.js';
import { peerIdle } from './measure/peers/idle.js';
import { peerPages } from './measure/peers/pages.js';
import { peerStarts } from './measure/peers/starts.js';
import { resume } from './measure/resume.js';
import { streaming } from './measure/streaming.js';
import { weight } from './measure/weight.js';
import type { Part } from './part.js';

/** By the name that `npm run bench -- --only` takes, in the order of the report. */
export const PARTS: Readonly<Record<string, Part>> = {
  burst,
  'half-load': halfLoad,
  streaming,
  'first-word': firstWord,
  resume,
  idle: idleMemory,
  'worst-case': worstCase,
  weight,
  'sign-ins': signIns,
  'long-tasks': longTasks,
  launcher: launcherTime,
  peers,
  'peer-starts': peerStarts,
  'peer-pages': peerPages,
  'peer-idle': peerIdle,
  attack,
};
