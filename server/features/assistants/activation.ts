import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { InvalidFields } from '../../errors.ts'
import { chatModel } from '../platform/lookups/models.ts'
import { changeAssistant } from './change.ts'
import type { AssistantWithLanguage } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/**
 * Lets an assistant answer visitors.
 * @throws InvalidFields when its model is not there any more.
 */
export function activate(context: Needs, assistant: AssistantWithLanguage): AssistantWithLanguage {
  if (!chatModel(context.db, assistant)) {
    const field = assistant.mode === 'pipeline' ? 'llm_model_id' : 'chat_llm_fallback_id'
    throw new InvalidFields({
      [field]: [fault('model_not_available')],
    })
  }
  return setStatus(context, assistant, 'active')
}

/** Stops an assistant: to visitors it is as if it were not there. */
export function deactivate(
  context: Needs,
  assistant: AssistantWithLanguage,
): AssistantWithLanguage {
  return setStatus(context, assistant, 'inactive')
}

function setStatus(
  context: Needs,
  assistant: AssistantWithLanguage,
  status: 'active' | 'inactive',
): AssistantWithLanguage {
  return assistant.status === status ? assistant : changeAssistant(context, assistant, { status })
}
