import { type RateName, scaled } from '../../../../limits.ts'
import type { Section } from './section.ts'

/** Subject of each rate limit, and the key by which it is counted. */
const COUNTED: Readonly<Record<RateName, readonly [what: string, by: string]>> = {
  badKeys: ['Wrong keys', 'address'],
  visitorReads: ['Reads of the widget', 'visitor'],
  addressReads: ['Reads of the widget', 'address'],
  visitorStreams: ['Streams that a visitor begins', 'visitor'],
  addressStreams: ['Streams that visitors begin', 'address'],
  visitorSessions: ['New visitors of the widget', 'address'],
  visitorConversations: ['Conversations that a visitor begins', 'visitor'],
  addressConversations: ['Conversations that visitors begin', 'address'],
  visitorMessages: ['Messages of a visitor', 'visitor'],
  visitorSends: ['Messages of a visitor, repetitions included', 'visitor'],
  addressMessages: ['Messages of visitors', 'address'],
  visitorChanges: ['What a visitor says of themselves, stops or ends', 'visitor'],
  addressChanges: ['What visitors say of themselves, stop or end', 'address'],
  visitorUploads: ['Files of a visitor', 'visitor'],
  addressUploads: ['Files of visitors', 'address'],
  visitorPages: ['Pages that the widget reports', 'visitor'],
  addressPages: ['Pages that the widget reports', 'address'],
  visitorSigns: ['Signs that a visitor types or has read', 'visitor'],
  addressSigns: ['Signs that visitors type or have read', 'address'],
  visitorBytes: ['Room on the disk for a visitor', 'visitor'],
  addressBytes: ['Room on the disk for visitors', 'address'],
  assistantBytes: ['Room on the disk for visitors', 'assistant'],
  visitorCalls: ['Calls that a visitor begins or comes back to', 'visitor'],
  operatorListens: ['Calls that an operator listens to, or comes back to', 'operator'],
  voiceSockets: ['Sockets of calls', 'address'],
  publicChat: ['Calls of the public chat endpoints', 'address'],
  playgroundAnswers: ['Answers of the playground', 'account'],
  webhookTests: ['Webhooks that are tried out', 'account'],
  toolTests: ['Tools that are tried out', 'account'],
  modelTests: ['Model providers tried out or looked for', 'account'],
  speechTests: ['Speech providers tried out or looked for', 'account'],
  voicePreviews: ['Previews of voices', 'address'],
  smsSends: ['Text messages', 'account'],
  smsToCountry: ['Text messages to one country', 'account'],
  signIns: ['Attempts to sign in', 'address'],
}

const WINDOWS: Readonly<Record<number, string>> = {
  60000: 'a minute',
  600000: 'ten minutes',
  3600000: 'an hour',
  86400000: 'a day',
}

const rates = scaled(1)

export const LIMITS: Section = {
  id: 'limits',
  title: 'Sending again, and how often',
  blocks: [
    {
      text: 'What costs money takes an `Idempotency-Key`: a name of your own for the request, at most 255 characters. Sent again with the same key and body within 24 hours, it is done once and the first answer is given again; with another body it is 422; while the first is still under way it is 409. Never send a text message or place a call again without one when you did not get an answer.',
    },
    {
      text: 'Beyond these rates the answer is 429 with `Retry-After` in seconds. `PARLEY_LIMITS_SCALE` multiplies all of them.',
    },
    {
      head: ['What', 'By', 'At most'],
      rows: Object.entries(COUNTED).map(([name, [what, by]]) => {
        const { max, windowMs } = rates[name as RateName]
        return [
          what,
          by,
          `${name.endsWith('Bytes') ? `${max / 1024 ** 2} MB` : max.toLocaleString('en')} ${WINDOWS[windowMs] ?? `in ${windowMs / 1000} s`}`,
        ]
      }),
    },
  ],
}
