import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { Turn } from '#contracts/public-chat.ts'
import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import type { Transfers } from '../../conversations/tools/assistant-transfer.ts'
import type { OfferedTool } from '../../conversations/tools/offered.ts'
import type { CallLog } from '../../conversations/turns/call-log.ts'
import { modelInput } from '../../conversations/turns/model-input.ts'
import { isSearchable, offerTools } from '../../conversations/turns/offer-tools.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import type { Briefing } from '../answers/briefing.ts'
import { spokenManner } from '../answers/reply.ts'
import type { Question } from '../session/thoughts.ts'
import type { Draft } from './draft.ts'

/** Tools of a draft: those of a chat. */
export const toolsOfDraft = (
  context: Context,
  { assistant, toolIds, mcpToolIds }: Draft,
  transfers?: Transfers,
): readonly OfferedTool[] =>
  offerTools(context, {
    userId: assistant.user_id,
    timezone: assistant.timezone,
    builtIn: JSON.parse(assistant.tools) as BuiltInTool[],
    toolIds,
    mcpToolIds,
    knowledge: assistant,
    transfers,
  })

interface PracticePlace {
  /** The assistant that answers now. */
  readonly draft: () => Draft
  readonly transfers: () => Transfers
  /** Everything said so far. */
  readonly history: () => readonly Turn[]
}

/** Briefs a model for answers of a draft. */
export function briefingOfDraft(
  context: Context,
  { draft, transfers, history }: PracticePlace,
): Briefing {
  return async (question, language) => {
    const acting = draft()
    const { variables, secondaryLanguages } = acting
    const assistant = { ...acting.assistant, language }
    const { id: assistantId, user_id: userId } = assistant
    const tools = toolsOfDraft(context, { ...acting, assistant }, transfers())
    const text = fixedText(context, { ...acting, assistant }, question, history())
    return {
      assistant,
      payer: { userId, assistantId, conversationId: null, visitorId: null },
      // There is no record of it.
      scribe: { cost: () => {} },
      tools,
      log: unkept(),
      isAnswerable: true,
      fixed: text === undefined ? undefined : { text, isLast: false },
      input: () =>
        modelInput(context, {
          assistant: { ...assistant, secondaryLanguages },
          variables,
          history: history(),
          manner: spokenManner(question.isEndNear),
          canSearch: isSearchable(tools),
        }),
      answered: () => {},
    }
  }
}

/** Words of a greeting and of a silence; undefined for what a model has to find. */
function fixedText(
  { now }: Context,
  { assistant, variables }: Draft,
  { cause: { kind } }: Question,
  history: readonly Turn[],
): string | undefined {
  const { initial_message: greeting, reengagement_prompt: prompt, language } = assistant
  const said = (text: string) => fillIn(text, promptVariables(assistant, variables, now()))
  if (kind === 're-engagement') return prompt ? said(prompt) : phrasesFor(language).stillThere
  // Where the customer speaks first, the greeting answers their first words.
  const isDue =
    assistant.wait_for_customer === 1 &&
    greeting.trim() !== '' &&
    !history.some(({ role }) => role === 'assistant')
  return kind === 'greeting' || isDue ? said(greeting) : undefined
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
