import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { SpeechError } from '../speech-error.ts'

/** Event names of older servers. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  'response.audio.delta': 'response.output_audio.delta',
  'response.audio_transcript.delta': 'response.output_audio_transcript.delta',
  'response.text.delta': 'response.output_text.delta',
}

const Id = z.string().max(200)
const Ms = z.number().nonnegative()
const Delta = { response_id: Id, item_id: Id, delta: z.string() }
const Item = z.looseObject({
  type: z.string(),
  status: z.string().nullish(),
  call_id: Id.nullish(),
  name: z.string().nullish(),
  arguments: z.string().nullish(),
})
const Problem = z.looseObject({ code: z.string().nullish(), message: z.string().nullish() })
const Tokens = z.number().int().nonnegative().nullish()
const AudioTokens = z.looseObject({ audio_tokens: Tokens }).nullish()

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.created'), session: z.looseObject({}).nullish() }),
  z.object({ type: z.literal('input_audio_buffer.speech_started'), audio_start_ms: Ms }),
  z.object({ type: z.literal('input_audio_buffer.speech_stopped'), audio_end_ms: Ms }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.delta'),
    item_id: Id,
    delta: z.string(),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: Id,
    transcript: z.string(),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.failed'),
    item_id: Id,
    error: Problem,
  }),
  z.object({ type: z.literal('response.created'), response: z.looseObject({ id: Id }) }),
  z.object({ type: z.literal('response.output_audio.delta'), ...Delta }),
  z.object({ type: z.literal('response.output_audio_transcript.delta'), ...Delta }),
  z.object({ type: z.literal('response.output_text.delta'), ...Delta }),
  z.object({ type: z.literal('response.output_item.done'), response_id: Id, item: Item }),
  z.object({
    type: z.literal('response.done'),
    response: z.looseObject({
      id: Id,
      status: z.string().nullish(),
      status_details: z.looseObject({ error: Problem.nullish() }).nullish(),
      output: z.array(Item).nullish(),
      usage: z
        .looseObject({
          input_tokens: Tokens,
          output_tokens: Tokens,
          input_token_details: AudioTokens,
          output_token_details: AudioTokens,
        })
        .nullish(),
    }),
  }),
  z.object({ type: z.literal('error'), error: Problem }),
])

/** A relevant event of the service. */
export type ServerEvent = z.infer<typeof Event>

/** Events of one type. */
export type ServerEventOf<type extends ServerEvent['type']> = Extract<ServerEvent, { type: type }>

const Typed = z.looseObject({ type: z.string() })
const KNOWN = new Set<string>(Event.options.map((option) => option.shape.type.value))

/**
 * Parses an event of the service; undefined if it is not relevant.
 * @throws SpeechError if it is invalid
 */
export function readEvent(value: unknown): ServerEvent | undefined {
  const typed = Typed.safeParse(value)
  if (!typed.success) throw unreadable()
  const type = OLD_NAMES[typed.data.type] ?? typed.data.type
  if (!KNOWN.has(type)) return undefined
  const { success, data } = Event.safeParse({ ...typed.data, type })
  if (!success) throw unreadable()
  return data
}

const unreadable = () => new SpeechError(fault('speech_unreadable'))
