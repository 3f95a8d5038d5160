import { expect, test } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { anotherAccount } from '../support/accounts.ts'
import { assistantBody, send } from '../support/assistants.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** A server whose owner has the number with id 1, while another account has the one with id 2. */
async function withNumbers() {
  const server = await startServer()
  const number = { phone_number: '+4930123456', type: 'normal' } as const
  await server.call(createPhoneNumber, { body: number })
  await (await anotherAccount(server)).call(createPhoneNumber, { body: number })
  return server
}

/** Creates an assistant with these tools; the tools as returned, or the errors. */
async function outcome(server: TestServer, tools: unknown) {
  const body = { ...(await assistantBody(server)), tools }
  const answer = await send(server, 'POST', '/user/assistant', body)
  if (answer.status !== 201) return answer.body.errors
  const { data } = await server.call(listAssistants, { query: { per_page: 100 } })
  return data.at(-1)!.tools
}

const REQUIRED = {
  call_transfer: { type: 'call_transfer', phone_number: '+4930123456' },
  warm_call_transfer: {
    type: 'warm_call_transfer',
    supervisor_phone: '+4930123457',
    outbound_phone_id: 1,
    description: 'When a person is asked for',
  },
  end_call: { type: 'end_call' },
  dtmf_input: { type: 'dtmf_input' },
  collect_keypad: { type: 'collect_keypad' },
  calendar_integration: {
    type: 'calendar_integration',
    calendar_api_key: 'key',
    calendar_event_slug: 'visit',
  },
}
type ToolType = keyof typeof REQUIRED

const DEFAULTS: Record<ToolType, object> = {
  call_transfer: { warm_transfer: false },
  warm_call_transfer: {
    custom_sip: false,
    caller_id_mode: 'outbound_number',
    hold_music: 'hold_music',
    hold_music_volume: 80,
    hold_message: expect.stringMatching(/\w/),
    summary_instructions: expect.stringMatching(/\w/),
    briefing_initial_message: expect.stringMatching(/\w/),
    connected_message: expect.stringMatching(/\w/),
  },
  end_call: {},
  dtmf_input: {},
  collect_keypad: { timeout: 5, stop_key: '#' },
  calendar_integration: { calendar_endpoint: 'us' },
}

const OPTIONAL: Record<ToolType, object> = {
  call_transfer: {
    description: 'When asked',
    custom: true,
    timezone: 'Europe/Berlin',
    warm_transfer: true,
    warm_transfer_message: 'Say who calls',
  },
  warm_call_transfer: {
    custom_sip: true,
    caller_id_mode: 'custom',
    custom_caller_id: '+4930',
    hold_music: 'none',
    hold_music_volume: 0,
    hold_message: 'Wait',
    summary_instructions: 'Briefly',
    briefing_initial_message: 'Hi',
    connected_message: '',
  },
  end_call: { description: 'When all is said' },
  dtmf_input: { description: 'In menus' },
  collect_keypad: { timeout: 30, stop_key: '*' },
  calendar_integration: {
    calendar_team_slug: 'team',
    calendar_endpoint: 'custom',
    calendar_custom_endpoint: 'https://calendar.example.com/v2',
    calendar_booking_fields: [
      { slug: 'size', type: 'select', label: 'Size', required: true, options: ['S', 'L'] },
    ],
    description: 'When a date is asked for',
  },
}

const TYPES = Object.keys(REQUIRED) as ToolType[]

test.each(TYPES)('%s needs only its required fields, and the rest has defaults', async (type) => {
  const server = await withNumbers()
  const bare = REQUIRED[type]
  const nothing = Object.fromEntries(Object.keys(OPTIONAL[type]).map((name) => [name, null]))
  expect(await outcome(server, [bare, { ...bare, ...nothing }])).toEqual([
    { ...bare, ...DEFAULTS[type] },
    { ...bare, ...DEFAULTS[type] },
  ])
})

