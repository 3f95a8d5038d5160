import { z } from 'zod'
import { type Fault, fault } from '#contracts/faults.ts'
import { type BotAccount, type BotFailure, type BotNeeds, callBot } from './call.ts'

/** A file of a message, at the service. */
export interface BotFile {
  readonly id: string
  /** Name with an extension that fits its kind. */
  readonly name: string
  /** Bytes, if the service says so. */
  readonly size: number | undefined
}

/** A message that a person wrote to a bot. */
export interface BotMessage {
  /** Unique in its chat. */
  readonly id: number
  /** Id of the chat, and of the person who wrote. */
  readonly chat: number
  readonly name: string
  readonly username: string | undefined
  /** Language tag of the person's app. */
  readonly language: string | undefined
  readonly text: string
  readonly files: readonly BotFile[]
}

/** Something that happened at a bot. Ids grow, except after a week without any. */
export type BotUpdate =
  | { readonly id: number; readonly kind: 'written' | 'edited'; readonly message: BotMessage }
  /** It concerns no conversation, for this reason. */
  | { readonly id: number; readonly kind: 'ignored'; readonly reason: Fault }

/** Updates per request. */
const LIMIT = 20

const KINDS = ['message', 'edited_message']

interface Asked {
  /** Id of the first update that is wanted; those before are forgotten by the service. Undefined for the oldest that it has. */
  readonly offset: number | undefined
  /** Time that the service may wait for an update, s. */
  readonly waitSeconds: number
  readonly signal: AbortSignal
}

/** Asks for updates, and waits for one if there is none; returned in order. */
export async function fetchUpdates(
  context: BotNeeds,
  bot: BotAccount,
  { offset, waitSeconds, signal }: Asked,
): Promise<{ readonly updates: readonly BotUpdate[] } | { readonly failure: BotFailure }> {
  const answer = await callBot(context, bot, {
    method: 'getUpdates',
    params: {
      ...(offset !== undefined && { offset }),
      limit: LIMIT,
      timeout: waitSeconds,
      allowed_updates: KINDS,
    },
    heldMs: waitSeconds * 1000,
    signal,
  })
  if (answer.failure) return answer
  if (!Array.isArray(answer.result))
    return { failure: { kind: 'unknown', reason: fault('bot_api_foreign') } }
  const updates = answer.result.flatMap((sent) => updateOf(sent) ?? [])
  return { updates: updates.sort((a, b) => a.id - b.id) }
}

const Text = z.string().max(8192)
const Name = z.string().max(300)

const File = z.object({
  file_id: z.string().min(1).max(512),
  file_name: Name.optional(),
  mime_type: Name.optional(),
  file_size: z.number().nonnegative().optional(),
})

const Message = z.object({
  message_id: z.int(),
  from: z.object({
    id: z.int(),
    is_bot: z.boolean().optional(),
    first_name: Name,
    last_name: Name.optional(),
    username: Name.optional(),
    language_code: z.string().max(35).optional(),
  }),
  chat: z.object({ id: z.int(), type: z.string() }),
  text: Text.optional(),
  caption: Text.optional(),
  photo: z.array(File).min(1).max(50).optional(),
  document: File.optional(),
  voice: File.optional(),
  audio: File.optional(),
  video: File.optional(),
  video_note: File.optional(),
  animation: File.optional(),
  sticker: z.object({ emoji: z.string().max(20).optional() }).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  contact: z.object({ phone_number: Name, first_name: Name }).optional(),
})
type Message = z.output<typeof Message>

const Update = z.object({ update_id: z.int().nonnegative() })
const Group = z.object({ chat: z.object({ type: z.enum(['group', 'supergroup', 'channel']) }) })

/** Undefined for what is no update. */
function updateOf(sent: unknown): BotUpdate | undefined {
  const id = Update.safeParse(sent).data?.update_id
  if (id === undefined) return undefined
  const { message, edited_message: edited } = sent as Record<string, unknown>
  const content = message ?? edited
  if (content === undefined) return { id, kind: 'ignored', reason: fault('bot_update_unknown') }
  if (Group.safeParse(content).success)
    return { id, kind: 'ignored', reason: fault('bot_groups_ignored') }
  const { data } = Message.safeParse(content)
  // In a private chat, its id is that of the person.
  if (data?.chat.type !== 'private' || data.chat.id !== data.from.id || data.chat.id <= 0)
    return { id, kind: 'ignored', reason: fault('bot_update_unreadable') }
  if (data.from.is_bot) return { id, kind: 'ignored', reason: fault('bot_of_bot') }
  if (message !== undefined) return { id, kind: 'written', message: messageOf(data) }
  // A place on the move is reported again and again.
  if (data.text === undefined && data.caption === undefined)
    return { id, kind: 'ignored', reason: fault('bot_update_unknown') }
  return { id, kind: 'edited', message: messageOf(data) }
}

function messageOf(data: Message): BotMessage {
  const { from, chat, message_id: id } = data
  return {
    id,
    chat: chat.id,
    name: [from.first_name, from.last_name ?? '']
      .join(' ')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
    username: from.username,
    language: from.language_code,
    text: textOf(data),
    files: filesOf(data),
  }
}

/** Its text, and what else it says in words. */
function textOf({ text, caption, sticker, location, contact }: Message): string {
  const parts = [
    text ?? caption,
    sticker && (sticker.emoji ?? '[sticker]'),
    location && `${location.latitude}, ${location.longitude}`,
    contact && `${contact.first_name}: ${contact.phone_number}`,
  ]
  return parts
    .filter((part) => part !== undefined)
    .join('\n')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
}

function filesOf(data: Message): BotFile[] {
  const { message_id: id, photo, document, animation, voice, audio, video, video_note } = data
  const files: BotFile[] = []
  const add = (file: z.output<typeof File> | undefined, name: string) => {
    if (file) files.push({ id: file.file_id, name: file.file_name || name, size: file.file_size })
  }
  // The same picture in several sizes, the largest last.
  add(photo?.at(-1), `photo-${id}.jpg`)
  // An animation is repeated as a document.
  add(animation ?? document, animation ? `animation-${id}.mp4` : `file-${id}`)
  add(voice, `voice-${id}.ogg`)
  add(audio, `audio-${id}.mp3`)
  add(video, `video-${id}.mp4`)
  add(video_note, `video-${id}.mp4`)
  return files
}
