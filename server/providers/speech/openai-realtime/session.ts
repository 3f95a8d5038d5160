import type { ConverseOptions } from '../converse.ts'
import { primaryTag } from '../language-tag.ts'

/** Sample rate in both directions, Hz. */
export const REALTIME_RATE = 24_000

/** Settings of a session. */
export type SessionOptions = Pick<
  ConverseOptions,
  'instructions' | 'tools' | 'voice' | 'turns' | 'threshold' | 'language'
> & {
  /** Model that transcribes the caller; undefined to disable transcription. */
  readonly transcriptionModel: string | undefined
}

/** Reports whether the server that created this session uses the older names of settings. */
export const isOldSession = (session: object | null | undefined): boolean =>
  session !== null &&
  session !== undefined &&
  ('modalities' in session || 'input_audio_format' in session)

/** Builds the message that configures a session, in the older or newer form. */
export function sessionUpdate(options: SessionOptions, isOld: boolean): object {
  return { type: 'session.update', session: isOld ? oldSession(options) : newSession(options) }
}

function newSession(options: SessionOptions): object {
  const { voice } = options
  const format = { type: 'audio/pcm', rate: REALTIME_RATE }
  return {
    type: 'realtime',
    output_modalities: [voice === null ? 'text' : 'audio'],
    ...common(options),
    audio: {
      input: { format, turn_detection: turnDetection(options), ...transcription('', options) },
      ...(voice !== null && { output: { format, ...(voice !== '' && { voice }) } }),
    },
  }
}

function oldSession(options: SessionOptions): object {
  const { voice } = options
  return {
    modalities: voice === null ? ['text'] : ['text', 'audio'],
    ...common(options),
    input_audio_format: 'pcm16',
    output_audio_format: 'pcm16',
    ...(voice && { voice }),
    turn_detection: turnDetection(options),
    ...transcription('input_audio_', options),
  }
}

const common = ({ instructions, tools }: SessionOptions) => ({
  instructions,
  tools: tools.map((tool) => ({ type: 'function', ...tool })),
  tool_choice: 'auto',
})

/** Null leaves turn detection to us. */
function turnDetection({ turns, threshold }: SessionOptions): object | null {
  if (turns === 'ours') return null
  return {
    type: 'server_vad',
    ...(threshold !== undefined && { threshold: Math.min(Math.max(threshold, 0), 1) }),
    create_response: true,
    interrupt_response: true,
  }
}

function transcription(prefix: string, { transcriptionModel: model, language }: SessionOptions) {
  if (model === undefined) return {}
  const settings = { model, ...(language !== undefined && { language: primaryTag(language) }) }
  return { [`${prefix}transcription`]: settings }
}
