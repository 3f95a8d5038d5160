import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { PlaygroundEnd, PlaygroundEvent, PlaygroundInput } from '#contracts/playground.ts'
import type { Turn } from '#contracts/public-chat.ts'
import type { ToolCall } from '#contracts/tool-calls.ts'
import { apiUrl, explain, fieldErrors, languageHeader } from '../../../app/api.ts'
import type { Values } from '../draft/effective.ts'
import { readEvents } from './read-events.ts'

export type PlaygroundModel = ReturnType<typeof createPlaygroundModel>

/** A turn in the playground; answers include the input they were generated from. */
export interface PlayedTurn extends Turn {
  readonly id: number
  readonly isWriting?: boolean
  readonly input?: PlaygroundInput
  readonly end?: PlaygroundEnd
  /** Tool calls made for the answer. */
  readonly calls?: readonly ToolCall[]
}

interface Deps {
  readonly fetch: typeof fetch
  readonly id: number
  /** The current draft. */
  readonly values: () => Values | undefined
}

/** Variables used in the first message and the instructions. */
export function variablesIn(...texts: readonly unknown[]): string[] {
  const names = texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => [...text.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)].map(([, name]) => name!))
  return [...new Set(names)]
}

/** Built-in variables of every conversation. */
export const KNOWN_VARIABLES: readonly string[] = [
  'customer_phone',
  'assistant_phone',
  'assistant_id',
  'assistant_name',
  'current_date',
  'current_time',
]

/** A conversation with an unsaved draft. Nothing of it is stored. */
export function createPlaygroundModel({ fetch: send, id, values }: Deps) {
  const turns = signal<readonly PlayedTurn[]>([])
  const draft = signal('')
  const error = signal<string>()
  const variables = signal<Readonly<Record<string, string>>>({})
  let running: AbortController | undefined
  let count = 0

  const isAnswering = computed(() => turns.value.some(({ isWriting }) => isWriting))
  /** Variables that the draft uses, with their values here. */
  const asked = computed(() => {
    const now = values()
    if (!now) return []
    const own = (now.variables ?? {}) as Record<string, unknown>
    return variablesIn(now.initial_message, now.system_prompt)
      .filter((name) => !KNOWN_VARIABLES.includes(name))
      .map((name) => ({ name, value: variables.value[name] ?? textOf(own[name]) }))
  })
  const greeting = computed(() => fillIn(values()))
  const spent = computed(() => ({
    cost: sum(({ cost }) => cost),
    tokens: sum(({ input_tokens, output_tokens }) => input_tokens + output_tokens),
  }))

  function sum(of: (end: PlaygroundEnd) => number): number {
    return turns.value.reduce((total, { end }) => total + (end ? of(end) : 0), 0)
  }

  function fillIn(now: Values | undefined): string {
    const all = { ...(now?.variables as object), ...variables.value } as Record<string, unknown>
    return String(now?.initial_message ?? '').replace(
      /\{\{\s*([\w.-]+)\s*\}\}/g,
      (_, name: string) =>
        name === 'assistant_name' ? String(now?.name ?? '') : textOf(all[name]),
    )
  }

  /** Sends the typed text; the answer is streamed. */
  async function say(): Promise<void> {
    const content = draft.value.trim()
    const now = values()
    if (content === '' || isAnswering.value || !now) return
    draft.value = ''
    error.value = undefined
    const before = turns.value
    const question: PlayedTurn = { id: ++count, role: 'user', content }
    const answer: PlayedTurn = { id: ++count, role: 'assistant', content: '', isWriting: true }
    turns.value = [...before, question, answer]
    running = new AbortController()
    const { signal: stopped } = running
    const isWhole = await follow(answer.id, now, [...before, question], stopped).catch(
      (failure: unknown) => {
        if (stopped.aborted) return true
        error.value = Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure)
        return false
      },
    )
    change(answer.id, { isWriting: false })
    const written = turns.value.find((turn) => turn.id === answer.id)
    // A message without any answer can be sent again.
    if (!isWhole && written?.content === '') {
      turns.value = turns.value.filter((turn) => turn.id < question.id)
      if (draft.value === '') draft.value = content
    }
  }

  async function follow(
    answer: number,
    fields: Values,
    history: readonly PlayedTurn[],
    stopped: AbortSignal,
  ): Promise<boolean> {
    const messages = [{ role: 'assistant', content: greeting.value }, ...history]
      .filter(({ content }) => content !== '')
      .map(({ role, content }) => ({ role, content }))
    const response = await send(apiUrl('tryDraft'), {
      method: 'POST',
      headers: {
        ...languageHeader,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ assistant_id: id, fields, variables: variables.value, messages }),
      signal: stopped,
    })
    if (!response.ok || !response.body)
      throw new ApiError(response.status, await response.json().catch(() => undefined))
    let isWhole = false
    for await (const event of readEvents(response.body)) {
      handleEvent(answer, event as PlaygroundEvent)
      isWhole ||= event.type === 'end'
    }
    return isWhole
  }

  function handleEvent(answer: number, event: PlaygroundEvent): void {
    if (event.type === 'input') change(answer, { input: event.data })
    if (event.type === 'end') change(answer, { end: event.data })
    if (event.type === 'call') {
      const { calls = [] } = turns.value.find((turn) => turn.id === answer) ?? {}
      const others = calls.filter(({ id: one }) => one !== event.data.id)
      change(answer, { calls: [...others, event.data] })
    }
    if (event.type === 'delta') {
      const { content = '' } = turns.value.find((turn) => turn.id === answer) ?? {}
      change(answer, { content: content + event.data.text })
    }
  }

  function change(turn: number, fields: Partial<PlayedTurn>): void {
    turns.value = turns.value.map((one) => (one.id === turn ? { ...one, ...fields } : one))
  }

  return {
    turns,
    draft,
    error,
    isAnswering,
    asked,
    greeting,
    spent,
    say,
    setVariable(name: string, value: string): void {
      variables.value = { ...variables.value, [name]: value }
    },
    restart(): void {
      running?.abort()
      turns.value = []
      error.value = undefined
    },
    halt: () => running?.abort(),
    stop: () => running?.abort(),
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
