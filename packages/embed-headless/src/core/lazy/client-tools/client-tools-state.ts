import { featureSlice } from '../../state/transition.js';
import type { ClientToolsEffect, ClientToolsState } from './types.js';

export const { stateOf, update, act } = featureSlice<ClientToolsState, ClientToolsEffect>('clientTools');
