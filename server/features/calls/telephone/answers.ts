import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import type { CallLog } from '../../conversations/turns/call-log.ts'
import { modelInput } from '../../conversations/turns/model-input.ts'
import { isSearchable, offerTools } from '../../conversations/turns/offer-tools.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import { lookupQueries } from '../../platform/lookups/queries.ts'
import { type Asked, reply, spokenHint, type Words } from '../live/reply.ts'
import type { Scribe } from '../live/scribe.ts'
import type { Question } from '../live/thoughts.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { callVariables } from '../reply.ts'
import { turnOf } from '../transcript.ts'

interface Place {
  readonly callId: number
  readonly scribe: Pick<Scribe, 'written' | 'cost'>
}

/** Answers on a telephone call: greeting, voicemail message, and the model's answers to what was said. */
export function answersByTelephone(
  context: Context,
  { callId, scribe }: Place,
): (question: Question) => Words {
  return async function* (question): Words {
    // What is to be answered is in the transcript first.
    await scribe.written()
    const { db, now } = context
    const call = callQueries(db).byId(callId)
    const assistant = call && assistantQueries(db).byId(call.assistant_id)
    if (!call || !assistant) return true
    const say = (text: string) =>
      fillIn(text, promptVariables(assistant, callVariables(call), now()))
    if (call.answered_by === 'machine' && assistant.end_call_on_voicemail === 1) {
      yield say(assistant.voice_mail_message ?? '')
      return true
    }
    const { kind } = question.cause
    if (kind === 'reply' && !isGreetingDue(context, call, assistant))
      return yield* reply(
        context,
        briefed(context, { call, assistant, scribe }, question),
        question,
      )
    const { reengagement_prompt: prompt, language, initial_message: greeting } = assistant
    yield kind === 're-engagement' ? say(prompt ?? phrasesFor(language).stillThere) : say(greeting)
    return false
  }
}

/** Reports whether the greeting is still to come: it answers the first words where the customer speaks first. */
function isGreetingDue(
  { db }: Context,
  { id }: StoredCall,
  { wait_for_customer: waits, initial_message: greeting }: AssistantWithLanguage,
): boolean {
  if (waits === 0 || greeting.trim() === '') return false
  return !callQueries(db)
    .spoken(id)
    .some(({ speaker }) => speaker === 'assistant')
}

interface OnCall extends Pick<Place, 'scribe'> {
  readonly call: StoredCall
  readonly assistant: AssistantWithLanguage
}

function briefed(context: Context, { call, assistant, scribe }: OnCall, question: Question): Asked {
  const { db } = context
  const tools = offerTools(context, {
    userId: assistant.user_id,
    timezone: assistant.timezone,
    builtIn: JSON.parse(assistant.tools),
    toolIds: assistantQueries(db).toolsOf(assistant.id),
    knowledge: assistant,
  })
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
        hint: spokenHint(question.isEndNear),
        canSearch: isSearchable(tools),
      }),
    answered: () => {},
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
