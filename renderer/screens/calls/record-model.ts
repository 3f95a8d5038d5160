import { computed, signal } from '@preact/signals'
import type { CallTimeline, Utterance } from '#contracts/calls.ts'
import type { CallWords } from '#contracts/ongoing-calls.ts'
import type { Api } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'
import { toDate } from '../../ui/time.tsx'
import { activityLine } from '../inbox/thread/activity-row.tsx'
import { createOneRecord } from '../records/one-record.ts'

export type CallRecordModel = ReturnType<typeof createCallRecordModel>

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** A line of the transcript, with the timing that is available. */
export interface Line {
  readonly speaker: 'assistant' | 'customer' | 'operator' | 'note'
  /** Name of the operator. */
  readonly name: string | undefined
  readonly content: string
  /** Seconds since the call was answered. */
  readonly after: number | undefined
  /** Position in the recording, seconds. */
  readonly recordedAt: number | undefined
  /** Latency breakdown of an answer, if measured. */
  readonly timing: Utterance['timing'] | undefined
  /** Id of the explanation of an answer, if there is one. */
  readonly explanationId?: number | undefined
  /** Tools that the assistant used after it. */
  readonly calls?: Utterance['function_calls']
}

/** Partial transcript of a current speaker. */
export interface Speaking {
  readonly speaker: CallWords['speaker']
  readonly text: string
}

const LIVE: readonly string[] = ['initiated', 'ringing', 'in-progress']

/** The record of a call, updated while the call is in progress. */
export function createCallRecordModel({ api, live }: Deps, id: number) {
  const {
    record: timeline,
    error,
    isGone,
    load,
  } = createOneRecord(() => api.getCallTimeline({ params: { id } }))

  const lines = computed(() => (timeline.value ? linesOf(timeline.value) : []))
  const isLive = computed(() => LIVE.includes(timeline.value?.call.status ?? ''))

  /** The call while it is in progress, after being answered. */
  const ongoing = computed(() => {
    const { call, steps } = timeline.value ?? {}
    const since = steps?.find(({ kind }) => kind === 'answered')?.at
    return call?.status === 'in-progress' && since !== undefined ? { id, since } : null
  })
  /** Partial transcripts of all current speakers. */
  const speaking = signal<readonly Speaking[]>([])

  function hear({ speaker, text }: CallWords): void {
    const others = speaking.value.filter((one) => one.speaker !== speaker)
    if (text !== null) speaking.value = [...others, { speaker, text }]
    // By then it is a turn of the transcript.
    else void load().then(() => settle(speaker))
  }

  function settle(speaker: Speaking['speaker']): void {
    speaking.value = speaking.value.filter((one) => one.speaker !== speaker)
  }

  const stops = [
    live.subscribe((event) => {
      if (event.type === 'call.said' && event.data.call_id === id) hear(event.data)
      if (event.type === 'call.attended' && event.data.call_id === id && timeline.value) {
        const { listeners, speaker } = event.data
        timeline.value = { ...timeline.value, company: { listeners, speaker } }
      }
      if (event.type === 'call.updated' && event.data.id === id) void load()
      if (event.type === 'call.deleted' && event.data.id === id) isGone.value = true
    }),
    live.onResume(() => void load()),
  ]
  void load()

  return {
    timeline,
    lines,
    isLive,
    ongoing,
    speaking: computed(() => (ongoing.value ? speaking.value : [])),
    error,
    isGone,
    load,
    /** Reads what an answer was made from. */
    explanation: async (explanationId: number) =>
      (await api.getSpokenExplanation({ params: { id, explanation_id: explanationId } })).data,
    hangUp: () => api.endCall({ params: { id } }),
    remove: () => api.deleteCall({ params: { id } }),
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}

/** Turns of the transcript; imported calls only have its text. */
function linesOf({ utterances, activities, steps, call }: CallTimeline): Line[] {
  const answered = steps.find(({ kind }) => kind === 'answered')?.at
  const notes = activities.map((activity) => ({
    at: toDate(activity.created_at).getTime(),
    line: noteOf(activityLine(activity)),
  }))
  if (utterances.length === 0)
    return [...linesOfText(call.transcript), ...notes.map(({ line }) => line)]
  const lines = utterances.map(
    ({ speaker, name, content, at, recorded_at, timing, explanation_id, function_calls }) => ({
      at: at === null ? undefined : toDate(at).getTime(),
      line: {
        speaker,
        name: name ?? undefined,
        content,
        after:
          at && answered
            ? Math.max(0, Math.round((toDate(at).getTime() - toDate(answered).getTime()) / 1000))
            : undefined,
        recordedAt: recorded_at ?? undefined,
        timing: timing ?? undefined,
        explanationId: explanation_id,
        calls: function_calls,
      },
    }),
  )
  return withNotes(lines, notes).map(({ line }) => line)
}

interface Placed {
  /** ms; undefined if unknown. */
  readonly at: number | undefined
  readonly line: Line
}

/** Merges notes about actions at the desk into the turns, each before the first later turn. */
function withNotes(lines: readonly Placed[], notes: readonly Placed[]): Placed[] {
  const left = [...notes]
  const merged = lines.flatMap((one) => {
    const count = left.findIndex(({ at }) => at! > (one.at ?? 0))
    return [...left.splice(0, count < 0 ? left.length : count), one]
  })
  return [...merged, ...left]
}

const noteOf = (content: string): Line => ({
  speaker: 'note',
  content,
  name: undefined,
  after: undefined,
  recordedAt: undefined,
  timing: undefined,
})

const SPEAKERS = { AI: 'assistant', Customer: 'customer', Operator: 'operator' } as const

function linesOfText(transcript: string): Line[] {
  return transcript
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, words] = /^(AI|Customer|Operator): (.*)$/.exec(line) ?? []
      const speaker = name ? SPEAKERS[name as keyof typeof SPEAKERS] : 'note'
      const unknown = {
        name: undefined,
        after: undefined,
        recordedAt: undefined,
        timing: undefined,
      }
      return { speaker, content: words ?? line, ...unknown }
    })
}

/** Path of a recording on this server, which works under any of its host names; undefined for other servers. */
export function ownRecording(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  return /^\/recordings\/[\w-]{43}\.wav$/.test(pathname) ? pathname : undefined
}
