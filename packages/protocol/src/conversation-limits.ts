/** The list of a visitor's conversations: how many, and the most of a message that is shown of each, in UTF-16 code units. */
export const CONVERSATION_LIMITS = { listedConversations: 50, summaryLength: 160 } as const;
