import { fault } from '#contracts/faults.ts'
import type { ConverserEvent, ConverserUsage } from '../converse.ts'
import type { LineClock } from '../line-clock.ts'
import { type SpeechService, wordsOf } from '../service.ts'
import type { createAnswers } from './answers.ts'
import type { ServerEvent, ServerEventOf } from './server-event.ts'
import { REALTIME_RATE } from './session.ts'

interface Needs {
  readonly service: SpeechService
  readonly clock: LineClock
  readonly answers: ReturnType<typeof createAnswers>
  readonly emit: (event: ConverserEvent) => void
}

type Item = ServerEventOf<'response.output_item.done'>['item']
type Delta = Omit<ServerEventOf<'response.output_text.delta'>, 'type'>

/** Converts events of the service, which arrive in parts and repeatedly, to events of a conversation. */
export function createEvents({ service, clock, answers, emit }: Needs) {
  const heard = new Map<string, string>()
  const called = new Set<string>()
  /** First half of a sample that was split between chunks of audio. */
  let oddByte: Buffer = Buffer.alloc(0)

  const problemOf = (problem: ServerEventOf<'error'>['error'] | null | undefined) =>
    fault('speech_reported', {
      words: wordsOf(service, problem?.message || problem?.code || '–'),
    })

  function hear(itemId: string, text: string, isFinal: boolean): void {
    if (isFinal) heard.delete(itemId)
    else heard.set(itemId, text)
    emit({ kind: 'heard', itemId, text: text.trim(), isFinal })
  }

  function sound({ response_id: responseId, item_id: itemId, delta }: Delta): void {
    const bytes = Buffer.concat([oddByte, Buffer.from(delta, 'base64')])
    const whole = bytes.length & ~1
    oddByte = bytes.subarray(whole)
    const pcm = new Int16Array(Uint8Array.from(bytes.subarray(0, whole)).buffer)
    if (pcm.length === 0) return
    answers.add(itemId, pcm.length)
    if (answers.isCancelled(responseId)) return
    emit({ kind: 'sound', responseId, itemId, pcm, rate: REALTIME_RATE })
  }

  function words({ response_id: responseId, item_id: itemId, delta: text }: Delta): void {
    if (text !== '' && !answers.isCancelled(responseId))
      emit({ kind: 'words', responseId, itemId, text })
  }

  /** Function calls that were interrupted while being written are ignored. */
  function call(responseId: string, item: Item): void {
    const { type, status, call_id: callId, name, arguments: written } = item
    if (type !== 'function_call' || !callId || !name || called.has(callId)) return
    if ((status && status !== 'completed') || answers.isCancelled(responseId)) return
    called.add(callId)
    emit({ kind: 'tool-call', callId, name, arguments: written ?? '' })
  }

  function end({ response }: ServerEventOf<'response.done'>): void {
    const { id: responseId, status_details: details, output, usage } = response
    for (const item of output ?? []) call(responseId, item)
    oddByte = Buffer.alloc(0)
    const status = statusOf(response.status)
    emit({
      kind: 'response-ended',
      responseId,
      status,
      ...(usage && { usage: usageOf(usage) }),
      ...(status === 'failed' && { fault: problemOf(details?.error) }),
    })
    answers.end(responseId)
  }

  function fail({ error }: ServerEventOf<'error'>): void {
    if (!answers.refuse(error.code)) emit({ kind: 'failed', fault: problemOf(error) })
  }

  /** Handlers by event type. */
  const takers: { [type in ServerEvent['type']]: (event: ServerEventOf<type>) => void } = {
    'session.created': () => {},
    'input_audio_buffer.speech_started': ({ audio_start_ms: ms }) =>
      emit({ kind: 'speech-started', at: clock.at(ms) }),
    'input_audio_buffer.speech_stopped': ({ audio_end_ms: ms }) =>
      emit({ kind: 'speech-stopped', at: clock.at(ms) }),
    'conversation.item.input_audio_transcription.delta': ({ item_id: id, delta }) =>
      hear(id, (heard.get(id) ?? '') + delta, false),
    'conversation.item.input_audio_transcription.completed': ({ item_id: id, transcript }) =>
      hear(id, transcript, true),
    'conversation.item.input_audio_transcription.failed': ({ item_id: id, error }) => {
      emit({ kind: 'failed', fault: problemOf(error) })
      hear(id, '', true)
    },
    'response.created': ({ response: { id: responseId } }) => {
      answers.begin(responseId)
      if (!answers.isCancelled(responseId)) emit({ kind: 'response-started', responseId })
    },
    'response.output_audio.delta': sound,
    'response.output_audio_transcript.delta': words,
    'response.output_text.delta': words,
    'response.output_item.done': ({ response_id: id, item }) => call(id, item),
    'response.done': end,
    error: fail,
  }

  return {
    take<type extends ServerEvent['type']>(event: ServerEventOf<type> & { type: type }): void {
      takers[event.type](event)
    },
  }
}

function statusOf(status: string | null | undefined) {
  if (status === 'cancelled' || status === 'incomplete' || status === 'failed') return status
  return 'completed'
}

type Usage = NonNullable<ServerEventOf<'response.done'>['response']['usage']>

const usageOf = (usage: Usage): ConverserUsage => ({
  inputTokens: usage.input_tokens ?? 0,
  outputTokens: usage.output_tokens ?? 0,
  inputAudioTokens: usage.input_token_details?.audio_tokens ?? 0,
  outputAudioTokens: usage.output_token_details?.audio_tokens ?? 0,
})
