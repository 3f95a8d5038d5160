import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { Turn } from '#contracts/public-chat.ts'
import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import type { CallLog } from '../../conversations/turns/call-log.ts'
import { modelInput } from '../../conversations/turns/model-input.ts'
import { isSearchable, offerTools } from '../../conversations/turns/offer-tools.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import { type Asked, reply, spokenHint, type Words } from '../answers/reply.ts'
import type { Question } from '../session/thoughts.ts'
import type { Draft } from './draft.ts'

interface Place {
  readonly draft: Draft
  /** Language that is spoken now, two letters. */
  readonly language: () => string
  /** Everything that was said until now. */
  readonly history: () => readonly Turn[]
}

/** Answers of a draft, as on a call of the assistant that it would be. */
export function answersOfDraft(context: Context, place: Place): (question: Question) => Words {
  return async function* (question): Words {
    const { kind } = question.cause
    const { initial_message: greeting, reengagement_prompt: prompt } = place.draft.assistant
    if (kind === 'greeting' || isGreetingDue(place)) yield fixed(context, place, greeting)
    else if (kind === 're-engagement')
      yield prompt ? fixed(context, place, prompt) : phrasesFor(place.language()).stillThere
    else return yield* reply(context, briefed(context, place, question), question)
    return false
  }
}

/** The greeting answers the first words where the customer speaks first. */
function isGreetingDue({ draft: { assistant }, history }: Place): boolean {
  const { wait_for_customer: waits, initial_message: text } = assistant
  return waits === 1 && text.trim() !== '' && !history().some(({ role }) => role === 'assistant')
}

const fixed = ({ now }: Context, { draft: { assistant, variables } }: Place, text: string) =>
  fillIn(text, promptVariables(assistant, variables, now()))

function briefed(
  context: Context,
  { draft, language, history }: Place,
  { isEndNear }: Question,
): Asked {
  const { variables, secondaryLanguages, toolIds } = draft
  const assistant = { ...draft.assistant, language: language() }
  const { id: assistantId, user_id: userId } = assistant
  const tools = offerTools(context, {
    userId,
    timezone: assistant.timezone,
    builtIn: JSON.parse(assistant.tools) as BuiltInTool[],
    toolIds,
    knowledge: assistant,
  })
  return {
    assistant,
    payer: { userId, assistantId, conversationId: null, visitorId: null },
    tools,
    // There is no record of it.
    scribe: { cost: () => {} },
    log: unkept(),
    isAnswerable: true,
    input: () =>
      modelInput(context, {
        assistant: { ...assistant, secondaryLanguages },
        variables,
        history: history(),
        hint: spokenHint(isEndNear),
        canSearch: isSearchable(tools),
      }),
    answered: () => {},
  }
}

function unkept(): CallLog {
  let count = 0
  return {
    async begin() {
      count += 1
      return count
    },
    end: async () => {},
  }
}
