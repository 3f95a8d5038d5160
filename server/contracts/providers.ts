import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Carrier of messages or calls. */
const provider = (effects: readonly [string, ...string[]]) =>
  z.object({
    name: z.string(),
    is_sandbox: z.boolean().describe('A simulation: nothing leaves this machine.'),
    magic_numbers: z
      .array(z.object({ number: z.string(), effect: z.enum(effects) }))
      .describe('Numbers with a fate of their own, in the Sandbox.'),
  })

export const getProviders = endpoint({
  method: 'get',
  path: '/user/providers',
  summary: 'Who carries text messages and telephone calls',
  reply: z.object({
    sms: provider(['refused', 'unknown', 'undelivered', 'stays_sent', 'other_segments']),
    voice: provider([
      'busy',
      'no-answer',
      'failed',
      'voicemail',
      'hang-up',
      'talkative',
      'repeated',
      'silent',
    ]),
  }),
})
