import { z } from 'zod'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Sent } from '../../sms/provider.ts'
import type { Capabilities, Channel, Inspection, OutgoingMessage, SendOptions } from '../channel.ts'
import { withMarks } from '../marks.ts'
import { identifyNumber } from './account.ts'
import { type CloudAccount, type CloudFailure, type CloudNeeds, callCloud } from './call.ts'
import { downloadMedia } from './download.ts'
import { listTemplates, reviewTemplate, templateParameters } from './templates.ts'

/** Name of a number's channel, stored with its sender and messages. */
export const cloudChannelName = (phoneId: string): string => `cloud-api:${phoneId}`

/** Id of the number in such a name; undefined for any other name. */
export const phoneIdIn = (channel: string): string | undefined =>
  /^cloud-api:(\d{1,30})$/.exec(channel)?.[1]

const HOUR_MS = 3_600_000

/** Free texts within 24 hours of the customer's last message, templates at any time. */
const CAPABILITIES: Capabilities = {
  windowMs: 24 * HOUR_MS,
  maxLength: 4096,
  hasTemplates: true,
  hasReceipts: true,
  isPlayed: false,
}

/** Delay after which a message is tried again that never left because the service could not be reached, s. */
const UNREACHED_RETRY = 10

const common: Omit<Channel, 'name' | 'fault' | 'send' | 'review'> = {
  capabilities: CAPABILITIES,
  newSender: { quality: 'GREEN', limit: null },
  followUps: [],
  // The service reports, but cannot be asked about a message.
  lookup: async () => ({ result: 'unclear', error: fault('bot_cannot_say') }),
}

/** A channel that carries nothing, for this reason. */
export function createMuteCloud(phoneId: string, reason: Fault): Channel {
  return {
    ...common,
    name: cloudChannelName(phoneId),
    fault: reason,
    send: async () => ({ result: 'refused', error: reason }),
    review: async (_template, now: Date) => ({ again: new Date(now.getTime() + HOUR_MS) }),
    inspect: async () => ({ failure: reason }),
    deleteTemplate: async () => ({ failure: reason }),
    fetchFile: async () => ({ failure: reason }),
  }
}

/** The messages of a number, by the cloud API. */
export function createCloudChannel(
  context: CloudNeeds,
  account: CloudAccount,
  onTokenRefused: (reason: Fault) => Promise<void>,
): Channel {
  return {
    ...common,
    name: cloudChannelName(account.phoneId),
    async send(message, options) {
      const result = await send(context, account, message, options)
      if (!('failure' in result)) return result
      const { failure } = result
      if (failure.kind === 'token') await onTokenRefused(failure.reason)
      return notSent(failure)
    },
    review: (template, now, signal) => reviewTemplate(context, account, template, now, signal),
    async inspect(signal) {
      const found = await inspect(context, account, signal)
      if (!('failure' in found)) return found
      const { kind, reason } = found.failure
      if (kind === 'token') await onTokenRefused(reason)
      return { failure: reason }
    },
    async deleteTemplate({ name, remoteId }) {
      const query = new URLSearchParams({ name, hsm_id: remoteId })
      const path = `/${account.businessId}/message_templates?${query}`
      const { failure } = await callCloud(context, account, { path, method: 'DELETE' })
      return failure && { failure: failure.reason }
    },
    async fetchFile(id, options) {
      const found = await downloadMedia(context, account, id, options)
      return 'failure' in found ? { failure: found.failure.reason } : found
    },
  }
}

async function inspect(
  context: CloudNeeds,
  account: CloudAccount,
  signal: AbortSignal | undefined,
): Promise<Inspection | { readonly failure: CloudFailure }> {
  const known = await identifyNumber(context, account, signal)
  if ('failure' in known) return known
  const listed = await listTemplates(context, account, signal)
  if ('failure' in listed) return listed
  const { quality, limit } = known.identity
  return { templates: listed.templates, quality, limit }
}

type Outcome =
  | Extract<Sent, { result: 'accepted' | 'unknown' }>
  | { readonly failure: CloudFailure }

