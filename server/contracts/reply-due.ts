import { z } from 'zod'

/** A person's first reply in a conversation, or a later one. */
export const ReplyKind = z.enum(['first', 'next'])
export type ReplyKind = z.output<typeof ReplyKind>

/** When a person's reply is due. */
export const ReplyDue = z.object({
  kind: ReplyKind,
  since: z.iso.datetime().describe('Start of the wait for a person.'),
  warn_at: z.iso.datetime().describe('Time of the warning.'),
  due_at: z.iso.datetime(),
})
export type ReplyDue = z.output<typeof ReplyDue>

/** When a person's reply is due in a conversation, if it is. */
export const DueOrNot = ReplyDue.nullable().describe(
  'When a person’s reply is due; null without a target, or if nobody waits for a person.',
)
