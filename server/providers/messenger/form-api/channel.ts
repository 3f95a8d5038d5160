import { type Fault, fault } from '#contracts/faults.ts'
import type { Form, FormApiAccount, FormApiNeeds } from '../../form-api/account.ts'
import { lookUpFormApi } from '../../form-api/look-up.ts'
import { type Posted, postForm } from '../../form-api/outcome.ts'
import type { ProviderRecord } from '../../form-api/shown.ts'
import { foundOf, statusOf } from '../../sms/form-api/message.ts'
import type { Sent } from '../../sms/provider.ts'
import type {
  Capabilities,
  Channel,
  OutgoingMessage,
  QuestionedMessage,
  Receipt,
  SendOptions,
} from '../channel.ts'
import { withMarks } from '../marks.ts'
import { deleteContent, listContent, reviewContent } from './content.ts'
import { downloadFile } from './download.ts'

/** Name of the channel of an account's numbers, stored with their senders and messages. */
export const formChannelName = (account: string): string => `form-messenger:${account}`

/** The account in such a name; undefined for any other name. */
export const formAccountIn = (channel: string): string | undefined =>
  /^form-messenger:(.+)$/.exec(channel)?.[1]

/** Prefix of addresses of the channel, which tells them from those of text messages. */
const PREFIX = 'whatsapp:'

/** A number in E.164 as an address of the channel. */
export const formAddress = (number: string): string => `${PREFIX}${number}`

/** The number in such an address; undefined for any other address. */
export const numberInAddress = (address: string): string | undefined =>
  address.startsWith(PREFIX) ? address.slice(PREFIX.length) : undefined

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const CAPABILITIES: Capabilities = {
  windowMs: 24 * HOUR_MS,
  maxLength: 1600,
  hasTemplates: true,
  hasReceipts: true,
  isPlayed: false,
}

const common: Omit<Channel, 'name' | 'fault' | 'send' | 'review' | 'lookup'> = {
  capabilities: CAPABILITIES,
  newSender: { quality: 'GREEN', limit: null },
  // The provider may be unable to report to us.
  followUps: [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
}

/** A channel that carries nothing, for this reason. */
export function createMuteForm(account: string, reason: Fault): Channel {
  return {
    ...common,
    name: formChannelName(account),
    fault: reason,
    followUps: [],
    send: async () => ({ result: 'refused', error: reason }),
    lookup: async () => ({ result: 'unclear', error: reason }),
    review: async (_template, now: Date) => ({ again: new Date(now.getTime() + HOUR_MS) }),
    inspect: async () => ({ failure: reason }),
    deleteTemplate: async () => ({ failure: reason }),
    fetchFile: async () => ({ failure: reason }),
  }
}

interface Addresses {
  /** URL for status reports; undefined while this server cannot be reached from outside. */
  statusUrl(reference: string): string | undefined
  /** URL of a file, by its path on this server; undefined in the same case. */
  fileUrl(path: string): string | undefined
  /** Reports whether another message has this sid. */
  isTaken(reference: string, sid: string): boolean
}

/** The messages of numbers by an account of the form API. */
export function createFormChannel(
  context: FormApiNeeds,
  account: FormApiAccount,
  addresses: Addresses,
): Channel {
  return {
    ...common,
    name: formChannelName(account.account),
    send: (message, options) => send(context, account, addresses, message, options),
    lookup: (message, signal) => lookUp(context, account, addresses, message, signal),
    review: (template, now, signal) => reviewContent(context, account, template, now, signal),
    inspect: (signal) => listContent(context, account, signal),
    deleteTemplate: ({ remoteId }) => deleteContent(context, account, remoteId),
    fetchFile: (url, options) => downloadFile(context, account, url, options),
  }
}

async function send(
  context: FormApiNeeds,
  account: FormApiAccount,
  addresses: Addresses,
  { reference, from, to, body }: OutgoingMessage,
  { signal, file, template, isMarkdown = false }: SendOptions,
): Promise<Sent> {
  const callback = addresses.statusUrl(reference)
  const content = contentOf()
  if (content === undefined) return { result: 'refused', error: fault('form_file_needs_address') }
  const form: Form = [
    ['To', formAddress(to)],
    ['From', formAddress(from)],
    ...content,
    ...(callback === undefined ? [] : [['StatusCallback', callback] as [string, string]]),
  ]
  return sentOf(await postForm(context, account, { path: '/Messages.json', form, signal }))

  function contentOf(): Form | undefined {
    if (template) {
      const values = Object.fromEntries(template.values.map(({ key, value }) => [key, value]))
      return [
        ['ContentSid', template.remoteId ?? ''],
        ['ContentVariables', JSON.stringify(values)],
      ]
    }
    if (!file) return [['Body', isMarkdown ? withMarks(body, CAPABILITIES.maxLength) : body]]
    const url = addresses.fileUrl(file.path)
    return url === undefined ? undefined : [['MediaUrl', url]]
  }
}

function sentOf(posted: Posted): Sent {
  if (posted.result === 'accepted') return { result: 'accepted', sid: posted.sid }
  if (posted.result === 'unknown') return posted
  const { error, retryAfterSeconds } = posted
  return { result: 'refused', error, retryAfterSeconds }
}

async function lookUp(
  context: FormApiNeeds,
  account: FormApiAccount,
  { isTaken }: Addresses,
  { reference, sid, to, from, createdAt, body }: QuestionedMessage,
  signal: AbortSignal,
): Promise<Receipt> {
  const record = {
    list: 'Messages',
    since: 'DateSent>',
    sid,
    to: formAddress(to),
    from: formAddress(from),
    createdAt,
  }
  const isThis = (shown: ProviderRecord) =>
    shown['body'] === body || shown['body'] === withMarks(body, CAPABILITIES.maxLength)
  const asked = { ...record, isThis, isTaken: (other: string) => isTaken(reference, other) }
  const found = await lookUpFormApi(context, account, asked, signal)
  if (found.result !== 'found') return found
  const message = foundOf(found.shown, account)
  if (message.result !== 'found') return message
  return { ...message, status: formStatusOf(String(found.shown['status'])) ?? message.status }
}

/** Maps a provider's status; undefined if it is unknown. Other than text messages, those of the channel are read. */
export const formStatusOf = (status: string) =>
  status === 'read' ? ('read' as const) : statusOf(status)
