import { z } from 'zod'
import { Actor } from './activities.ts'

/** Call that is being spoken in a conversation. */
export const OngoingCall = z.object({
  id: z.int(),
  since: z.iso.datetime().describe('When it was answered.'),
})
export type OngoingCall = z.output<typeof OngoingCall>

/** People at the desk who are on a call. */
export const CallCompany = z.object({
  listeners: z.array(Actor).describe('Who listens, in the order in which they came.'),
  speaker: Actor.nullable().describe('Who has taken the call and speaks; null: the assistant.'),
})
export type CallCompany = z.output<typeof CallCompany>
