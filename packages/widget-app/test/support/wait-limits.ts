/** A chunk's first import may take seconds on a busy machine. */
import { configure } from '@testing-library/preact';

configure({ asyncUtilTimeout: 60_000 });
