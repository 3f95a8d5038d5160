import { type StandInSocket, startSocketStandIn } from './socket-stand-in.ts'
import { bare } from './speech-stand-in.ts'
import { hearTones, toneSpeech } from './tone-speech.ts'

/** A client's message, of whatever shape. */
export type ClientMessage = ReturnType<typeof JSON.parse>

/** Behaviour of the stand-in. */
interface Manner {
  /** Any other key is refused. */
  readonly key?: string
  /** Uses the names and settings of older servers. */
  readonly isOld?: boolean
  /** Bytes of audio per message. */
  readonly pieceBytes?: number
  /** An answer stops after its first piece until it is cancelled or released. */
  readonly isHeld?: boolean
  /** Of its instructions it says only the text to be said verbatim. */
  readonly isTerse?: boolean
  /** Called first with each message; true if it handled the message. */
  readonly meddle?: (message: ClientMessage, socket: StandInSocket) => boolean
}

const RATE = 24_000
const QUIET = 1000

/** Silence that ends a turn, ms. */
const SILENCE_MS = 200

const OLD_NAMES: Readonly<Record<string, string>> = {
  'response.output_audio.delta': 'response.audio.delta',
  'response.output_audio_transcript.delta': 'response.audio_transcript.delta',
  'response.output_text.delta': 'response.text.delta',
}

/**
 * A realtime service with OpenAI's API on loopback. It recognises tone speech and answers in tone speech with
 * what it has heard; "call …" makes it call a function, after saying any words before that, and text it is told to say verbatim is what it says.
 */
export async function startRealtimeStandIn(manner: Manner = {}) {
  const minds = new Map<StandInSocket, ReturnType<typeof createMind>>()
  const standIn = await startSocketStandIn({
    refuse: ({ headers }) =>
      manner.key !== undefined && headers.authorization !== `Bearer ${manner.key}`
        ? { status: 401, body: JSON.stringify({ error: { message: 'No.' } }) }
        : undefined,
    onOpen: (socket) => minds.set(socket, createMind(socket, manner)),
    onMessage(message, socket) {
      const parsed = JSON.parse(String(message))
      if (!manner.meddle?.(parsed, socket)) minds.get(socket)!.take(parsed)
    },
  })
  return { ...standIn, letOn: (socket: StandInSocket) => minds.get(socket)!.letOn() }
}

