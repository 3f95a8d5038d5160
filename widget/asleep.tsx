import type { VNode } from 'preact'
import type { AnswerPack } from '#contracts/answer-pack-file.ts'
import type { PublicAssistant } from '#contracts/widget.ts'
import { ApiError } from './api-error.ts'
import { Answer } from './asleep/answer.tsx'
import { createAnswering, type Quote } from './asleep/answering.ts'
import { asleepFacts } from './asleep/facts.ts'
import { Foot } from './asleep/foot.tsx'
import { loadPack } from './asleep/load-pack.ts'
import type { ChatModel } from './model.ts'
import { sendLeft } from './more/left.ts'
import type { RawOptions } from './options.ts'
import type { MessageProps } from './parts/message.tsx'
import type { View } from './view.ts'

/** Answers from a pack while Parley cannot be reached. */
export interface Asleep {
  /** False once Parley is back; its answers stay visible. */
  readonly isOn: boolean
  /** The pack's answer to a message; undefined for none. */
  answerTo(clientId: string): readonly Quote[] | undefined
  /** Reports whether a message was written while Parley could not be reached. */
  has(clientId: string): boolean
  Answer(props: Pick<MessageProps, 'view' | 'message'>): VNode | null
  Foot(view: View): VNode
  /** Facts to be said to screen readers, in words. */
  facts(view: View): Map<string, string>
}

/** Pauses between attempts to reach Parley, ms: the first counts as an interruption, not as an absence. */
const FIRST_PAUSE = 3000
const PAUSE = 5000
const MAX_PAUSE = 60_000
/** Status codes of proxies whose Parley does not respond. */
const OF_PROXIES = [0, 502, 503, 504]

const attempts = new WeakMap<ChatModel, Promise<boolean>>()

/** Takes over if there is a pack and Parley stays out of reach; resolves with whether it does. */
export function sleep(model: ChatModel, options: RawOptions): Promise<boolean> {
  const known = attempts.get(model)
  if (known) return known
  const attempt = begin(model, options).finally(() => {
    if (!model.state.asleep?.isOn) attempts.delete(model)
  })
  attempts.set(model, attempt)
  return attempt
}

async function begin(model: ChatModel, options: RawOptions): Promise<boolean> {
  const { state, tools } = model
  const id = String(options['assistant'])
  const pack = await loadPack(options)
  if (!pack) return false
  if (state.assistant) {
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE))
    if (await reach()) return false
  }
  const answer = createAnswering(pack)
  const answers = new Map<string, readonly Quote[] | undefined>()
  let pause = PAUSE
  let timer: ReturnType<typeof setTimeout>

  /** The assistant as Parley knows it; undefined while it does not respond. */
  async function reach(): Promise<PublicAssistant | undefined> {
    try {
      return await tools.api.assistant(id)
    } catch (error) {
      const { status } = error instanceof ApiError ? error : { status: 0 }
      return OF_PROXIES.includes(status) ? undefined : state.assistant
    }
  }

  // Events come while an attempt is under way, and each would begin a series of its own.
  let isTrying = false

  async function watch(): Promise<void> {
    if (isTrying) return
    isTrying = true
    clearTimeout(timer)
    const assistant = await reach()
    isTrying = false
    if (assistant) return wake(assistant)
    timer = setTimeout(watch, pause * (1 + Math.random() / 2))
    pause = Math.min(MAX_PAUSE, pause * 1.5)
  }

  async function wake(assistant: PublicAssistant): Promise<void> {
    removeEventListener('online', watch)
    document.removeEventListener('visibilitychange', watch)
    attempts.delete(model)
    model.set({ assistant, asleep: { ...asleep, isOn: false } })
    model.wake()
    await sendLeft(model)
  }

  const asleep: Asleep = {
    isOn: true,
    answerTo(clientId) {
      if (!answers.has(clientId)) {
        const at = state.outbox.findIndex(({ client_id }) => client_id === clientId)
        const entry = state.outbox[at]
        if (!entry) return undefined
        answers.set(clientId, answer(entry.content, state.outbox[at - 1]?.content))
      }
      return answers.get(clientId)
    },
    has: (clientId) => answers.has(clientId),
    Answer,
    Foot,
    facts: asleepFacts,
  }
  addEventListener('online', watch)
  document.addEventListener('visibilitychange', watch)
  timer = setTimeout(watch, pause)
  // The launcher loads the chat at the next visit, too, and with it what waits in the outbox.
  if (!tools.storage.read().token) tools.storage.write({ token: '' })
  state.assistant ??= standIn(pack)
  model.set({ asleep })
  // Messages that are shown already get their answers.
  await tools.outbox.refresh()
  return true
}

/** The assistant as the pack describes it. */
function standIn({
  assistant,
  name,
  language,
  initial_message,
  settings,
}: AnswerPack): PublicAssistant {
  return {
    id: assistant,
    name,
    language,
    initial_message,
    settings,
    draft_preview: false,
    web_calls: null,
    away: null,
    reply_minutes: null,
    email_replies: true,
    picture: null,
    team: [],
    team_online: false,
  }
}
