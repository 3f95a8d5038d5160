import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { Transfer } from '../../conversations/tools/assistant-transfer.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import { createFillers } from '../session/fillers.ts'
import type { Successor } from '../session/session.ts'
import type { Briefing } from './briefing.ts'
import type { Engine } from './engine.ts'

interface Options {
  readonly variables: () => JsonObject
  /** The assistant that acts now, with the limits of the call. */
  readonly acting: () => AssistantWithLanguage | undefined
  /** Starts the engine of an assistant; `brief` wraps the call's briefing. */
  readonly start: (assistant: AssistantWithLanguage, wrap: (brief: Briefing) => Briefing) => Engine
}

/** Makes the engine of the assistant that a call is transferred to. */
export function createSuccession(
  { now }: Pick<Context, 'now'>,
  { variables, acting, start }: Options,
) {
  let pending: Transfer | undefined

  return {
    /** The call is transferred after the current words. */
    made(transfer: Transfer): void {
      pending = transfer
    },
    /** The successor that takes over now, once; undefined without a transfer. */
    next(): Successor | undefined {
      const transfer = pending
      const assistant = transfer && acting()
      pending = undefined
      if (!assistant) return undefined
      const greeting = greetingOf(assistant, variables(), now())
      return {
        ...start(assistant, greetingWith(greeting)),
        filler: createFillers(JSON.parse(assistant.filler_config)),
        hasOpening: transfer.greets && greeting.trim() !== '',
      }
    },
  }
}

/** The words with which an assistant greets on a call that was transferred to it. */
export const greetingOf = (
  assistant: AssistantWithLanguage,
  variables: JsonObject,
  now: Date,
): string => fillIn(assistant.initial_message, promptVariables(assistant, variables, now))

/** Greets with these words, whatever was said on the call before. */
const greetingWith =
  (text: string) =>
  (brief: Briefing): Briefing =>
  async (question, language) => {
    const briefed = await brief(question, language)
    const isGreeting = question.cause.kind === 'greeting'
    return briefed && isGreeting ? { ...briefed, fixed: { text, isLast: false } } : briefed
  }
