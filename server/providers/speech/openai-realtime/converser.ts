import { fault } from '#contracts/faults.ts'
import { createResampler } from '../../../media/resample.ts'
import { createChannel } from '../channel.ts'
import type { ConverseOptions, Converser, ConverserEvent, Conversing } from '../converse.ts'
import { createLineClock } from '../line-clock.ts'
import { headersOf, hostOf, type SpeechNeeds, type SpeechService } from '../service.ts'
import { SpeechError } from '../speech-error.ts'
import { openLine } from '../speech-line.ts'
import { createAnswers } from './answers.ts'
import { createEvents } from './events.ts'
import { readEvent, type ServerEvent } from './server-event.ts'
import { isOldSession, REALTIME_RATE, sessionUpdate } from './session.ts'

interface ConverserOptions extends SpeechService {
  readonly model: string
  /** Model that transcribes the caller; without it, their words are not transcribed. */
  readonly transcriptionModel?: string
}

/** Timeout of session creation, ms. */
const SESSION_MS = 8000

/** Minimum audio of a caller that the service accepts as a turn, ms. */
const MIN_TURN_MS = 100

/** `/v1/realtime` of OpenAI and compatible servers, including older ones. */
export function createOpenAiConverser(
  context: SpeechNeeds,
  { model, transcriptionModel, ...service }: ConverserOptions,
): Converser {
  const path = `/v1/realtime?${new URLSearchParams({ model })}`
  return { open: (options) => converse(context, service, path, { transcriptionModel, ...options }) }
}

interface Manner extends ConverseOptions {
  readonly transcriptionModel: string | undefined
}

function converse(
  context: SpeechNeeds,
  service: SpeechService,
  path: string,
  options: Manner,
): Conversing {
  const { rate, turns, signal } = options
  const line = openLine(context, service, { path, headers: headersOf(service) })
  const channel = createChannel<ConverserEvent>()
  const resampler = createResampler(rate, REALTIME_RATE)
  const clock = createLineClock(rate)
  const answers = createAnswers(send, REALTIME_RATE)
  const events = createEvents({ service, clock, answers, emit: channel.push })
  const ready = new AbortController()
  const waiting: (() => object)[] = []
  let unansweredMs = 0
  let isOld = false

  /** Messages are built and sent only once the session is set up: they depend on the server's API version. */
  function sendMade(make: () => object): void {
    if (ready.signal.aborted) line.send(JSON.stringify(make()))
    else waiting.push(make)
  }

  function send(message: object): void {
    sendMade(() => message)
  }

  /** Where turns are ours, the service does not detect their ends. */
  function commit(): boolean {
    if (turns !== 'ours' || unansweredMs < MIN_TURN_MS) return false
    send({ type: 'input_audio_buffer.commit' })
    unansweredMs = 0
    return true
  }

  /** Text of the assistant has its own content type, with a different name on older servers. */
  function itemCreate(role: 'user' | 'assistant' | 'system', text: string): object {
    const type = role !== 'assistant' ? 'input_text' : isOld ? 'text' : 'output_text'
    const item = { type: 'message', role, content: [{ type, text }] }
    return { type: 'conversation.item.create', item }
  }

  function setUp({ session }: Extract<ServerEvent, { type: 'session.created' }>): void {
    isOld = isOldSession(session)
    line.send(JSON.stringify(sessionUpdate(options, isOld)))
    ready.abort()
    for (const make of waiting.splice(0)) sendMade(make)
  }

  async function read(): Promise<void> {
    for await (const value of line.messages) {
      const event = readEvent(value)
      if (event?.type === 'session.created') setUp(event)
      else if (event) events.take(event)
    }
    const reason = fault('connection_reset')
    throw new SpeechError(fault('provider_unreachable', { host: hostOf(service), reason }))
  }

  function end(): void {
    channel.end()
    ready.abort()
    line.close()
  }

  function giveUp(): void {
    const reason = fault('no_answer_in_time', { seconds: SESSION_MS / 1000 })
    channel.fail(new SpeechError(fault('outgoing_failed', { reason })))
    end()
  }

  read().catch((error: unknown) => {
    channel.fail(error)
    end()
  })
  context.sleep(SESSION_MS, ready.signal).then(giveUp, () => {})
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()

  return {
    push(frame) {
      if (signal.aborted) return
      clock.add(frame)
      unansweredMs += (frame.pcm.length / rate) * 1000
      const audio = base64Of(resampler.push(frame.pcm))
      send({ type: 'input_audio_buffer.append', audio })
    },
    commit,
    text: (role, text) => sendMade(() => itemCreate(role, text)),
    toolResult(callId, output) {
      const item = { type: 'function_call_output', call_id: callId, output }
      send({ type: 'conversation.item.create', item })
    },
    respond(instructions, mayCall = true) {
      commit()
      answers.respond({ instructions, mayCall })
    },
    cancel: answers.cancel,
    truncate: answers.truncate,
    replace(itemId, text) {
      const item = () => ({ ...itemCreate('assistant', text), previous_item_id: itemId })
      if (text !== '') sendMade(item)
      send({ type: 'conversation.item.delete', item_id: itemId })
    },
    events: channel,
  }
}

const base64Of = (pcm: Int16Array): string =>
  Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString('base64')