function createMind(socket: StandInSocket, { isOld = false, pieceBytes, isHeld, isTerse }: Manner) {
  let session: ClientMessage = {}
  let sound = new Int16Array()
  /** Samples that belong to an earlier turn. */
  let begun = 0
  let isSpeaking = false
  let count = 0
  let said = ''
  /** The answer in progress, and the rest of it. */
  let active: { readonly id: string; readonly rest: () => void } | undefined
  const lengths = new Map<string, number>()

  const tell = (type: string, more: object = {}) =>
    socket.tell({ type: isOld ? (OLD_NAMES[type] ?? type) : type, event_id: 'e', ...more })
  const refuse = (code: string) =>
    tell('error', { error: { type: 'invalid_request_error', code, message: `It is ${code}` } })
  const msOf = (samples: number) => Math.round((samples / RATE) * 1000)
  const inputOf = () => (isOld ? session : (session.audio?.input ?? {}))
  const transcribes = () => (isOld ? session.input_audio_transcription : inputOf().transcription)
  const modalities = () => (isOld ? session.modalities : session.output_modalities)

  function listen(): void {
    const from = sound.findIndex((each, at) => at >= begun && Math.abs(each) > QUIET)
    if (from < 0) return
    if (!isSpeaking) tell('input_audio_buffer.speech_started', { audio_start_ms: msOf(from) })
    isSpeaking = true
    const end = sound.findLastIndex((each) => Math.abs(each) > QUIET) + 1
    if (msOf(sound.length - end) < SILENCE_MS) return
    isSpeaking = false
    tell('input_audio_buffer.speech_stopped', { audio_end_ms: msOf(end) })
    commit()
    respond()
  }

  function commit() {
    if (msOf(sound.length - begun) < 100) return refuse('input_audio_buffer_commit_empty')
    said = hearTones(sound.subarray(begun), RATE)
    begun = sound.length
    const item_id = `item_${(count += 1)}`
    tell('input_audio_buffer.committed', { item_id })
    if (!transcribes()) return
    const half = said.slice(0, said.length / 2)
    const type = 'conversation.item.input_audio_transcription'
    tell(`${type}.delta`, { item_id, delta: half })
    tell(`${type}.delta`, { item_id, delta: said.slice(half.length) })
    tell(`${type}.completed`, { item_id, transcript: said })
  }

  function respond(instructions = '') {
    if (active) return refuse('conversation_already_has_active_response')
    const id = `resp_${(count += 1)}`
    const item_id = `item_${(count += 1)}`
    const ids = { response_id: id, item_id, output_index: 0, content_index: 0 }
    const [, verbatim] = instructions.match(/ word for word,[^:]*: (.*)$/s) ?? []
    const [, before, wanted] = said.match(/^(?:(.+) )?(call .+)$/s) ?? []
    const steps =
      verbatim === undefined && wanted !== undefined
        ? call(wanted, ids, before)
        : speak(verbatim ?? (isTerse ? said : `${said}${instructions}`), ids)
    active = { id, rest: () => finish(steps, id) }
    tell('response.created', { response: { id, status: 'in_progress' } })
    if (isHeld) steps.next()
    else active.rest()
  }

  function* call(wanted: string, ids: { readonly item_id: string }, before?: string) {
    const [, name, written] = wanted.split(' ')
    said = ''
    if (before !== undefined) yield* speak(before, ids)
    const item = { id: 'fc', type: 'function_call', call_id: `call_${name}`, name }
    tell('response.function_call_arguments.delta', { ...ids, call_id: item.call_id, delta: '{' })
    yield
    tell('response.output_item.done', {
      ...ids,
      item: { ...item, arguments: `{"x":"${written}"}`, status: 'completed' },
    })
  }

  function* speak(text: string, ids: { readonly item_id: string }) {
    if (!modalities().includes('audio')) {
      tell('response.output_text.delta', { ...ids, delta: text.slice(0, 2) })
      yield
      return tell('response.output_text.delta', { ...ids, delta: text.slice(2) })
    }
    const bytes = bare(toneSpeech(text, RATE))
    const size = pieceBytes ?? bytes.length
    tell('response.output_audio_transcript.delta', { ...ids, delta: text })
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size)
      lengths.set(ids.item_id, (lengths.get(ids.item_id) ?? 0) + piece.length / 2)
      tell('response.output_audio.delta', { ...ids, delta: piece.toString('base64') })
      yield
    }
  }

  function finish(steps: Iterable<unknown>, id: string): void {
    for (const _ of steps);
    active = undefined
    const usage = {
      total_tokens: 30,
      input_tokens: 10,
      output_tokens: 20,
      input_token_details: { audio_tokens: 7 },
      output_token_details: { audio_tokens: 15 },
    }
    tell('response.done', { response: { id, status: 'completed', output: [], usage } })
  }

  function cancel() {
    if (!active) return refuse('response_cancel_not_active')
    const { id } = active
    active = undefined
    tell('response.done', { response: { id, status: 'cancelled', output: [] } })
  }

  function truncate({ item_id, audio_end_ms: ms }: ClientMessage): void {
    const longest = ((lengths.get(item_id) ?? 0) / RATE) * 1000
    const isValid = Number.isInteger(ms) && ms >= 0 && ms <= longest
    if (isValid) tell('conversation.item.truncated', { item_id, audio_end_ms: ms })
    else refuse('invalid_truncate')
  }

  function append({ audio }: ClientMessage): void {
    const more = new Int16Array(Uint8Array.from(Buffer.from(audio, 'base64')).buffer)
    const whole = new Int16Array(sound.length + more.length)
    whole.set(sound)
    whole.set(more, sound.length)
    sound = whole
    if (inputOf().turn_detection) listen()
  }

  function add({ item }: ClientMessage): void {
    if (item.type === 'function_call_output') said = item.output
    else if (item.role !== 'assistant') said = item.content[0].text
    tell('conversation.item.added', { item: { id: 'x', ...item } })
  }

  tell('session.created', {
    session: isOld
      ? { modalities: ['text', 'audio'], input_audio_format: 'pcm16' }
      : { type: 'realtime', output_modalities: ['audio'], audio: {} },
  })

  return {
    letOn: () => active?.rest(),
    take(message: ClientMessage): void {
      const takers: Record<string, () => void> = {
        'session.update': () => {
          session = message.session
          tell('session.updated', { session })
        },
        'input_audio_buffer.append': () => append(message),
        'input_audio_buffer.commit': commit,
        'conversation.item.create': () => add(message),
        'conversation.item.truncate': () => truncate(message),
        'response.create': () => respond(message.response?.instructions),
        'response.cancel': cancel,
      }
      takers[message.type]?.()
    },
  }
}
