import { samplesOf } from '../../server/media/rates.ts'
import { type StandInSocket, startSocketStandIn } from './socket-stand-in.ts'
import { hearTones } from './tone-speech.ts'

/** Behaviour of the stand-in. */
interface Manner {
  /** Any other key is refused. */
  readonly key?: string
  /** Interval of audio between interim results, ms. */
  readonly interimMs?: number
  /** A segment is confirmed as soon as it has this many characters. */
  readonly pieceCharacters?: number
  /** A `Finalize` gets no response. */
  readonly ignoresFinalize?: boolean
  /** Silence does not end a turn, only a gap between words does. */
  readonly isNoisy?: boolean
  /** Called first with each piece of audio and the total on this connection, ms; true if it handled the piece. */
  readonly meddle?: (socket: StandInSocket, heardMs: number, index: number) => boolean
}

/** Length of a character of tone speech, ms. */
const CHARACTER_MS = 40

const QUIET = 1000

/** A streaming transcriber with Deepgram's API on loopback. It recognises tone speech, and misbehaves as configured. */
export async function startDeepgramStandIn(manner: Manner = {}) {
  const ears = new Map<StandInSocket, ReturnType<typeof createEar>>()
  return await startSocketStandIn({
    refuse: ({ headers }) =>
      manner.key !== undefined && headers.authorization !== `Token ${manner.key}`
        ? { status: 401, body: JSON.stringify({ err_code: 'INVALID_AUTH', err_msg: 'No.' }) }
        : undefined,
    onOpen: (socket) => ears.set(socket, createEar(socket, manner)),
    onMessage(message, socket, index) {
      const ear = ears.get(socket)!
      if (typeof message === 'string') return ear.take(JSON.parse(message).type)
      const heardMs = ear.add(message)
      if (!manner.meddle?.(socket, heardMs, index)) ear.listen()
    },
  })
}

function createEar(socket: StandInSocket, manner: Manner) {
  const query = new URLSearchParams(socket.path.split('?')[1])
  const rate = Number(query.get('sample_rate'))
  const endpointMs = Number(query.get('endpointing')) || Number.POSITIVE_INFINITY
  const gapMs = Number(query.get('utterance_end_ms')) || Number.POSITIVE_INFINITY
  const msOf = (samples: number) => (samples / rate) * 1000
  let sound = new Int16Array()
  /** Samples that have been reported in full. */
  let told = 0
  let looked = 0
  let hasSpoken = false
  let isGapTold = true

  function results(text: string, end: number, more: object = {}): void {
    const [start, duration] = [msOf(told) / 1000, msOf(end - told) / 1000]
    const alternatives = [{ transcript: text, confidence: 1, words: [], languages: ['en'] }]
    const channel = { alternatives }
    socket.tell({ type: 'Results', channel_index: [0, 1], start, duration, channel, ...more })
  }

  function final(end: number, more: object): void {
    results(hearTones(sound.subarray(told, end), rate), end, { is_final: true, ...more })
    told = end
    looked = end
  }

  function hearSpeech(begin: number, quietMs: number): void {
    if (!hasSpoken) socket.tell({ type: 'SpeechStarted', timestamp: msOf(begin) / 1000 })
    hasSpoken = true
    isGapTold = false
    const piece = samplesOf((manner.pieceCharacters ?? 1e6) * CHARACTER_MS, rate)
    if (sound.length - begin >= piece) final(begin + piece, { speech_final: false })
    else if (quietMs >= endpointMs && !manner.isNoisy) {
      final(sound.length, { speech_final: true })
      hasSpoken = false
    } else if (msOf(sound.length - looked) >= (manner.interimMs ?? 200)) {
      looked = sound.length
      results(hearTones(sound.subarray(told), rate), sound.length, { is_final: false })
    }
  }

  function tellGap(quietMs: number): void {
    isGapTold = true
    hasSpoken = false
    if (manner.isNoisy) final(sound.length, { speech_final: false })
    const last = msOf(sound.length) - quietMs
    socket.tell({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: last / 1000 })
  }

  /** Start of the first loud millisecond, and the length of the trailing silence, samples. */
  function loudFrom(): number {
    const first = sound.findIndex((sample, at) => at >= told && Math.abs(sample) > QUIET)
    return first - (Math.max(first, 0) % samplesOf(1, rate))
  }
  const silence = () => sound.length - 1 - sound.findLastIndex((each) => Math.abs(each) > QUIET)

  return {
    /** Adds audio, and returns the total, ms. */
    add(bytes: Buffer): number {
      const whole = new Int16Array(sound.length + bytes.length / 2)
      whole.set(sound)
      whole.set(new Int16Array(Uint8Array.from(bytes).buffer), sound.length)
      sound = whole
      return msOf(sound.length)
    },
    listen(): void {
      const begin = loudFrom()
      const quietMs = msOf(silence())
      if (begin >= 0) hearSpeech(begin, quietMs)
      if (!isGapTold && quietMs >= gapMs) tellGap(quietMs)
    },
    take(type: string): void {
      if (type === 'Finalize' && !manner.ignoresFinalize)
        final(sound.length, { speech_final: true, from_finalize: true })
      if (type !== 'CloseStream') return
      socket.tell({ type: 'Metadata', request_id: 'r', duration: msOf(sound.length) / 1000 })
      socket.close(1000)
    },
  }
}
