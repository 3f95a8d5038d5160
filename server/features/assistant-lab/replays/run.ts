import { inEnglish } from '#contracts/catalogues.ts'
import type { PlaygroundEnd } from '#contracts/playground.ts'
import type { ReplayAnswer, ReplayEvent } from '#contracts/replays.ts'
import type { Context } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { latestVersion } from '../../assistants/versions.ts'
import { presentTurn } from '../../conversations/messages/present.ts'
import { unansweredQueries } from '../../conversations/unanswered/queries.ts'
import { fromDollars } from '../../platform/values/dollars.ts'
import { answerAsDraft } from '../playground/answer.ts'
import type { Draft } from '../playground/draft.ts'
import { fingerprintOf } from './fingerprint.ts'
import { judgeAnswers } from './judge.ts'
import { presentReplay } from './present.ts'
import { replayQueries } from './queries.ts'
import { type ReplayedQuestion, textOf } from './questions.ts'
import { recordedTools } from './recorded-tools.ts'
import { verdictByRules } from './verdict.ts'

type Needs = Parameters<typeof answerAsDraft>[0] & Parameters<typeof judgeAnswers>[0]

interface Run {
  readonly assistant: AssistantWithLanguage
  readonly draft: Draft
  /** Name of the model that answers. */
  readonly model: string
  readonly questions: readonly ReplayedQuestion[]
  readonly isJudged: boolean
  /** Aborted when it is cancelled. */
  readonly signal: AbortSignal
  readonly send: (event: ReplayEvent) => void
}

/** Answers generated at the same time. */
const MAX_CONCURRENT = 3

/** Maximum length of a stored answer, UTF-16 units. */
const MAX_KEPT = 20_000

/**
 * Has a draft answer questions again and stores the result. Answers that were cut off are left out: by a cancellation, by an
 * exhausted budget, or because there is no money or no model any more.
 */
export async function runReplay(context: Needs & Pick<Context, 'write'>, run: Run): Promise<void> {
  const { db, write, now, log } = context
  const { assistant, draft, model, questions, isJudged, signal, send } = run
  const startedAt = now()
  send({ type: 'start', data: { total: questions.length } })
  const answers: { question: ReplayedQuestion; answer: ReplayAnswer }[] = []
  let cost = 0
  let next = 0
  let isCut = false
  async function work(): Promise<void> {
    while (next < questions.length && !signal.aborted && !isCut) {
      const question = questions[next++]!
      const answered = await answerAgain(context, run, question)
      cost += answered.cost
      if (answered.isOverBudget) isCut = true
      if (signal.aborted || answered.isOverBudget) return
      answers.push({ question, answer: answered.answer })
      send({ type: 'answer', data: answered.answer })
    }
  }
  /** Keeps what was paid for. */
  function cutShort(error: unknown): void {
    isCut = true
    log.warn({ err: error }, 'a replay was cut short')
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, () => work().catch(cutShort)))
  const { id: assistant_id, user_id } = assistant
  const row = {
    user_id,
    assistant_id,
    model,
    is_judged: Number(isJudged),
    status: signal.aborted || isCut ? ('cancelled' as const) : ('done' as const),
    fingerprint: fingerprintOf(draft),
    base_version: latestVersion(db, assistant).number,
    cost,
    duration_ms: Math.round(now().getTime() - startedAt.getTime()),
    created_at: startedAt.getTime(),
  }
  const id = await write((tx) => replayQueries(db).insert(tx, row, answers.map(stored)))
  const replay = replayQueries(db).find(user_id, assistant_id, id)!
  send({ type: 'end', data: presentReplay(replay, null) })
}

interface Answered {
  readonly answer: ReplayAnswer
  /** Micro-dollars. */
  readonly cost: number
  /** True if an exhausted budget cut it off, so that the answer says nothing about the draft. */
  readonly isOverBudget: boolean
}

/** Answers one question with the draft, and compares the answer with what was said. */
async function answerAgain(
  context: Needs,
  { assistant, draft, isJudged, signal }: Run,
  { conversation, variables, history, reply, calls }: ReplayedQuestion,
): Promise<Answered> {
  let text = ''
  let lacksTool = false
  let end: PlaygroundEnd | undefined
  const tools: string[] = []
  const noteMissing = () => {
    lacksTool = true
  }
  await answerAsDraft(context, {
    userId: assistant.user_id,
    assistantId: assistant.id,
    draft,
    variables,
    history: history.map(presentTurn),
    signal,
    localizer: inEnglish,
    withTools: (offered) => recordedTools(offered, calls, noteMissing),
  })((event) => {
    if (event.type === 'delta') text += event.data.text
    if (event.type === 'call' && event.data.status === 'running') tools.push(event.data.name)
    if (event.type === 'end') end = event.data
  })
  const { seq } = history.at(-1)!
  const isByPerson = reply.some(({ author }) => author === 'operator')
  const { complete: isWhole = false, detail: problem = '', cost: price = 0 } = end ?? {}
  const isOverBudget = end?.reason === 'over_budget'
  const after = text.slice(0, MAX_KEPT).toWellFormed()
  const before = textOf(reply)
  const language = assistant.language
  const wasWhole = reply.every(({ status }) => status === 'complete')
  const byRules = verdictByRules({
    before,
    wasWhole,
    // A person may have answered it nevertheless.
    wasUnanswered: !isByPerson && unansweredQueries(context.db).has(conversation.id, seq),
    after,
    isWhole,
    isUnanswered: end?.is_unanswered ?? false,
    lacksTool,
    language,
  })
  const judged =
    isJudged && byRules.rule === 'differs' && !signal.aborted && !isOverBudget
      ? await judgeAnswers(context, {
          assistant,
          transcript: history.map(presentTurn),
          before,
          after,
          signal,
        })
      : undefined
  const answer: ReplayAnswer = {
    conversation_id: conversation.uuid,
    seq,
    question: history.at(-1)!.content,
    before,
    is_by_person: isByPerson,
    after,
    ...byRules,
    detail: isWhole ? '' : problem,
    ...(judged && { verdict: judged.verdict, rule: 'model' as const, detail: judged.detail }),
    tools,
  }
  return { answer, cost: fromDollars(price) + (judged?.cost ?? 0), isOverBudget }
}

const stored = ({ question, answer }: { question: ReplayedQuestion; answer: ReplayAnswer }) => ({
  conversation_id: question.conversation.id,
  question_seq: answer.seq,
  reply_seq: question.reply.at(-1)!.seq,
  content: answer.after,
  verdict: answer.verdict,
  reason: JSON.stringify({ rule: answer.rule, detail: answer.detail }),
  tools: JSON.stringify(answer.tools),
})
