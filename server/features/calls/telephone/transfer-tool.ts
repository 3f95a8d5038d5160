import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { type CallPhrases, callPhrasesFor } from '../../../language/call-phrases.ts'
import { type Argument, faultOf, inputSchemaOf } from '../../conversations/tools/arguments.ts'
import { done, type OfferedTool, refused } from '../../conversations/tools/offered.ts'
import { type ParsedNumber, parseNumber } from '../../platform/values/telephone.ts'
import type { WarmTransferRequest } from './warm-transfer.ts'

type ToolOf<type extends BuiltInTool['type']> = Extract<BuiltInTool, { type: type }>

/** The available transfers. */
interface Ways {
  /** ISO 639-1 code of the assistant's language. */
  readonly language: string
  /** Reports whether calls to a country, ISO code, are allowed. */
  readonly isAllowed: (country: string) => boolean
  /** Transfers the call to this number, E.164, after the assistant's last words. */
  readonly pass: (number: string) => void
  /** Has somebody called first; resolves to a sentence for the model where that cannot be. */
  readonly announce: (request: WarmTransferRequest) => Promise<string | undefined>
}

const NOT_ALLOWED = 'The call cannot be passed on: calls to that country are not allowed.'

const SUMMARY =
  'Two or three sentences for the person who is called: who is calling, what they want, and what has been agreed so far.'

/**
 * The tools that pass a call on. It goes to the number that the operator has set, and to no other: a caller could talk a
 * model into an expensive one.
 */
export function transferTools(builtIn: readonly BuiltInTool[], ways: Ways): readonly OfferedTool[] {
  return builtIn.flatMap((tool) => {
    if (tool.type === 'warm_call_transfer') return warmTool(tool, ways)
    if (tool.type !== 'call_transfer') return []
    const number = parseNumber(tool.phone_number)
    if (!number) return []
    return tool.warm_transfer
      ? announcedTransferTool(tool, number, ways)
      : [coldTool(tool, number, ways)]
  })
}

function coldTool(
  { description }: ToolOf<'call_transfer'>,
  number: ParsedNumber,
  { isAllowed, pass }: Ways,
): OfferedTool {
  return {
    name: 'transfer_call',
    description: description ?? 'Connect the caller with a person.',
    inputSchema: inputSchemaOf([]),
    changesThings: true,
    endsChat: true,
    async run() {
      if (!isAllowed(number.country)) return refused(NOT_ALLOWED)
      pass(number.e164)
      return done('The caller is connected after your next words. Say so in one sentence.')
    },
  }
}

/** `call_transfer` that announces the caller to the person. */
function announcedTransferTool(
  tool: ToolOf<'call_transfer'>,
  number: ParsedNumber,
  ways: Ways,
): OfferedTool[] {
  const { description, warm_transfer_message: message } = tool
  const { hold, briefing, connected } = callPhrasesFor(ways.language)
  const request = { number, fromId: undefined, hold, briefing, connected, music: 80 }
  return [
    toolFor(ways, request, {
      name: 'transfer_call',
      description: description ?? 'Connect the caller with a person.',
      summary: SUMMARY,
      saying: message
        ? `Follow this for what to say before the caller waits: ${message}`
        : 'Ask the caller in one sentence to hold the line.',
    }),
  ]
}

/** `warm_call_transfer`; none for an address of SIP, which the provider of calls has no number for. */
function warmTool(tool: ToolOf<'warm_call_transfer'>, ways: Ways): OfferedTool[] {
  const number = tool.custom_sip ? undefined : parseNumber(tool.supervisor_phone)
  if (!number) return []
  const phrases = callPhrasesFor(ways.language)
  const or = (text: string, key: keyof CallPhrases) => (text.trim() === '' ? phrases[key] : text)
  const hold = or(tool.hold_message, 'hold')
  const request = {
    number,
    fromId: tool.outbound_phone_id,
    hold,
    briefing: or(tool.briefing_initial_message, 'briefing'),
    connected: or(tool.connected_message, 'connected'),
    music: tool.hold_music === 'none' ? 0 : tool.hold_music_volume,
  }
  return [
    toolFor(ways, request, {
      name: 'warm_transfer_call',
      description: tool.description,
      summary: tool.summary_instructions.trim() === '' ? SUMMARY : tool.summary_instructions,
      saying: `Say exactly this and nothing else: ${hold}`,
    }),
  ]
}

interface Texts {
  readonly name: string
  readonly description: string
  /** Instructions for the summary. */
  readonly summary: string
  /** Words for the caller, as the model is told. */
  readonly saying: string
}

function toolFor(
  { isAllowed, announce }: Ways,
  request: Omit<WarmTransferRequest, 'summary'>,
  { name, description, summary, saying }: Texts,
): OfferedTool {
  const schema: readonly Argument[] = [{ name: 'summary', type: 'string', description: summary }]
  return {
    name,
    description,
    inputSchema: inputSchemaOf(schema),
    changesThings: true,
    async run(args) {
      const fault = faultOf(schema, args)
      if (fault !== undefined) return refused(fault)
      if (!isAllowed(request.number.country)) return refused(NOT_ALLOWED)
      const refusal = await announce({ ...request, summary: String(args['summary']) })
      if (refusal !== undefined) return refused(refusal)
      return done(
        `The person is being called. ${saying} The caller then waits, and comes back to you if nobody takes the call.`,
      )
    },
  }
}
