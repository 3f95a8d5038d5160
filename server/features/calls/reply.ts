import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { phrasesFor } from '../../language/phrases.ts'
import { smallTalkIn } from '../../language/small-talk.ts'
import { fitted } from '../../providers/llm/fit.ts'
import { generate } from '../../providers/llm/generate.ts'
import type { Reply, Spoken } from '../../providers/voice/provider.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { modelInput } from '../conversations/turns/model-input.ts'
import { fillIn, promptVariables } from '../conversations/variables.ts'
import { chatModel } from '../platform/lookups/models.ts'
import { callQueries, type StoredCall } from './queries.ts'
import { turnOf } from './transcript.ts'

type Needs = Pick<Context, 'db' | 'now' | 'sleep' | 'randomBytes' | 'models' | 'config' | 'log'>

const SILENCE: Reply = { says: '', hangsUp: false }

interface Heard {
  readonly callId: number
  /** Words of the customer that are answered, if there are any. */
  readonly heard: string | undefined
}

/**
 * Makes an assistant's turn on the telephone: its initial message first, to a machine its voicemail message, and then
 * its model's answer to what it heard.
 * @throws the reason of `signal` once that is aborted.
 */
export async function replyOnCall(
  context: Needs,
  { callId, heard }: Heard,
  signal: AbortSignal,
): Promise<Reply> {
  const { db, now } = context
  const calls = callQueries(db)
  const call = calls.byId(callId)
  const assistant = call && assistantQueries(db).byId(call.assistant_id)
  if (!call || !assistant) return SILENCE
  const variables = callVariables(call)
  const say = (text: string) => fillIn(text, promptVariables(assistant, variables, now()))

  if (call.answered_by === 'machine' && assistant.end_call_on_voicemail === 1)
    return { says: say(assistant.voice_mail_message ?? ''), hangsUp: true }
  const spoken = calls.spoken(callId)
  const waits = assistant.wait_for_customer === 1
  const isFirst = waits
    ? !spoken.some(({ speaker }) => speaker === 'customer')
    : call.turn_count === 0
  if (isFirst && !(waits && heard === undefined))
    return { says: say(assistant.initial_message), hangsUp: false }
  if (heard === undefined) return SILENCE
  const said = [...spoken, { speaker: 'customer' as const, content: heard }]
  return answer(context, { assistant, variables, said, heard }, signal)
}

interface Question {
  readonly assistant: AssistantWithLanguage
  readonly variables: JsonObject
  /** Everything that was said until now. */
  readonly said: readonly Spoken[]
  readonly heard: string
}

const END_CALL = 'end_call'

/** The model's answer, as in a chat; it may end the call where the assistant has that tool. */
async function answer(
  context: Needs,
  { assistant, variables, said, heard }: Question,
  signal: AbortSignal,
): Promise<Reply> {
  const { db, models } = context
  const { language } = assistant
  const row = chatModel(db, assistant)
  const model = row && models.of(row)
  if (!model) return { says: phrasesFor(language).unavailable, hangsUp: false }
  const ending = endingOf(assistant)
  const asked = {
    model,
    ...(await modelInput(context, {
      assistant,
      variables,
      history: said.map(turnOf),
    })),
    ...(ending && { tools: [ending] }),
    signal,
  }
  const result = await generate(fitted(asked, row.context_tokens))
  signal.throwIfAborted()
  if (!result.complete) {
    const { reason, detail } = result
    context.log.warn({ assistant: assistant.uuid, reason, detail }, 'an answer is incomplete')
  }
  const asksToEnd = result.toolCalls.some(({ toolName }) => toolName === END_CALL)
  const hangsUp = ending !== undefined && (asksToEnd || isFarewell(heard, language))
  const says = result.text.trim()
  if (says !== '') return { says, hangsUp }
  const { bye, unavailable } = phrasesFor(language)
  return { says: hangsUp ? bye : unavailable, hangsUp }
}

/** The `end_call` tool of an assistant, as models take it. */
function endingOf({ tools }: AssistantWithLanguage) {
  const tool = (JSON.parse(tools) as { type: string; description?: string }[]).find(
    ({ type }) => type === END_CALL,
  )
  if (!tool) return undefined
  return {
    type: 'function' as const,
    name: END_CALL,
    description: tool.description ?? 'End the call once everything is said.',
    inputSchema: { type: 'object' as const, properties: {} },
  }
}

/** A model that cannot use tools cannot ask for it: after a goodbye there is nothing left to say. */
const isFarewell = (heard: string, language: string): boolean =>
  smallTalkIn(heard, language)?.kind === 'bye'

/** The variables of a call: what it was begun with, and the numbers it really has. */
export function callVariables(call: StoredCall): JsonObject {
  return {
    ...(JSON.parse(call.input_variables) as JsonObject),
    customer_phone: call.client_phone_number ?? '',
    assistant_phone: call.assistant_phone_number ?? '',
  }
}
