/** What is wrong in what the page has said, in a sentence. Loaded only when there is something to say. */
export { explainProblem } from '@service/protocol';
