/** Sentences about invalid configuration and calls. A chunk of its own, loaded with the first problem. */
export { explainProblem } from '@service/protocol';
