import { type StandInSocket, startSocketStandIn } from './socket-stand-in.ts'
import { bare } from './speech-stand-in.ts'
import { toneSpeech } from './tone-speech.ts'

/** Behaviour of the stand-in. */
interface Manner {
  /** Any other key is refused. */
  readonly key?: string
  /** Bytes of audio per message; one sentence by default. */
  readonly pieceBytes?: number
  /** Character timings are omitted, or given only for the normalised text. */
  readonly alignment?: 'none' | 'normalized'
  /** Called first with each text; true if it handled the text. */
  readonly meddle?: (socket: StandInSocket, text: string, index: number) => boolean
}

const RATE = 24_000

/** Bytes per character of tone speech, and its length, ms. */
const CHARACTER_BYTES = 2 * 960
const CHARACTER_MS = 40

/** A streaming synthesizer with ElevenLabs' API on loopback. It speaks tone speech, and misbehaves as configured. */
export async function startElevenLabsStandIn(manner: Manner = {}) {
  return await startSocketStandIn({
    refuse: ({ headers }) =>
      manner.key !== undefined && headers['xi-api-key'] !== manner.key
        ? { status: 403, body: JSON.stringify({ detail: { message: 'No.' } }) }
        : undefined,
    onMessage(message, socket, index) {
      const { text } = JSON.parse(String(message)) as { text: string }
      if (manner.meddle?.(socket, text, index)) return
      if (text === '') {
        socket.tell({ audio: null, isFinal: true })
        socket.close(1000)
      } else if (text.trim() !== '') speak(socket, text, manner)
    },
  })
}

/** Speaks a text in pieces, each with character timings relative to its start. */
export function speak(socket: StandInSocket, text: string, { pieceBytes, alignment }: Manner) {
  const sound = bare(toneSpeech(text, RATE))
  const size = pieceBytes ?? sound.length
  for (let from = 0; from < sound.length; from += size) {
    // A character belongs to the piece in which it starts.
    const first = Math.ceil(from / CHARACTER_BYTES)
    const last = Math.ceil(Math.min(from + size, sound.length) / CHARACTER_BYTES)
    const chars = [...text].slice(first, last)
    const startMs = (from / CHARACTER_BYTES) * CHARACTER_MS
    const times = {
      chars,
      charStartTimesMs: chars.map((_, at) => Math.round((first + at) * CHARACTER_MS - startMs)),
      charDurationsMs: chars.map(() => CHARACTER_MS),
    }
    socket.tell({
      audio: sound.subarray(from, from + size).toString('base64'),
      isFinal: null,
      alignment: alignment === undefined ? times : null,
      normalizedAlignment: alignment === 'none' ? null : times,
    })
  }
}
