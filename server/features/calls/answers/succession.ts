import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { initialMessage } from '../../conversations/start.ts'
import type { Transfer } from '../../conversations/tools/assistant-transfer.ts'
import { createFillers } from '../session/fillers.ts'
import type { Party } from '../session/session.ts'
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
    next(): Party | undefined {
      const transfer = pending
      const assistant = transfer && acting()
      pending = undefined
      if (!assistant) return undefined
      const greeting = initialMessage(assistant, variables, now())
      return {
        ...start(assistant, greetingWith(greeting)),
        filler: createFillers(JSON.parse(assistant.filler_config)),
        hasOpening: transfer.greets && greeting.trim() !== '',
      }
    },
  }
}

/** Greets with these words, whatever was said on the call before. */
const greetingWith =
  (text: string) =>
  (brief: Briefing): Briefing =>
  async (question, language) => {
    const briefed = await brief(question, language)
    const isGreeting = question.cause.kind === 'greeting'
    return briefed && isGreeting ? { ...briefed, fixed: { text, isLast: false } } : briefed
  }
