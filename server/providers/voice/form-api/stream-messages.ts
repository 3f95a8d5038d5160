import { z } from 'zod'
import { muLaw } from '../../../media/g711.ts'

/*
 * Messages on the socket of a call's audio (Media Streams): JSON text, with audio as mu-law in base64. Most providers write
 * numbers as strings, some as numbers.
 */

/** Maximum audio per message: 2 s in base64. 20 ms is usual. */
const MAX_PAYLOAD = 21_336

const Count = z
  .union([
    z.string().regex(/^\d{1,15}$/),
    z
      .int()
      .nonnegative()
      .max(10 ** 15),
  ])
  .transform(Number)
const Text = z.string().max(1000)

const StreamMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('connected') }),
  z.object({
    event: z.literal('start'),
    streamSid: Text,
    start: z.object({
      accountSid: Text,
      callSid: Text,
      mediaFormat: z.object({
        encoding: z.literal('audio/x-mulaw'),
        sampleRate: Count.pipe(z.literal(8000)),
        channels: Count.pipe(z.literal(1)),
      }),
      customParameters: z.record(Text, Text).default({}),
    }),
  }),
  z.object({
    event: z.literal('media'),
    streamSid: Text,
    media: z.object({
      track: Text.default('inbound'),
      /** Position of its first sample in the stream, ms. */
      timestamp: Count,
      payload: z.base64().max(MAX_PAYLOAD),
    }),
  }),
  z.object({
    event: z.literal('dtmf'),
    streamSid: Text,
    dtmf: z.object({ digit: z.string().regex(/^[0-9A-D*#]$/) }),
  }),
  z.object({ event: z.literal('mark'), streamSid: Text, mark: z.object({ name: Text }) }),
  z.object({ event: z.literal('stop'), streamSid: Text }),
])

const KNOWN = StreamMessage.options.map(({ shape }) => shape.event.value as string)

/** An unknown event. */
const Other = z
  .object({ event: Text.refine((event) => !KNOWN.includes(event)) })
  .transform(() => ({ event: 'other' as const }))

/** A message from a provider. */
export type StreamMessage = z.output<typeof StreamMessage | typeof Other>

/** Parses a message; undefined if it is invalid. */
export function readStreamMessage(text: string): StreamMessage | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return StreamMessage.safeParse(value).data ?? Other.safeParse(value).data
  } catch {
    return undefined
  }
}

/** Decodes a payload to samples at 8 kHz. */
export const soundOf = (payload: string): Int16Array => muLaw.decode(Buffer.from(payload, 'base64'))

/** A message with audio at 8 kHz. */
export function mediaMessage(streamSid: string, pcm: Int16Array): string {
  const payload = Buffer.from(muLaw.encode(pcm)).toString('base64')
  return JSON.stringify({ event: 'media', streamSid, media: { payload } })
}

/** A message that the provider returns once all audio before it has been played or dropped. */
export const markMessage = (streamSid: string, name: string): string =>
  JSON.stringify({ event: 'mark', streamSid, mark: { name } })

/** A message that makes the provider drop all unplayed audio. */
export const clearMessage = (streamSid: string): string =>
  JSON.stringify({ event: 'clear', streamSid })
