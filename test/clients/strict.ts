/*
 * A client of the strict kind, as those that hand an API to a language model are: every answer must be JSON, a number
 * must be a number, and a lookup a bare array. It knows a base address and a key, and nothing else of Parley.
 *
 *   node strict.ts http://127.0.0.1:4317/api "$KEY"
 */

const [base = '', key = ''] = process.argv.slice(2)

type Json = Record<string, unknown>
type Shape = Readonly<Record<string, Kind>>
type Kind =
  | 'integer'
  | 'number'
  | 'string'
  | 'boolean'
  | 'object'
  | 'array'
  | 'string?'
  | 'integer?'

function told(line: string): void {
  console.log(line)
}

async function ask(method: string, path: string, body?: Json | FormData): Promise<unknown> {
  const isForm = body instanceof FormData
  const response = await fetch(base + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const data = parsed(text, `${method} ${path}`)
  if (!response.ok) {
    const { message, error } = data as { message?: string; error?: string }
    throw new Error(`${response.status}: ${message ?? error}`)
  }
  return data
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${what} answered no JSON: "${text.slice(0, 80)}"`)
  }
}

/** Checks an object, field by field, and hands it on. */
function shaped(value: unknown, shape: Shape, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${what} is no object: ${JSON.stringify(value)}`)
  for (const [name, kind] of Object.entries(shape)) {
    const field: unknown = Reflect.get(value, name)
    if (!isOf(kind, field))
      throw new TypeError(`${what}.${name} is ${JSON.stringify(field)}, which is no ${kind}`)
  }
  return value as Json
}

function isOf(kind: Kind, field: unknown): boolean {
  if (kind.endsWith('?')) return field === null || isOf(kind.slice(0, -1) as Kind, field)
  if (kind === 'integer') return Number.isSafeInteger(field)
  if (kind === 'array') return Array.isArray(field)
  if (kind === 'object') return typeof field === 'object' && field !== null && !Array.isArray(field)
  return typeof field === kind
}

function listed(value: unknown, shape: Shape, what: string): Json[] {
  if (!Array.isArray(value)) throw new TypeError(`${what} is no bare array`)
  return value.map((item) => shaped(item, shape, what))
}

const ENVELOPE: Shape = {
  current_page: 'integer',
  data: 'array',
  first_page_url: 'string',
  from: 'integer?',
  last_page: 'integer',
  last_page_url: 'string',
  links: 'array',
  next_page_url: 'string?',
  path: 'string',
  per_page: 'integer',
  prev_page_url: 'string?',
  to: 'integer?',
  total: 'integer',
}

function paged(value: unknown, shape: Shape, what: string): Json[] {
  return listed(shaped(value, ENVELOPE, what)['data'], shape, what)
}

/** Checks that a refusal comes with a status and a sentence. */
async function refused(status: number, method: string, path: string, body?: Json): Promise<void> {
  const failure = await ask(method, path, body).then(
    () => undefined,
    (error: Error) => error.message,
  )
  if (!failure?.startsWith(`${status}: `) || failure.length < 8)
    throw new Error(`${method} ${path} should be refused with ${status}, not: ${failure}`)
  told(`${method} ${path} is refused: ${failure}`)
}

const NAMED: Shape = { id: 'integer', name: 'string' }
const CODED: Shape = { ...NAMED, code: 'string' }

const me = shaped(
  await ask('GET', '/user/me'),
  { name: 'string', email: 'string', total_balance: 'number' },
  'me',
)
told(`signed in as ${me['name']}`)
await ask('POST', '/user/ledger', { amount: 25, note: 'strict client' })

const [language] = listed(
  await ask('GET', '/user/assistants/languages'),
  { ...NAMED, iso_2: 'string' },
  'language',
)
const of = `language_id=${language!['id']}`
const [voice] = listed(
  await ask('GET', `/user/assistants/voices?${of}&mode=pipeline`),
  {
    ...NAMED,
    language_id: 'integer',
    gender: 'string',
    preview_url: 'string',
    accent: 'string?',
    age: 'string?',
    synthesizer_provider_id: 'integer?',
  },
  'voice',
)
const [model] = listed(await ask('GET', '/user/assistants/models'), NAMED, 'model')
listed(await ask('GET', '/user/assistants/models?type=multimodal'), CODED, 'multimodal model')
listed(await ask('GET', `/user/assistants/synthesizer-providers?${of}`), CODED, 'synthesizer')
listed(await ask('GET', `/user/assistants/transcriber-providers?${of}`), CODED, 'transcriber')
told(`chose ${voice!['name']} in ${language!['name']}`)

const number = shaped(
  (
    (await ask('POST', '/user/phone-numbers', {
      phone_number: '+14155552671',
      type: 'normal',
      sms_capable: true,
    })) as Json
  )['data'],
  { id: 'integer', phone_number: 'string', country_code: 'string', type_label: 'string' },
  'number',
)
listed(
  await ask('GET', '/user/assistants/phone-numbers?type=inbound'),
  {
    id: 'integer',
    phone_number: 'string',
    country_code: 'string',
    type_label: 'string',
    is_available: 'boolean',
  },
  'assignable number',
)
listed(
  await ask('GET', '/user/phone-numbers'),
  { id: 'integer', phone_number: 'string' },
  'sending number',
)
told(`added ${number['phone_number']}`)

