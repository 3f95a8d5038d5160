import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { actingAssistant } from '../../assistants/acting.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { telephoneToolQueries } from '../../conversations/tools/call-queries.ts'
import type { OfferedTool } from '../../conversations/tools/offered.ts'
import { type CallLog, callLogOf } from '../../conversations/turns/call-log.ts'
import { modelInput } from '../../conversations/turns/model-input.ts'
import { isSearchable, offerTools } from '../../conversations/turns/offer-tools.ts'
import type { TurnWithCalls } from '../../conversations/turns/prompt.ts'
import { madeCallOf } from '../../conversations/turns/tool-messages.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import { isDestination } from '../../phone-numbers/destinations.ts'
import { lookupQueries } from '../../platform/lookups/queries.ts'
import { type ToAssistant, transfersOn } from '../answers/assistant-transfers.ts'
import type { Briefing, FixedWords } from '../answers/briefing.ts'
import { spokenManner } from '../answers/reply.ts'
import { hintOf, type Whispers } from '../answers/whispers.ts'
import { openingWords, recordingNotice } from '../opening.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { recordCall } from '../record.ts'
import type { Scribe } from '../session/scribe.ts'
import type { Question } from '../session/thoughts.ts'
import { turnOf } from '../transcript.ts'
import { callVariables } from '../variables.ts'
import { collectingOf, keypadHint } from './keypad.ts'
import { payerOnTelephone } from './payer.ts'
import { textMessageTools } from './text-message-tool.ts'
import { tonesTools } from './tones-tool.ts'
import { transferTools } from './transfer-tool.ts'
import type { createWarmTransfer } from './warm-transfer.ts'

interface Place {
  readonly callId: number
  readonly scribe: Pick<Scribe, 'readable' | 'cost'>
  readonly whispers: Pick<Whispers, 'waiting' | 'used'>
  /** Transfers the call to this number, E.164, after the current words. */
  readonly transfer: (number: string) => void
  /** The warm transfers of the call. */
  readonly warm: Pick<ReturnType<typeof createWarmTransfer>, 'ask' | 'words' | 'isAsked'>
  readonly toAssistant: ToAssistant
  /** Sends DTMF tones; resolves to false if someone spoke before. */
  readonly press: (digits: string, signal: AbortSignal) => Promise<boolean>
}

/**
 * Briefs a model for answers on a telephone call. Greeting, voicemail message and re-engagement are fixed
 * words.
 */
export function briefingByTelephone(context: Context, place: Place): Briefing {
  const { callId, scribe, whispers } = place
  return async (question, language) => {
    // The words to be answered must be in the transcript first.
    await scribe.readable()
    const { db } = context
    const call = callQueries(db).byId(callId)
    const row = call && actingAssistant(db, call)
    if (!call || !row) return undefined
    const assistant = { ...row, language }
    const on = { call, assistant }
    let hasPressed = false
    const press: Place['press'] = async (digits, signal) => {
      hasPressed = await place.press(digits, signal)
      return hasPressed
    }
    // The Sandbox also plays calls from websites, which have no line.
    const hasLine = call.type !== 'web'
    const tools = hasLine
      ? telephoneTools(context, on, { ...place, press })
      : chatTools(context, on, place)
    const collecting = hasLine ? collectingOf(JSON.parse(assistant.tools)) : undefined
    const whispered = whispers.waiting()
    const ids = assistantQueries(db).languagesOf(assistant.id)
    const secondaryLanguages = ids.flatMap((id) => lookupQueries(db).languageCode(id) ?? [])
    return {
      assistant,
      payer: payerOnTelephone({ id: call.assistant_id, user_id: call.user_id }),
      tools,
      scribe,
      log: logOf(context, call),
      isAnswerable: true,
      mayBeSilent: () => hasPressed || place.warm.isAsked(),
      fixed: place.warm.words() ?? fixedWords(context, on, question),
      input: () =>
        modelInput(context, {
          assistant: { ...assistant, secondaryLanguages },
          variables: callVariables(call),
          history: saidOn(context, callId),
          hint: hintOf(whispered),
          manner: spokenManner(question.isEndNear, collecting ? [keypadHint(collecting)] : []),
          canSearch: isSearchable(tools),
        }),
      answered({ signal }) {
        if (!signal.aborted) whispers.used(whispered)
      },
    }
  }
}

