import type { BuiltInTool } from '#contracts/assistant-tools.ts'

/** Control of a built-in tool's field. */
export type ToolControl =
  | 'line'
  | 'secret'
  | 'address'
  | 'prose'
  | 'flag'
  | 'number'
  | 'phone'
  | 'assistant'
  | 'json'
  | readonly string[]

/** Fields of each built-in tool in form order, required ones first. */
export const TOOL_FIELDS: Readonly<
  Record<BuiltInTool['type'], Readonly<Record<string, ToolControl>>>
> = {
  end_call: { description: 'prose' },
  call_transfer: {
    phone_number: 'line',
    description: 'prose',
    custom: 'flag',
    warm_transfer: 'flag',
    warm_transfer_message: 'prose',
    timezone: 'line',
  },
  warm_call_transfer: {
    supervisor_phone: 'line',
    outbound_phone_id: 'phone',
    description: 'prose',
    custom_sip: 'flag',
    caller_id_mode: ['outbound_number', 'customer_number', 'custom'],
    custom_caller_id: 'line',
    hold_message: 'prose',
    hold_music: ['hold_music', 'none'],
    hold_music_volume: 'number',
    briefing_initial_message: 'prose',
    summary_instructions: 'prose',
    connected_message: 'prose',
  },
  dtmf_input: { description: 'prose' },
  collect_keypad: { timeout: 'number', stop_key: ['#', '*'] },
  calendar_integration: {
    calendar_api_key: 'secret',
    calendar_event_slug: 'line',
    description: 'prose',
    calendar_team_slug: 'line',
    calendar_endpoint: ['us', 'eu', 'custom'],
    calendar_custom_endpoint: 'address',
    calendar_booking_fields: 'json',
  },
  assistant_transfer: {
    assistant_id: 'assistant',
    description: 'prose',
    message_before_transfer: 'prose',
    speak_transfer_greeting: 'flag',
  },
  text_message: { description: 'prose' },
}

/** A tool as it is added: the contract's defaults that are not empty. */
export const newTool = (type: string): Tool =>
  type === 'assistant_transfer' ? { type, speak_transfer_greeting: true } : { type }

/** Fields that apply only if another field has a given value. */
const ONLY_WHEN: Readonly<Record<string, readonly [field: string, value: unknown]>> = {
  warm_transfer_message: ['warm_transfer', true],
  custom_caller_id: ['caller_id_mode', 'custom'],
  hold_music_volume: ['hold_music', 'hold_music'],
  calendar_custom_endpoint: ['calendar_endpoint', 'custom'],
}

type Tool = Readonly<Record<string, unknown>>

/** Fields of a tool that currently apply. */
export function fieldsOfTool(
  tool: Tool,
): readonly (readonly [name: string, control: ToolControl])[] {
  const fields = TOOL_FIELDS[tool['type'] as BuiltInTool['type']] ?? {}
  return Object.entries(fields).filter(([name]) => {
    const [field, value] = ONLY_WHEN[name] ?? []
    if (field === undefined) return true
    // An unset field has its default, the first option of its list.
    const control = fields[field]
    const standard = Array.isArray(control) ? control[0] : false
    return (tool[field] ?? standard) === value
  })
}
