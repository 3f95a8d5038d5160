import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { InvalidFields } from '../../errors.ts'
import { chatModel } from '../platform/lookups/models.ts'
import { changeAssistant } from './change.ts'
import type { AssistantWithLanguage } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs' | 'now'>

/**
 * Activates an assistant for visitors.
 * @throws InvalidFields if its model no longer exists
 */
export function activate(
  tx: Tx,
  context: Needs,
  assistant: AssistantWithLanguage,
): AssistantWithLanguage {
  if (!chatModel(context.db, assistant)) {
    const field = assistant.mode === 'pipeline' ? 'llm_model_id' : 'chat_llm_fallback_id'
    throw new InvalidFields({
      [field]: [fault('model_not_available')],
    })
  }
  return setStatus(tx, context, assistant, { status: 'active', switched_off: 0 })
}

/**
 * Switches an assistant off, also a new one: to visitors it looks as if it did not exist, and it places no calls. Its
 * campaigns stop.
 */
export function deactivate(
  tx: Tx,
  context: Needs,
  assistant: AssistantWithLanguage,
): AssistantWithLanguage {
  // A trigger has its campaigns take their turn now.
  tx.afterCommit(context.jobs.wake)
  return setStatus(tx, context, assistant, { status: 'inactive', switched_off: 1 })
}

function setStatus(
  tx: Tx,
  context: Needs,
  assistant: AssistantWithLanguage,
  state: Pick<AssistantWithLanguage, 'status' | 'switched_off'>,
): AssistantWithLanguage {
  const isSame = assistant.status === state.status && assistant.switched_off === state.switched_off
  return isSame ? assistant : changeAssistant(tx, context, assistant, state)
}
