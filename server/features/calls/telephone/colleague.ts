import type { Context } from '../../../context.ts'
import { callPhrasesFor } from '../../../language/call-phrases.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { Briefing } from '../answers/briefing.ts'
import { callQueries } from '../queries.ts'
import { isLive } from '../states.ts'
import { type StoredTransfer, transferQueries } from './transfer-queries.ts'

/** Keys of whoever is called. */
const TAKES = '1'
const DECLINES = '2'

/** Longest that somebody is briefed and asked, s. */
export const LONGEST_BRIEFING = 90

/** The transfer that a call is the second one of, while a caller waits for it. */
export function waitedFor(
  { db }: Pick<Context, 'db'>,
  { id, answered_by: by }: { readonly id: number; readonly answered_by: string },
): StoredTransfer | 'nobody' | undefined {
  const transfer = transferQueries(db).ofLeg(id)
  if (!transfer) return undefined
  const caller = callQueries(db).byId(transfer.callId)
  const waits = transfer.endedAt === null && caller && isLive(caller.status) && by !== 'machine'
  return waits ? transfer : 'nobody'
}

/** An assistant as it speaks to a colleague: it asks, waits, and asks once more. */
export const briefingAssistant = (assistant: AssistantWithLanguage): AssistantWithLanguage => ({
  ...assistant,
  mode: 'pipeline',
  tools: '[]',
  ambient_sound: 'off',
  fillers: 0,
  wait_for_customer: 0,
  reengagement_interval: 8,
  max_silence_duration: 20,
  max_initial_silence_duration: null,
})

interface Options {
  readonly transfer: StoredTransfer
  readonly assistant: AssistantWithLanguage
  /** Ends what the assistant says; the call goes on in the conference where the colleague takes it. */
  readonly close: () => void
}

/** The part of somebody who is called to take over a caller: they are told of the caller, and press a key. */
export function colleagueOf(context: Context, { transfer, assistant, close }: Options) {
  const { pressOne } = callPhrasesFor(assistant.language)
  let hasTaken = false

  async function take(): Promise<void> {
    const at = context.now().getTime()
    hasTaken = await context.write((tx) => transferQueries(context.db).accept(tx, transfer.id, at))
    close()
  }

  return {
    /** Everything that is said to them is known beforehand. */
    brief:
      (base: Briefing): Briefing =>
      async (question, language) => {
        const briefed = await base(question, language)
        const isFirst = question.cause.kind === 'greeting'
        const text = isFirst ? `${transfer.briefing} ${pressOne}` : pressOne
        return briefed && { ...briefed, tools: [], fixed: { text, isLast: false } }
      },
    press(digit: string): void {
      if (digit === TAKES)
        take().catch((error: unknown) => {
          context.log.error({ err: error }, 'a call could not be taken over')
        })
      else if (digit === DECLINES) close()
    },
    conference: (): string | undefined => (hasTaken ? transfer.conference : undefined),
  }
}