/** The tools available on a telephone call: those of a chat, and those that need a line. */
export function telephoneTools(
  context: Context,
  on: Speaker,
  {
    toAssistant,
    transfer,
    warm,
    press,
  }: Pick<Place, 'toAssistant' | 'transfer' | 'warm' | 'press'>,
): readonly OfferedTool[] {
  const { assistant } = on
  const builtIn = JSON.parse(assistant.tools) as BuiltInTool[]
  const isAllowed = (country: string) => isDestination(context, assistant.user_id, country)
  const ways = { language: assistant.language, isAllowed, pass: transfer, announce: warm.ask }
  const offered = chatTools(context, on, { toAssistant })
  return [
    ...offered,
    ...transferTools(builtIn, ways),
    ...tonesTools(builtIn, press),
    ...textMessageTools(context, builtIn, on.call),
  ]
}

const chatTools = (
  context: Context,
  { call, assistant }: Speaker,
  { toAssistant }: Pick<Place, 'toAssistant'>,
): readonly OfferedTool[] =>
  offerTools(context, {
    userId: assistant.user_id,
    timezone: assistant.timezone,
    builtIn: JSON.parse(assistant.tools) as BuiltInTool[],
    toolIds: assistantQueries(context.db).toolsOf(assistant.id),
    mcpToolIds: assistantQueries(context.db).mcpToolsOf(assistant.id),
    knowledge: assistant,
    transfers: transfersOn(context, call, toAssistant),
  })

/** The turns of a call with their tool calls. */
export function saidOn({ db }: Pick<Context, 'db'>, callId: number): readonly TurnWithCalls[] {
  const rows = callQueries(db).utterances(callId)
  const last = rows.at(-1)?.turn ?? 0
  const calls = Map.groupBy(
    telephoneToolQueries(db).between(callId, 0, last),
    ({ answers_seq: turn }) => turn,
  )
  return rows.map((row) => {
    const own = calls.get(row.turn)
    return { ...turnOf(row), ...(own && { calls: own.map(madeCallOf) }) }
  })
}

interface Speaker {
  readonly call: StoredCall
  readonly assistant: AssistantWithLanguage
}

function fixedWords(
  context: Context,
  on: Speaker,
  { cause: { kind } }: Question,
): FixedWords | undefined {
  const { call, assistant } = on
  const isForMachine = call.answered_by === 'machine' && assistant.end_call_on_voicemail === 1
  if (isForMachine)
    return { text: said(context, on, assistant.voice_mail_message ?? ''), isLast: true }
  if (kind === 're-engagement') return { text: speakUpText(context, on), isLast: false }
  if (kind === 'greeting') return { text: opening(context, on), isLast: false }
  if (isGreetingDue(context, on)) return { text: greeting(context, on), isLast: false }
  return undefined
}

const said = ({ now }: Context, { call, assistant }: Speaker, text: string): string =>
  fillIn(text, promptVariables(assistant, callVariables(call), now()))

function speakUpText(context: Context, on: Speaker): string {
  const { reengagement_prompt: prompt, language } = on.assistant
  return prompt ? said(context, on, prompt) : phrasesFor(language).stillThere
}

const greeting = (context: Context, on: Speaker): string =>
  said(context, on, on.assistant.initial_message)

/** Opening words of a call; after a failed transfer, asks whether the caller is still there. */
function opening(context: Context, on: Speaker): string {
  const isBack = on.assistant.wait_for_customer === 0 && hasSpoken(context, on)
  if (isBack) return phrasesFor(on.assistant.language).stillThere
  return openingWords(on.assistant, greeting(context, on))
}

/** Reports whether the greeting is still due: it answers the first words of a customer or machine that speaks first. */
function isGreetingDue(context: Context, on: Speaker): boolean {
  const { wait_for_customer: waits, initial_message: text } = on.assistant
  const isLater = waits === 1 || on.call.answered_by === 'machine'
  return isLater && text.trim() !== '' && !hasSpoken(context, on)
}

/** Reports whether the assistant has said anything besides the recording notice. */
function hasSpoken({ db }: Context, { call, assistant }: Speaker): boolean {
  const notice = recordingNotice(assistant)
  return callQueries(db)
    .spoken(call.id)
    .some(({ speaker, content }) => speaker === 'assistant' && !notice.startsWith(content))
}

/** Logs tool calls with the turn that they answer, and updates the record of the call. */
function logOf(context: Context, { id, user_id: userId, turn_count: turns }: StoredCall): CallLog {
  return callLogOf(context, {
    queries: telephoneToolQueries(context.db),
    ownerId: id,
    answersSeq: Math.max(0, turns - 1),
    isThere: () => callQueries(context.db).byId(id) !== undefined,
    publish: (tx) => {
      if (callQueries(context.db).byId(id)) recordCall(tx, context, userId, id, 'call.updated')
    },
  })
}