test.each(TYPES)('%s is returned as flat as it was sent, without unknown fields', async (type) => {
  const server = await withNumbers()
  const whole = { ...REQUIRED[type], ...OPTIONAL[type] }
  expect(await outcome(server, [{ ...whole, unknown: 1, config: { a: 1 } }])).toEqual([whole])
})

test.each(
  TYPES.flatMap((type) =>
    Object.keys(REQUIRED[type])
      .filter((field) => field !== 'type')
      .map((field) => [type, field] as const),
  ),
)('%s without %s is rejected, and nothing else is named', async (type, field) => {
  const server = await withNumbers()
  const sentence = `The tools.1.${field.replaceAll('_', ' ')} field is required.`
  for (const absent of [undefined, null]) {
    const tools = [{ type: 'end_call' }, { ...REQUIRED[type], [field]: absent }]
    expect(await outcome(server, tools)).toEqual({ [`tools.1.${field}`]: [sentence] })
  }
})

const STRING = 'must be a string.'
const FLAG = 'field must be true or false.'

const faults: [type: ToolType, field: string, value: unknown, rest: string][] = [
  ['call_transfer', 'phone_number', 49, STRING],
  ['call_transfer', 'phone_number', ' ', 'field is required.'],
  ['call_transfer', 'phone_number', '\0', 'must be valid text.'],
  ['call_transfer', 'custom', 'true', FLAG],
  ['call_transfer', 'timezone', 'Mars/Phobos', 'must be a valid timezone.'],
  ['call_transfer', 'warm_transfer', 'false', FLAG],
  ['call_transfer', 'warm_transfer_message', 1, STRING],
  ['warm_call_transfer', 'supervisor_phone', 49, STRING],
  ['warm_call_transfer', 'outbound_phone_id', '1e0', 'must be an integer.'],
  ['warm_call_transfer', 'outbound_phone_id', 9999, 'selected'],
  ['warm_call_transfer', 'outbound_phone_id', 2, 'selected'],
  ['warm_call_transfer', 'custom_sip', 'yes', FLAG],
  ['warm_call_transfer', 'caller_id_mode', 'anonymous', 'selected'],
  ['warm_call_transfer', 'custom_caller_id', 49, STRING],
  ['warm_call_transfer', 'hold_music', 'jazz', 'selected'],
  ['warm_call_transfer', 'hold_music_volume', 101, 'must be between 0 and 100.'],
  ['warm_call_transfer', 'hold_music_volume', -1, 'must be between 0 and 100.'],
  ['warm_call_transfer', 'hold_music_volume', 50.5, 'must be an integer.'],
  ['warm_call_transfer', 'hold_music_volume', '50', 'must be an integer.'],
  ['warm_call_transfer', 'hold_message', ['x'], STRING],
  ['end_call', 'description', 1, STRING],
  ['dtmf_input', 'description', {}, STRING],
  ['collect_keypad', 'timeout', 0, 'must be between 1 and 30.'],
  ['collect_keypad', 'timeout', 31, 'must be between 1 and 30.'],
  ['collect_keypad', 'timeout', '5', 'must be an integer.'],
  ['collect_keypad', 'stop_key', '0', 'selected'],
  ['calendar_integration', 'calendar_endpoint', 'asia', 'selected'],
  ['calendar_integration', 'calendar_custom_endpoint', 'javascript:1', 'must be a valid URL.'],
  ['calendar_integration', 'calendar_booking_fields', 'x', 'must be an array.'],
]

test('an error in a tool names only the tool’s field', async () => {
  const server = await withNumbers()
  for (const [type, field, value, rest] of faults) {
    const name = `tools.0.${field.replaceAll('_', ' ')}`
    const sentence =
      rest === 'selected' ? `The selected ${name} is invalid.` : `The ${name} ${rest}`
    expect([value, await outcome(server, [{ ...REQUIRED[type], [field]: value }])]).toEqual([
      value,
      { [`tools.0.${field}`]: [sentence] },
    ])
  }
})