async function send(
  context: CloudNeeds,
  account: CloudAccount,
  message: OutgoingMessage,
  options: SendOptions,
): Promise<Outcome> {
  const made = await contentOf(context, account, message, options)
  if (made.failure) return { failure: made.failure }
  const answer = await callCloud(context, account, {
    path: `/${account.phoneId}/messages`,
    method: 'POST',
    json: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: message.to.replace('+', ''),
      // Comes back with every report, so that one can settle a message whose response was lost.
      biz_opaque_callback_data: referenceOf(message.reference),
      ...made.content,
    },
    signal: options.signal,
  })
  if (answer.failure) return { failure: answer.failure }
  const { data } = Accepted.safeParse(answer.result)
  if (!data) return { result: 'unknown', error: fault('cloud_api_foreign') }
  return { result: 'accepted', sid: data.messages[0]!.id }
}

const Accepted = z.object({
  messages: z.array(z.object({ id: z.string().min(1).max(512) })).min(1),
})

/** Mark of a message in the service's reports. */
export const referenceOf = (reference: string): string => `parley:${reference}`

/** Id of the message in such a mark; undefined for any other text. */
export function messageIdIn(mark: string | undefined): number | undefined {
  const id = /^parley:(\d{1,15})$/.exec(mark ?? '')?.[1]
  return id === undefined ? undefined : Number(id)
}

type Content =
  | { readonly content: object; readonly failure?: undefined }
  | { readonly failure: CloudFailure }

async function contentOf(
  context: CloudNeeds,
  account: CloudAccount,
  { body }: OutgoingMessage,
  { file, isMarkdown = false, template, signal }: SendOptions,
): Promise<Content> {
  if (template) return { content: { type: 'template', template: templateContent(template) } }
  if (!file) {
    const text = isMarkdown ? withMarks(body, CAPABILITIES.maxLength) : body
    return { content: { type: 'text', text: { body: text, preview_url: false } } }
  }
  const { name, mediaType, read } = file
  const upload = { name, mediaType, content: await read() }
  const path = `/${account.phoneId}/media`
  const answer = await callCloud(context, account, { path, method: 'POST', file: upload, signal })
  // Nothing has been sent to anyone yet.
  if (answer.failure) return { failure: withoutEffect(answer.failure) }
  const id = Uploaded.safeParse(answer.result).data?.id
  if (id === undefined) return { failure: { kind: 'refused', reason: fault('cloud_api_foreign') } }
  const kind = KINDS[mediaType] ?? 'document'
  const shown = { id, ...(kind === 'document' && { filename: name }) }
  return { content: { type: kind, [kind]: shown } }
}

const Uploaded = z.object({ id: z.string().min(1).max(100) })

/** Media types that the service shows or plays; all other files are sent as documents. */
const KINDS: Readonly<Record<string, 'image' | 'audio' | 'video'>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'audio/aac': 'audio',
  'audio/mpeg': 'audio',
  'audio/ogg': 'audio',
  'video/mp4': 'video',
}

/** An upload whose outcome is unknown can be repeated: a file alone reaches nobody. */
function withoutEffect(failure: CloudFailure): CloudFailure {
  if (failure.kind !== 'unknown') return failure
  return { ...failure, kind: 'busy', retryAfterSeconds: UNREACHED_RETRY }
}

function templateContent({ name, language, values }: NonNullable<SendOptions['template']>) {
  const parameters = templateParameters(values)
  return {
    name,
    language: { code: language },
    ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
  }
}

function notSent({ kind, reason, retryAfterSeconds }: CloudFailure): Sent {
  switch (kind) {
    case 'unknown':
      return { result: 'unknown', error: reason }
    case 'unreached':
      return { result: 'refused', error: reason, retryAfterSeconds: UNREACHED_RETRY }
    case 'busy':
      return { result: 'refused', error: reason, retryAfterSeconds }
    default:
      return { result: 'refused', error: reason }
  }
}
