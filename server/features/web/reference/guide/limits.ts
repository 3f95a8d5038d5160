import { type RateName, scaled } from '../../../../limits.ts'
import type { Section } from './section.ts'

/** Subject of each rate limit, and the key by which it is counted. */
const COUNTED: Readonly<Record<RateName, readonly [what: string, by: string]>> = {
  badKeys: ['Wrong keys', 'address'],
  visitorReads: ['Reads by the widget', 'visitor'],
  addressReads: ['Reads by the widget', 'address'],
  visitorStreams: ['Streams that a visitor opens', 'visitor'],
  addressStreams: ['Streams that visitors open', 'address'],
  visitorSessions: ['New visitors of the widget', 'address'],
  visitorConversations: ['Conversations that a visitor starts', 'visitor'],
  addressConversations: ['Conversations that visitors start', 'address'],
  visitorMessages: ['Messages of a visitor', 'visitor'],
  visitorSends: ['Messages of a visitor, including retries', 'visitor'],
  addressMessages: ['Messages of visitors', 'address'],
  visitorChanges: ['Changes that a visitor makes: details, stopping, ending', 'visitor'],
  addressChanges: ['Changes that visitors make: details, stopping, ending', 'address'],
  visitorUploads: ['Files of a visitor', 'visitor'],
  addressUploads: ['Files of visitors', 'address'],
  visitorPages: ['Pages that the widget reports', 'visitor'],
  addressPages: ['Pages that the widget reports', 'address'],
  visitorSigns: ['Typing and read signals of a visitor', 'visitor'],
  addressSigns: ['Typing and read signals of visitors', 'address'],
  visitorBytes: ['Disk space for a visitor', 'visitor'],
  addressBytes: ['Disk space for visitors', 'address'],
  assistantBytes: ['Disk space for visitors', 'assistant'],
  visitorCalls: ['Calls that a visitor starts or reconnects to', 'visitor'],
  operatorListens: ['Calls that an operator listens to or reconnects to', 'operator'],
  voiceSockets: ['WebSockets of calls', 'address'],
  publicChat: ['Requests to the public chat endpoints', 'address'],
  playgroundAnswers: ['Playground answers', 'account'],
  writingAid: ['Summaries, rephrased and translated texts', 'account'],
  webhookTests: ['Webhook tests', 'account'],
  siteChecks: ['Checks of websites', 'account'],
  toolTests: ['Tool tests', 'account'],
  emailTests: ['Test emails to oneself', 'account'],
  invitationEmails: ['Invitations by email', 'account'],
  mcpRefreshes: ['Lists of tools fetched from MCP servers', 'account'],
  mcpSignIns: ['Sign-ins at MCP servers that are started', 'account'],
  modelTests: ['Tests of, and searches for, model providers', 'account'],
  speechTests: ['Tests of, and searches for, speech providers', 'account'],
  voicePreviews: ['Voice previews', 'address'],
  smsSends: ['Text messages', 'account'],
  messengerSends: ['Messages of the messaging channel', 'account'],
  botTests: ['Connections of bots that are tried', 'account'],
  smsToCountry: ['Text messages to one country', 'account'],
  signIns: ['Sign-in attempts', 'address'],
}

const WINDOWS: Readonly<Record<number, string>> = {
  1000: 'a second',
  60000: 'a minute',
  600000: 'ten minutes',
  3600000: 'an hour',
  86400000: 'a day',
}

const rates = scaled(1)

export const LIMITS: Section = {
  id: 'limits',
  title: 'Retries and rate limits',
  blocks: [
    {
      text: 'Requests that cost money take an `Idempotency-Key`: an identifier that you choose for the request, at most 255 characters. A request repeated with the same key and body within 24 hours is executed once and returns the first response again; with another body it returns 422; while the first is still in progress it returns 409. Without a key, never repeat a text message or a call whose response you did not receive.',
    },
    {
      text: 'Beyond these rates the response is 429 with `Retry-After` in seconds. `PARLEY_LIMITS_SCALE` multiplies all of them.',
    },
    {
      head: ['Subject', 'Per', 'At most'],
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
