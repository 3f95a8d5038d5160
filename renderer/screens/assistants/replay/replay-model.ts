import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { estimateReplay, Replay, ReplayAnswer, ReplayEvent } from '#contracts/replays.ts'
import { type Api, apiUrl, explain, fieldErrors, languageHeader } from '../../../app/api.ts'
import type { Values } from '../draft/effective.ts'
import { readEvents } from '../playground/read-events.ts'

interface Needs {
  readonly api: Api
  readonly fetch: typeof fetch
  /** The assistant. */
  readonly id: number
  /** The current draft. */
  readonly values: () => Values | undefined
}

export type ReplayModel = ReturnType<typeof createReplayModel>

/** Answers of a replay, finished or not. */
interface Shown {
  /** Undefined until it has ended. */
  readonly replay: Replay | undefined
  readonly answers: readonly ReplayAnswer[]
}

/** Has the draft answer real conversations again, and shows the results of earlier replays. */
export function createReplayModel({ api, fetch: send, id, values }: Needs) {
  const params = { id }
  const conversations = signal(10)
  const isJudged = signal(false)
  const estimate = signal<ReplyOf<typeof estimateReplay>>()
  const list = signal<readonly Replay[]>([])
  const shown = signal<Shown>()
  /** Answers to come of the running replay; undefined if none is running. */
  const total = signal<number>()
  const error = signal<string>()
  let running: AbortController | undefined

  const body = () => ({
    fields: values() as object,
    conversations: conversations.value,
    is_judged: isJudged.value,
  })
  const wordsOf = (failure: unknown): string =>
    Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure)

  /** Estimates the replay as it is set up. */
  async function look(): Promise<void> {
    error.value = undefined
    const wanted = body()
    try {
      const found = await api.estimateReplay({ params, body: wanted })
      const isCurrent =
        wanted.conversations === conversations.value && wanted.is_judged === isJudged.value
      if (isCurrent) estimate.value = found
    } catch (failure) {
      estimate.value = undefined
      error.value = wordsOf(failure)
    }
  }

  async function open(): Promise<void> {
    await look()
    try {
      list.value = (await api.listReplays({ params })).data
      if (list.value[0] && !shown.value) await show(list.value[0].id)
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function show(replayId: number): Promise<void> {
    const { answers, ...replay } = await api.getReplay({ params: { id, replay_id: replayId } })
    shown.value = { replay, answers }
  }

  /** Runs it until its end, or until it is cancelled. */
  async function run(): Promise<void> {
    if (total.value !== undefined) return
    error.value = undefined
    total.value = estimate.value?.answers ?? 0
    shown.value = { replay: undefined, answers: [] }
    running = new AbortController()
    const { signal: cancelled } = running
    try {
      await follow(cancelled)
    } catch (failure) {
      if (cancelled.aborted) return
      error.value = wordsOf(failure)
      if (shown.value?.answers.length === 0) shown.value = undefined
    } finally {
      total.value = undefined
    }
  }

  async function follow(cancelled: AbortSignal): Promise<void> {
    const response = await send(apiUrl('runReplay', { params }), {
      method: 'POST',
      headers: {
        ...languageHeader,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify(body()),
      signal: cancelled,
    })
    if (!response.ok || !response.body)
      throw new ApiError(response.status, await response.json().catch(() => undefined))
    for await (const event of readEvents(response.body)) handleEvent(event as ReplayEvent)
  }

  function handleEvent(event: ReplayEvent): void {
    const answers = shown.value?.answers ?? []
    switch (event.type) {
      case 'start':
        total.value = event.data.total
        return
      case 'answer':
        shown.value = { replay: undefined, answers: [...answers, event.data] }
        return
      case 'end':
        shown.value = { replay: event.data, answers }
        list.value = [event.data, ...list.value]
    }
  }

  return {
    conversations,
    isJudged,
    estimate,
    list,
    shown,
    total,
    error,
    /** Share of the running replay that is done, between 0 and 1. */
    progress: computed(() =>
      total.value ? (shown.value?.answers.length ?? 0) / total.value : undefined,
    ),
    open,
    show,
    run,
    /** Sets up another number of conversations, or another judge. */
    async choose(change: { conversations?: number; isJudged?: boolean }): Promise<void> {
      conversations.value = change.conversations ?? conversations.value
      isJudged.value = change.isJudged ?? isJudged.value
      await look()
    },
    /** Stops the running replay; the answers so far stay. */
    cancel: (): void => running?.abort(),
  }
}
