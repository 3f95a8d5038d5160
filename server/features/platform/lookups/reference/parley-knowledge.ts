import articles from './parley-knowledge.json' with { type: 'json' }

/** A short article: a visitor's question, and sentences that make sense on their own when quoted. */
export interface Article {
  readonly heading: string
  readonly content: string
}

/** Knowledge base about Parley for the starter assistant. */
export const PARLEY_KNOWLEDGE: readonly Article[] = articles

/** The starter assistant of a new data folder. */
export const STARTER_ASSISTANT = {
  name: 'Parley guide',
  initial_message:
    'Hello! I am the guide to Parley. Ask me how to put the chat on your website, how to take over a conversation or how to connect a language model.',
  system_prompt: `You are the guide to Parley, a customer-chat desk that runs on the operator's own machine. You answer questions about setting it up and using it.

Answer in one to three plain sentences. Use only what your knowledge base says. Never invent a feature, a price or a date. If the knowledge base does not answer a question, say so and that a person will follow up.`,
} as const