const SUMMARY: Shape = { ...NAMED, status: 'string', type: 'string', mode: 'string' }
const created = shaped(
  (
    (await ask('POST', '/user/assistant', {
      name: 'Strict',
      voice_id: voice!['id'],
      language_id: language!['id'],
      llm_model_id: model!['id'],
      type: 'outbound',
      mode: 'pipeline',
      timezone: 'UTC',
      initial_message: 'Hello {{customer_name}}!',
      system_prompt: 'We are open from 9 to 18.',
      tools: [{ type: 'end_call', description: 'When the customer says goodbye.' }],
      post_call_schema: [
        { name: 'city', type: 'string', description: 'Where the customer lives.' },
      ],
    })) as Json
  )['data'],
  SUMMARY,
  'created assistant',
)
const id = created['id'] as number
const ASSISTANT: Shape = {
  ...SUMMARY,
  uuid: 'string',
  fillers: 'integer',
  end_call_on_voicemail: 'integer',
  llm_temperature: 'string',
  voice_stability: 'string',
  record: 'boolean',
  endpoint_sensitivity: 'number',
  variables: 'object',
  tools: 'array',
  max_duration: 'integer',
  webhook_url: 'string?',
}
const assistant = shaped(await ask('GET', `/user/assistant/${id}`), ASSISTANT, 'assistant')
shaped(
  ((await ask('PUT', `/user/assistant/${id}`, { name: 'Stricter', record: true })) as Json)['data'],
  SUMMARY,
  'changed assistant',
)
shaped(
  ((await ask('POST', `/user/assistant/${id}/activate`)) as Json)['data'],
  SUMMARY,
  'active assistant',
)
listed(await ask('GET', '/user/assistants'), ASSISTANT, 'assistants')
listed(await ask('GET', '/user/assistants/outbound'), ASSISTANT, 'outbound assistants')
paged(await ask('GET', '/user/assistants/get?per_page=1'), ASSISTANT, 'page of assistants')
told(`made, changed and activated assistant ${id}`)

for (const which of ['webhook', 'inbound-webhook', 'conversation-ended-webhook']) {
  const body = { assistant_id: id, webhook_url: 'https://www.example.com/hook' }
  const answer = shaped(
    await ask('POST', `/user/assistants/enable-${which}`, body),
    { message: 'string', data: 'array' },
    which,
  )
  await ask('POST', `/user/assistants/disable-${which}`, { assistant_id: id })
  told(String(answer['message']))
}

const sms = shaped(
  (
    (await ask('POST', '/user/sms', {
      from: number['id'],
      to: '+12025550123',
      body: 'Hello',
    })) as Json
  )['data'],
  {
    id: 'integer',
    phone_number_id: 'integer',
    to: 'string',
    body: 'string',
    user_id: 'integer',
    segments: 'integer',
    segment_price: 'number',
    total_cost: 'number',
    status: 'string',
    sms_sid: 'string',
    created_at: 'string',
  },
  'sms',
)
paged(
  await ask('GET', `/user/sms?to=${encodeURIComponent(String(sms['to']))}`),
  { id: 'integer', total_cost: 'number' },
  'sms page',
)
told(`sent a text message for ${sms['total_cost']}`)

const CALL: Shape = {
  id: 'integer',
  assistant_name: 'string',
  campaign_name: 'string',
  type: 'string',
  duration: 'integer',
  client_phone_number: 'string?',
  status: 'string',
  transcript: 'string',
  variables: 'object',
  evaluation: 'object',
  webhook_response: 'object',
  carrier_cost: 'number',
  total_cost: 'number',
  answered_by: 'string',
  recording_url: 'string?',
}
const placed = shaped(
  await ask('POST', '/user/make_call', {
    assistant_id: id,
    phone_number: '+12025550105',
    variables: { customer_name: 'Ada' },
  }),
  { message: 'string', call_id: 'integer', status: 'string' },
  'placed call',
)
const OVER = ['completed', 'busy', 'no-answer', 'failed']
let call = shaped(await ask('GET', `/user/calls/${placed['call_id']}`), CALL, 'call')
while (!OVER.includes(String(call['status']))) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  call = shaped(await ask('GET', `/user/calls/${placed['call_id']}`), CALL, 'call')
}
paged(await ask('GET', '/user/calls?status=completed&type=outbound'), CALL, 'calls')
told(`placed call ${call['id']}: ${call['status']} after ${call['duration']} s`)

