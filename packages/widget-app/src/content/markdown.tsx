/** Draws Markdown as elements. Loaded with the first answer, because the parser is heavy. */
import { parseMarkdown } from '@service/content/markdown';
import { ContentNodes, type DrawCitation } from './content-nodes.js';

export interface MarkdownProps {
  readonly text: string;
  readonly citation: DrawCitation;
}

export function Markdown({ text, citation }: MarkdownProps) {
  return <ContentNodes nodes={parseMarkdown(text)} citation={citation} />;
}