test('numeric limits are inclusive', async () => {
  const server = await withNumbers()
  for (const [type, field, value] of [
    ['collect_keypad', 'timeout', 1],
    ['collect_keypad', 'timeout', 30],
    ['warm_call_transfer', 'hold_music_volume', 0],
    ['warm_call_transfer', 'hold_music_volume', 100],
  ] as const) {
    expect(await outcome(server, [{ ...REQUIRED[type], [field]: value }])).toMatchObject([
      { [field]: value },
    ])
  }
})

test('a supervisor may be reached at an extension or a SIP address', async () => {
  const server = await withNumbers()
  for (const supervisor_phone of ['1001', 'sip:desk@example.com', '+4930123457']) {
    const tool = { ...REQUIRED.warm_call_transfer, supervisor_phone, custom_sip: true }
    expect(await outcome(server, [tool])).toMatchObject([{ supervisor_phone, custom_sip: true }])
  }
})

test('an id in a tool may be a digit string, and is returned as an integer', async () => {
  const server = await withNumbers()
  const tool = { ...REQUIRED.warm_call_transfer, outbound_phone_id: '1' }
  expect(await outcome(server, [tool])).toMatchObject([{ outbound_phone_id: 1 }])
})

test('a booking field is validated one level deeper', async () => {
  const server = await withNumbers()
  const field = { slug: 'size', type: 'text', label: 'Size' }
  const tool = (change: object) => ({
    ...REQUIRED.calendar_integration,
    calendar_booking_fields: [field, { ...field, ...change }],
  })
  const place = 'tools.0.calendar_booking_fields.1'
  const said = 'The tools.0.calendar booking fields.1'
  const rows: [change: object, field: string, rest: string][] = [
    [{ slug: undefined }, 'slug', 'field is required.'],
    [{ type: null }, 'type', 'field is required.'],
    [{ label: ' ' }, 'label', 'field is required.'],
    [{ required: 'no' }, 'required', FLAG],
    [{ options: 'S' }, 'options', 'must be an array.'],
    [{ options: [7] }, 'options.0', STRING],
  ]
  for (const [change, name, rest] of rows) {
    expect(await outcome(server, [tool(change)])).toEqual({
      [`${place}.${name}`]: [`${said}.${name} ${rest}`],
    })
  }
  expect(await outcome(server, [tool({ required: 1 })])).toMatchObject([
    {
      calendar_booking_fields: [
        { ...field, required: false },
        { ...field, required: true },
      ],
    },
  ])
})

test.each([
  [[{ type: 'teleport' }], 'tools.0.type', 'The selected tools.0.type is invalid.'],
  [[{}], 'tools.0.type', 'The tools.0.type field is required.'],
  [[{ type: 'toString' }], 'tools.0.type', 'The selected tools.0.type is invalid.'],
  [[7], 'tools.0', 'The tools.0 must be an object.'],
  [[null], 'tools.0', 'The tools.0 field is required.'],
  [{ type: 'end_call' }, 'tools', 'The tools must be an array.'],
  ['end_call', 'tools', 'The tools must be an array.'],
])('%j is not a list of tools', async (tools, field, sentence) => {
  expect(await outcome(await withNumbers(), tools)).toEqual({ [field]: [sentence] })
})

test('another account’s number and a missing one are rejected with the same bytes', async () => {
  const server = await withNumbers()
  const body = await assistantBody(server)
  const answers = [2, 9999].map((outbound_phone_id) =>
    send(server, 'POST', '/user/assistant', {
      ...body,
      tools: [{ ...REQUIRED.warm_call_transfer, outbound_phone_id }],
    }),
  )
  const [foreign, missing] = await Promise.all(answers)
  expect(foreign!.status).toBe(422)
  expect(foreign).toEqual(missing)
})
