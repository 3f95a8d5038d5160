import { z } from 'zod'

/** Maximum length of a conversation summary, code points. */
export const MAX_SUMMARY = 600

/** Customer sentiment. */
export const Sentiment = z.enum(['positive', 'neutral', 'negative'])
export type Sentiment = z.output<typeof Sentiment>

/** Outcome of a conversation. */
export const ChatOutcome = z.enum(['successful', 'unsuccessful', 'incomplete'])

/** Evaluation of an ended conversation, by a language model or the built-in one. */
export const Evaluation = z
  .object({
    sentiment: Sentiment,
    outcome: ChatOutcome,
    score: z.int().min(0).max(100).describe('Quality of service to the visitor, 0 to 100.'),
    summary: z.string().min(1).max(MAX_SUMMARY).describe('Summary in two sentences.'),
  })
  .meta({
    examples: [
      {
        sentiment: 'positive',
        outcome: 'successful',
        score: 90,
        summary: 'The visitor asked for the opening hours. They were told, and content.',
      },
    ],
  })
export type Evaluation = z.output<typeof Evaluation>

/** Evaluation and extracted data of an ended conversation. */
export const ConversationOutcome = z.object({
  ended_at: z.iso.datetime().describe('End of the evaluated period.'),
  extracted: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
    .describe('Values for the assistant’s `post_call_schema`; null if not found.'),
  extraction_problem: z
    .string()
    .nullable()
    .describe(
      'Reason why no model’s result could be used; the values were then extracted by patterns.',
    ),
  evaluation: Evaluation.nullable(),
  evaluation_problem: z.string().nullable().describe('Reason why there is no evaluation.'),
})
export type ConversationOutcome = z.output<typeof ConversationOutcome>
