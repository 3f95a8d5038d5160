import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { smallTalkIn } from '../../../language/small-talk.ts'
import { createChannel } from '../../../providers/speech/channel.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { Payer } from '../../billing/budgets/shares.ts'
import { createExplanation } from '../../conversations/explanations/explain.ts'
import type { OfferedTool } from '../../conversations/tools/offered.ts'
import type { CallLog } from '../../conversations/turns/call-log.ts'
import { type Candidate, candidatesOf } from '../../conversations/turns/candidates.ts'
import type { ModelInput } from '../../conversations/turns/model-input.ts'
import { type Answered, answerInRounds } from '../../conversations/turns/rounds.ts'
import { leavesUnanswered, passagesUsed } from '../../conversations/turns/sources-of-answer.ts'
import type { Scribe } from '../session/scribe.ts'
import type { Question } from '../session/thoughts.ts'

/** Streams the assistant's words on a call; returns whether the call ends with them. */
export type Words = AsyncGenerator<string, boolean>

/** Inputs of an answer on a call. */
export interface ReplyInput {
  readonly assistant: AssistantWithLanguage
  readonly payer: Payer
  readonly scribe: Pick<Scribe, 'cost'>
  readonly tools: readonly OfferedTool[]
  readonly log: CallLog
  /** Not charged. */
  readonly isFree?: boolean
  /** False if there is nothing to answer. */
  readonly isAnswerable: boolean
  /** Reports whether an answer without words is valid, for example after a key press. */
  readonly mayBeSilent?: () => boolean
  /** @param marksUnanswered true if the model may mark an answer that answers nothing: the mark is taken out before it is spoken */
  input(marksUnanswered?: boolean): Promise<ModelInput>
  /** The answer is complete; not called for an interrupted one. */
  answered(question: Question): void
}

/** Style instructions for spoken answers. */
const SPOKEN =
  'You are speaking with the visitor on a voice call. Answer in one to three short sentences as one says them aloud: no lists, headings, links, emoji or Markdown.'
const END_IS_NEAR = 'The call ends in a few seconds: come to an end and say goodbye.'

/** Manner of an answer on a call: style instructions, and what else holds for the next answer. */
export const spokenManner = (isEndNear: boolean, others: readonly string[] = []): string =>
  [SPOKEN, ...(isEndNear ? [END_IS_NEAR] : []), ...others].join(' ')

/** Answers on web and telephone calls as in a chat: the same models, tools and budgets. */
export async function* reply(context: Context, asked: ReplyInput, question: Question): Words {
  const { assistant, tools } = asked
  const [first, ...others] = modelsFor(context, asked)
  if (!first || !asked.isAnswerable) {
    yield phrasesFor(assistant.language).unavailable
    return false
  }
  const words = createChannel<string>()
  const explanation = createExplanation(context, first)
  const input = await asked.input(true)
  const answering = answerInRounds(context, {
    payer: asked.payer,
    candidates: [first, ...others],
    input,
    tools,
    log: asked.log,
    signal: question.signal,
    onText: explanation.timed(words.push),
  })
  answering.then(words.end, words.fail)
  let isSilent = true
  for await (const text of words) {
    if (text.trim() !== '') isSilent = false
    yield text
  }
  const answered = await answering
  const { cost, endsChat, refused } = answered
  const basis = { baseId: assistant.knowledgebase_id, passages: passagesUsed(input, answered) }
  if (!refused)
    question.explain?.({
      explanation: explanation.of(answered, basis),
      isUnanswered: leavesOpen(question, assistant, answered),
    })
  asked.answered(question)
  if (cost > 0) asked.scribe.cost(cost)
  noteIncomplete(context, assistant, answered)
  const canEnd = tools.some((tool) => tool.endsChat)
  const isLast = endsChat || (canEnd && isFarewell(question, assistant.language))
  const instead = isSilent ? insteadOfSilence(asked, answered, isLast) : undefined
  if (instead !== undefined) yield instead
  return isLast
}

function modelsFor(context: Context, { assistant, isFree }: ReplyInput): Candidate[] {
  const candidates = candidatesOf(context, assistant)
  if (!isFree) return candidates
  return candidates.map(({ row, model }) => ({
    row: { ...row, input_price: 0, output_price: 0 },
    model,
  }))
}

function noteIncomplete(
  { log }: Context,
  { uuid }: AssistantWithLanguage,
  { result }: Answered,
): void {
  if (result.complete || result.reason === 'aborted') return
  const { reason, detail } = result
  log.warn({ assistant: uuid, reason, detail }, 'an answer on a call is incomplete')
}

/** Fallback words for an empty answer; undefined if none are needed. */
function insteadOfSilence(
  { assistant, mayBeSilent }: ReplyInput,
  { refused, result }: Answered,
  isLast: boolean,
): string | undefined {
  const { unavailable, overBudget, bye } = phrasesFor(assistant.language)
  if (refused) return assistant.over_budget_message ?? overBudget
  if (isLast) return bye
  return result.complete && mayBeSilent?.() ? undefined : unavailable
}

/** Reports whether the model said that it does not answer what the customer asked. */
const leavesOpen = (
  { cause }: Question,
  { language }: AssistantWithLanguage,
  { isUnanswered, result }: Answered,
): boolean =>
  cause.kind === 'reply' &&
  leavesUnanswered({ isUnanswered, question: cause.heard, language, result })

/** Detects a goodbye, because a model without tools cannot request the end of the call. */
const isFarewell = ({ cause }: Question, language: string): boolean =>
  cause.kind === 'reply' && smallTalkIn(cause.heard, language)?.kind === 'bye'
