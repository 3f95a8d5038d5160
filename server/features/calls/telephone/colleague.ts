import type { Context } from '../../../context.ts'
import { callPhrasesFor } from '../../../language/call-phrases.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { Briefing } from '../answers/briefing.ts'
import { callQueries } from '../queries.ts'
import { isLive } from '../states.ts'
import { type StoredTransfer, transferQueries } from './transfer-queries.ts'

/** Keys for the called colleague. */
const TAKES = '1'
const DECLINES = '2'

/** Maximum duration of a briefing, s. */
export const MAX_BRIEFING_S = 90

/** The transfer to which a second call belongs, while its caller is waiting. */
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

/** An assistant's settings for briefing a colleague: it asks, waits, and asks once more. */
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
  /** Ends the assistant's part; if the colleague accepts, the call continues in the conference. */
  readonly close: () => void
}

/** The second call of a warm transfer: the colleague is briefed and presses a key. */
export function colleagueOf(context: Context, { transfer, assistant, close }: Options) {
  const { pressOne } = callPhrasesFor(assistant.language)
  let hasTaken = false

  async function take(): Promise<void> {
    const at = context.now().getTime()
    hasTaken = await context.write((tx) => transferQueries(context.db).accept(tx, transfer.id, at))
    close()
  }

  return {
    /** Replaces answers by fixed words. */
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