const started = shaped(
  await ask('POST', '/conversations', {
    assistant_id: assistant['uuid'],
    variables: { customer_name: 'Ada' },
  }),
  { status: 'boolean', conversation_id: 'string', history: 'array' },
  'started chat',
)
const chat = `/conversations/${started['conversation_id']}`
const turn = shaped(
  await ask('POST', `${chat}/messages`, { message: 'When are you open?' }),
  { status: 'boolean', message: 'string', function_calls: 'array' },
  'turn',
)
shaped(await ask('GET', chat), { status: 'boolean', history: 'array', variables: 'object' }, 'chat')
told(`was answered: ${turn['message']}`)
const taken = shaped(
  await ask('POST', `/automate${chat}/disable-ai`),
  { status: 'boolean', ai_enabled: 'boolean' },
  'takeover',
)
await ask('POST', `/automate${chat}/enable-ai`)
told(`took over: AI ${taken['ai_enabled'] ? 'on' : 'off'}`)
shaped(
  await ask('POST', '/user/ai/generate-reply', {
    assistant_id: id,
    customer_identifier: 'customer-1',
    message: 'When are you open?',
  }),
  {
    success: 'boolean',
    conversation_id: 'string',
    customer_identifier: 'string',
    reply: 'string',
    function_calls: 'array',
    ai_disabled: 'boolean',
  },
  'generated reply',
)
paged(
  await ask('GET', `/user/conversations?assistant_id=${id}`),
  {
    id: 'string',
    assistant_id: 'string',
    assistant_name: 'string',
    type: 'string',
    message_count: 'integer',
    total_cost: 'number',
    ai_enabled: 'boolean',
    created_at: 'string',
    updated_at: 'string',
  },
  'conversations',
)
shaped(await ask('GET', `/user${chat}`), { id: 'string', messages: 'array' }, 'conversation')
await ask('POST', `/user${chat}/end`)
told('ended the chat')

const tool = shaped(
  (
    (await ask('POST', '/user/tools', {
      name: 'opening_hours',
      description: 'Look up opening hours.',
      endpoint: 'https://www.example.com/hours',
      method: 'GET',
    })) as Json
  )['data'],
  NAMED,
  'tool',
)
listed(
  await ask('GET', '/user/tools'),
  { ...NAMED, timeout: 'integer', headers: 'array', schema: 'array' },
  'tools',
)
const DESCRIBED: Shape = {
  ...NAMED,
  description: 'string?',
  status: 'string',
  status_label: 'string',
  created_at: 'string',
  updated_at: 'string',
}
const BASE: Shape = {
  ...DESCRIBED,
  documents_count: 'integer',
  assistants_count: 'integer',
  processing_count: 'integer',
  failed_count: 'integer',
}
const DOCUMENT: Shape = {
  ...DESCRIBED,
  knowledgebase_id: 'integer',
  type: 'string',
  type_label: 'string',
  url: 'string?',
  links: 'array',
  relative_links_limit: 'integer?',
  error: 'string?',
}
const knowledge = shaped(
  ((await ask('POST', '/user/knowledgebases', { name: 'House', description: 'Hours' })) as Json)[
    'data'
  ],
  BASE,
  'knowledge base',
)
const bases = `/user/knowledgebases/${knowledge['id']}`
shaped(((await ask('GET', bases)) as Json)['data'], BASE, 'one knowledge base')
shaped(
  ((await ask('PATCH', bases, { description: null })) as Json)['data'],
  BASE,
  'changed knowledge base',
)
const form = new FormData()
form.set('file', new File(['We are closed on Sundays.'], 'hours.txt', { type: 'text/plain' }))
form.set('name', 'Opening hours')
const document = shaped(
  ((await ask('POST', `${bases}/documents`, form)) as Json)['data'],
  DOCUMENT,
  'document',
)
const documentPath = `${bases}/documents/${document['id']}`
shaped(((await ask('GET', documentPath)) as Json)['data'], DOCUMENT, 'one document')
// Some clients leave out the type and send plain addresses.
shaped(
  (
    (await ask('POST', `${bases}/documents`, {
      links: ['https://example.invalid/'],
      relative_links_limit: 0,
    })) as Json
  )['data'],
  DOCUMENT,
  'website',
)
await refused(404, 'GET', `${bases}/documents/999999`)
told('made a tool and a knowledge base')

await refused(404, 'GET', '/user/assistant/999999')
await refused(422, 'POST', '/user/assistant', {})
await refused(400, 'POST', '/user/sms', { from: number['id'], to: 'nobody', body: 'Hello' })
await refused(422, 'GET', '/user/calls?per_page=0')

shaped(
  await ask('GET', '/user/webhook-secret'),
  { secret: 'string', previous_valid_until: 'string?' },
  'secret',
)
for (const path of [
  `/user/tools/${tool['id']}`,
  `/user/knowledgebases/${knowledge['id']}`,
  `/user/calls/${call['id']}`,
  `/user/assistant/${id}`,
  `/user/phone-numbers/${number['id']}`,
]) {
  told(String(shaped(await ask('DELETE', path), { message: 'string' }, path)['message']))
}

export {}
