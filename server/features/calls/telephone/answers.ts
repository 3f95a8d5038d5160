import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import type { CallLog } from '../../conversations/turns/call-log.ts'
import { modelInput } from '../../conversations/turns/model-input.ts'
import { isSearchable, offerTools } from '../../conversations/turns/offer-tools.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import { lookupQueries } from '../../platform/lookups/queries.ts'
import { type Asked, reply, spokenHint, type Words } from '../answers/reply.ts'
import type { Whispers } from '../answers/whispers.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { callVariables } from '../reply.ts'
import type { Scribe } from '../session/scribe.ts'
import type { Question } from '../session/thoughts.ts'
import { turnOf } from '../transcript.ts'
import { transferTools } from './transfer-tool.ts'

interface Place {
  readonly callId: number
  readonly scribe: Pick<Scribe, 'written' | 'cost'>
  readonly whispers: Pick<Whispers, 'waiting' | 'used'>
  /** Passes the call on to this number, E.164, after the words that are said. */
  readonly transfer: (number: string) => void
}

/** Answers on a telephone call: greeting, voicemail message, and the model's answers to what was said. */
export function answersByTelephone(
  context: Context,
  { callId, ...place }: Place,
): (question: Question) => Words {
  return async function* (question): Words {
    // What is to be answered is in the transcript first.
    await place.scribe.written()
    const { db } = context
    const call = callQueries(db).byId(callId)
    const assistant = call && assistantQueries(db).byId(call.assistant_id)
    if (!call || !assistant) return true
    const on = { call, assistant, ...place }
    const isForMachine = call.answered_by === 'machine' && assistant.end_call_on_voicemail === 1
    const { kind } = question.cause
    if (isForMachine) yield said(context, on, assistant.voice_mail_message ?? '')
    else if (kind === 're-engagement') yield speakingUp(context, on)
    else if (kind === 'greeting' || isGreetingDue(context, on)) yield greeting(context, on)
    else return yield* reply(context, briefed(context, on, question), question)
    return isForMachine
  }
}

interface OnCall extends Omit<Place, 'callId'> {
  readonly call: StoredCall
  readonly assistant: AssistantWithLanguage
}

type Speaker = Pick<OnCall, 'call' | 'assistant'>

const said = ({ now }: Context, { call, assistant }: Speaker, text: string): string =>
  fillIn(text, promptVariables(assistant, callVariables(call), now()))

function speakingUp(context: Context, on: Speaker): string {
  const { reengagement_prompt: prompt, language } = on.assistant
  return prompt ? said(context, on, prompt) : phrasesFor(language).stillThere
}

/** The greeting; where nobody has taken a call that was passed on, the caller is asked for. */
function greeting(context: Context, on: Speaker): string {
  const { initial_message: text, language, wait_for_customer: waits } = on.assistant
  const isBack = on.call.turn_count > 0 && waits === 0
  return isBack ? phrasesFor(language).stillThere : said(context, on, text)
}

/** Reports whether the greeting is still to come: it answers the first words where the customer speaks first. */
function isGreetingDue(
  { db }: Context,
  { call, assistant: { wait_for_customer: waits, initial_message: text } }: Speaker,
): boolean {
  if (waits === 0 || text.trim() === '') return false
  return !callQueries(db)
    .spoken(call.id)
    .some(({ speaker }) => speaker === 'assistant')
}

function briefed(context: Context, on: OnCall, question: Question): Asked {
  const { db } = context
  const { call, assistant, scribe, whispers, transfer } = on
  const whispered = whispers.waiting()
  const builtIn = JSON.parse(assistant.tools) as BuiltInTool[]
  const offered = offerTools(context, {
    userId: assistant.user_id,
    timezone: assistant.timezone,
    builtIn,
    toolIds: assistantQueries(db).toolsOf(assistant.id),
    knowledge: assistant,
  })
  const tools = [...offered, ...transferTools(builtIn, transfer)]
  const ids = assistantQueries(db).languagesOf(assistant.id)
  const secondaryLanguages = ids.flatMap((id) => lookupQueries(db).languageCode(id) ?? [])
  return {
    assistant,
    payer: {
      userId: assistant.user_id,
      assistantId: assistant.id,
      conversationId: null,
      visitorId: null,
    },
    tools,
    scribe,
    log: unkept(),
    isAnswerable: true,
    input: () =>
      modelInput(context, {
        assistant: { ...assistant, secondaryLanguages },
        variables: callVariables(call),
        history: callQueries(db).spoken(call.id).map(turnOf),
        hint: spokenHint(question.isEndNear, whispered),
        canSearch: isSearchable(tools),
      }),
    answered({ signal }) {
      if (!signal.aborted) whispers.used(whispered)
    },
  }
}

/** Calls of tools stand with messages of a conversation, and a telephone call has none. */
function unkept(): CallLog {
  let count = 0
  return {
    begin: async () => {
      count += 1
      return count
    },
    end: async () => {},
  }
}
