import { z } from 'zod'
import { type Fault, fault } from '#contracts/faults.ts'
import { providerError } from '../../provider-error.ts'

/** A file of a message, at the service. */
export interface CloudFile {
  readonly id: string
  readonly name: string
}

/** Something that the service reports about one number, or about its business account. */
export type CloudReport =
  | {
      readonly kind: 'message'
      readonly phoneId: string
      readonly sid: string
      /** Digits of the number. */
      readonly from: string
      /** ms since 1970. */
      readonly sentAt: number
      readonly name: string | null
      readonly text: string
      readonly files: readonly CloudFile[]
    }
  | {
      readonly kind: 'status'
      readonly phoneId: string
      readonly sid: string
      readonly status: 'sent' | 'delivered' | 'read' | 'failed'
      /** Mark that was sent with the message. */
      readonly mark: string | undefined
      readonly error: Fault | undefined
    }
  /** Something about the business account has changed: its templates, or the quality of a number. */
  | { readonly kind: 'account'; readonly businessId: string }
  /** It concerns no conversation, for this reason. */
  | { readonly kind: 'ignored'; readonly phoneId: string; readonly reason: Fault }

const Id = z.string().min(1).max(512)
const Words = z.string().max(5000)
const Media = z.object({
  id: Id,
  filename: z.string().max(300).optional(),
  caption: Words.optional(),
})

const Message = z.object({
  id: Id,
  from: z.string().regex(/^\d{5,20}$/),
  timestamp: z.string().regex(/^\d{1,12}$/),
  type: z.string().max(50),
  text: z.object({ body: z.string().max(70_000) }).optional(),
  image: Media.optional(),
  document: Media.optional(),
  audio: Media.optional(),
  video: Media.optional(),
  sticker: Media.optional(),
  button: z.object({ text: Words }).optional(),
  interactive: z
    .object({
      button_reply: z.object({ title: Words }).optional(),
      list_reply: z.object({ title: Words, description: Words.optional() }).optional(),
    })
    .optional(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: Words.optional(),
      address: Words.optional(),
    })
    .optional(),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: Words }),
        phones: z.array(z.object({ phone: Words.optional() })).optional(),
      }),
    )
    .max(50)
    .optional(),
})
type Message = z.output<typeof Message>

const Status = z.object({
  id: Id,
  status: z.string().max(50),
  biz_opaque_callback_data: z.string().max(512).optional(),
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: Words.optional(),
        message: Words.optional(),
        error_data: z.object({ details: Words.optional() }).optional(),
      }),
    )
    .optional(),
})

const Contact = z.object({
  wa_id: z.string().optional(),
  profile: z.object({ name: z.string().max(500).optional() }).optional(),
})

const Value = z.object({
  metadata: z.object({ phone_number_id: z.string().regex(/^\d{1,30}$/) }),
  contacts: z.array(z.unknown()).optional(),
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
})

const Body = z.object({
  entry: z.array(
    z.object({
      id: z.string().max(50),
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })),
    }),
  ),
})

/** Changes of a business account after which it is looked at again. */
const ACCOUNT_FIELDS = [
  'message_template_status_update',
  'message_template_quality_update',
  'template_category_update',
  'phone_number_quality_update',
]

/** Reads the reports in the body of a webhook; undefined if it is none. */
export function reportsIn(body: Buffer): readonly CloudReport[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
  const { data } = Body.safeParse(value)
  return data?.entry.flatMap(({ id, changes }) =>
    changes.flatMap(({ field, value: change }): CloudReport[] => {
      if (ACCOUNT_FIELDS.includes(field)) return [{ kind: 'account', businessId: id }]
      const parsed = field === 'messages' ? Value.safeParse(change).data : undefined
      return parsed ? reportsOf(parsed) : []
    }),
  )
}

function reportsOf(value: z.output<typeof Value>): CloudReport[] {
  const phoneId = value.metadata.phone_number_id
  const contacts = (value.contacts ?? []).flatMap((sent) => Contact.safeParse(sent).data ?? [])
  return [
    ...(value.messages ?? []).map((sent) => messageOf(phoneId, contacts, sent)),
    ...(value.statuses ?? []).flatMap((sent) => statusOf(phoneId, sent) ?? []),
  ]
}

function messageOf(
  phoneId: string,
  contacts: readonly z.output<typeof Contact>[],
  sent: unknown,
): CloudReport {
  const { data } = Message.safeParse(sent)
  if (!data) return { kind: 'ignored', phoneId, reason: fault('bot_update_unreadable') }
  const text = textOf(data)
  const files = filesOf(data)
  if (text === '' && files.length === 0)
    return { kind: 'ignored', phoneId, reason: fault('bot_update_unknown') }
  const profile = contacts.find(({ wa_id: id }) => id === data.from)?.profile
  return {
    kind: 'message',
    phoneId,
    sid: data.id,
    from: data.from,
    sentAt: Number(data.timestamp) * 1000,
    name: profile?.name?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() || null,
    text,
    files,
  }
}

/** Its text, and what else it says in words; a button that was pressed says what is on it. */
function textOf({ text, button, interactive, location, contacts = [], ...media }: Message): string {
  const { image, document, video } = media
  const parts = [
    text?.body,
    image?.caption ?? document?.caption ?? video?.caption,
    button?.text,
    interactive?.button_reply?.title ?? interactive?.list_reply?.title,
    location &&
      [location.name, location.address, `${location.latitude}, ${location.longitude}`]
        .filter(Boolean)
        .join('\n'),
    ...contacts.map(({ name, phones = [] }) =>
      [name.formatted_name, ...phones.flatMap(({ phone }) => phone ?? [])].join(': '),
    ),
  ]
  return parts
    .filter((part) => part !== undefined)
    .join('\n')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
}

const EXTENSIONS = { image: 'jpg', document: 'bin', audio: 'ogg', video: 'mp4', sticker: 'webp' }

function filesOf(message: Message): CloudFile[] {
  const kinds = ['image', 'document', 'audio', 'video', 'sticker'] as const
  return kinds.flatMap((kind) => {
    const media = message[kind]
    if (!media) return []
    return [
      { id: media.id, name: media.filename || `${kind}-${message.timestamp}.${EXTENSIONS[kind]}` },
    ]
  })
}

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const

/** Undefined for a status that says nothing about delivery, such as `played`. */
function statusOf(phoneId: string, sent: unknown): CloudReport | undefined {
  const { data } = Status.safeParse(sent)
  const status = STATUSES.find((known) => known === data?.status)
  if (!data || !status) return undefined
  const [error] = data.errors ?? []
  const words = error?.error_data?.details ?? error?.message ?? error?.title ?? ''
  return {
    kind: 'status',
    phoneId,
    sid: data.id,
    status,
    mark: data.biz_opaque_callback_data,
    error: error && providerError(error.code, words.slice(0, 300).toWellFormed()),
  }
}
