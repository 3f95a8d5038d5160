/*
 * A client as scripts with Python's `requests` are, on the wire: one set of headers for every call, so that a GET says
 * `Content-Type: application/json` too; `params=` with spaces as plus signs and `True` for true; `json={}` and bodies
 * that are empty; ids that came out of a spreadsheet as text; `.json()` on every answer, whatever its status.
 *
 *   node requests-script.ts http://127.0.0.1:4317/api "$KEY"
 */

import { request } from 'node:http'

const [base = '', key = ''] = process.argv.slice(2)

type Value = string | number | boolean | null | undefined
// biome-ignore lint/suspicious/noExplicitAny: a script takes what it gets
type Answer = any

const HEADERS = {
  'User-Agent': 'python-requests/2.32.3',
  'Accept-Encoding': 'identity',
  Accept: '*/*',
  Connection: 'keep-alive',
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
}

interface Options {
  readonly params?: Readonly<Record<string, Value>>
  /** `json=`, as `requests` writes it; `data=''` is an empty string. */
  readonly json?: object
  readonly data?: string
}

interface Response {
  readonly status: number
  /** `.json()`: throws when the answer is none. */
  json(): Answer
  /** `.raise_for_status()` */
  raise(): Response
}

/** As `urlencode` writes them: None is left out, True is `True`. */
function encoded(params: Readonly<Record<string, Value>>): string {
  const pairs = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]): [string, string] => [
      name,
      typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value),
    ])
  return new URLSearchParams(pairs).toString()
}

/** `json.dumps`, whose output has spaces and only ASCII. */
function dumped(value: object): string {
  return JSON.stringify(value)
    .replaceAll('":', '": ')
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function call(
  method: string,
  path: string,
  { params = {}, json, data }: Options = {},
): Promise<Response> {
  const query = encoded(params)
  const body = json ? dumped(json) : (data ?? '')
  // `requests` says how long a body is also when there is none, except on GET.
  const length = method === 'GET' ? {} : { 'Content-Length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}${query && `?${query}`}`, {
      method,
      headers: { ...HEADERS, ...length },
    })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve(
        responseOf(response.statusCode ?? 0, Buffer.concat(chunks).toString(), `${method} ${path}`),
      )
    })
    sent.end(body)
  })
}

function responseOf(status: number, text: string, what: string): Response {
  const response: Response = {
    status,
    json: () => JSON.parse(text),
    raise() {
      if (status >= 400) throw new Error(`${status} Error for ${what}: ${text}`)
      return response
    },
  }
  return response
}

const get = async (path: string, params: Options['params'] = {}) =>
  (await call('GET', path, { params })).raise().json()
const post = async (path: string, options: Options = {}) =>
  (await call('POST', path, options)).raise().json()

function print(...words: unknown[]): void {
  console.log(words.join(' '))
}

const user = await get('/user/me')
print('Logged in as', user.name, 'with', user.total_balance)
await post('/user/ledger', { json: { amount: 25 } })

const languages = await get('/user/assistants/languages')
const english = languages.find((language: Answer) => language.iso_2 === 'en') ?? languages[0]
const voices = await get('/user/assistants/voices', {
  language_id: String(english.id),
  mode: 'pipeline',
})
const models = await get('/user/assistants/models', { type: 'llm' })
const providers = await get('/user/assistants/synthesizer-providers', { language_id: null })
print(voices.length, 'voices,', models.length, 'models,', providers.length, 'providers')

const created = await post('/user/assistant', {
  json: {
    name: 'Café Größe',
    voice_id: String(voices[0].id),
    language_id: String(english.id),
    llm_model_id: String(models[0].id),
    type: 'outbound',
    mode: 'pipeline',
    timezone: 'Europe/Berlin',
    initial_message: 'Grüß Gott!',
    system_prompt: 'We are open from 9 to 18.',
    record: true,
    knowledgebase_id: null,
  },
})
const assistantId = String(created.data.id)
print(created.message, JSON.stringify(created.data))

const names: string[] = []
let page = 1
for (;;) {
  const answer = await get('/user/assistants/get', { page, per_page: 1 })
  names.push(...answer.data.map(({ name }: Answer) => name))
  if (answer.next_page_url === null) break
  page += 1
}
if (!names.includes('Café Größe')) throw new Error(`The assistant is missing among ${names}`)
print('Assistants:', names.join(', '))

// A POST with nothing in it, in the three ways that scripts write one.
await post(`/user/assistant/${assistantId}/activate`)
await post(`/user/assistant/${assistantId}/deactivate`, { json: {} })
await post(`/user/assistant/${assistantId}/activate`, { data: '' })
const changed = await call('PUT', `/user/assistant/${assistantId}`, { json: { max_duration: 120 } })
print(changed.raise().json().message)
const assistant = await get(`/user/assistant/${assistantId}`)
if (assistant.max_duration !== 120 || assistant.initial_message !== 'Grüß Gott!')
  throw new Error(`Not as it was written: ${JSON.stringify(assistant)}`)

const hook = { assistant_id: assistantId, webhook_url: 'https://www.example.com/hook' }
print((await post('/user/assistants/enable-conversation-ended-webhook', { json: hook })).message)
print((await post('/user/assistants/disable-conversation-ended-webhook', { json: hook })).message)

const number = await post('/user/phone-numbers', {
  json: { phone_number: '+14155552671', type: 'normal', sms_capable: true },
})
const free = await get('/user/assistants/phone-numbers', { type: 'outbound' })
print(free.length, 'number to use')
const sms = await post('/user/sms', {
  json: {
    from: String(number.data.id),
    to: '+12025550123',
    body: 'Ihr Tisch ist für 19 Uhr reserviert.',
  },
})
print(sms.message, sms.data.status, sms.data.total_cost)

const dialed = await post('/user/make_call', {
  json: {
    assistant_id: assistantId,
    phone_number: '+12025550102',
    variables: { customer_name: 'Ada' },
  },
})
let status = dialed.status
while (['initiated', 'ringing', 'in-progress'].includes(status)) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  ;({ status } = await get(`/user/calls/${dialed.call_id}`))
}
print('Call', dialed.call_id, status)
const found = await get('/user/calls', {
  phone_number: '+1 202 555 0102',
  type: 'outbound',
  assistant_id: assistantId,
  per_page: 100,
  unknown_parameter: true,
})
print(found.total, 'call to that number')

const chat = await post('/conversations', { json: { assistant_id: assistant.uuid, variables: {} } })
const answer = await post(`/conversations/${chat.conversation_id}/messages`, {
  json: { message: 'Wann ist geöffnet?' },
})
print('Chat:', answer.message)
const taken = await post(`/automate/conversations/${chat.conversation_id}/disable-ai`)
print('AI enabled:', taken.ai_enabled)
await post(`/automate/conversations/${chat.conversation_id}/enable-ai`)
const conversations = await get('/user/conversations', {
  assistant_id: assistantId,
  type: 'widget',
})
print(conversations.data.length, 'conversation of', conversations.total)

// What a script looks at when something goes wrong.
const missing = await call('DELETE', '/user/assistant/999999')
const invalid = await call('POST', '/user/sms', { json: {} })
const broken = await call('POST', '/user/sms', { data: '{"from": 1,' })
for (const response of [missing, invalid, broken]) print(response.status, response.json().message)
if (![404, 422, 400].every((code, index) => [missing, invalid, broken][index]!.status === code))
  throw new Error('A refusal has another status')

for (const gone of [
  `/user/calls/${dialed.call_id}`,
  `/user/phone-numbers/${number.data.id}`,
  `/user/assistant/${assistantId}`,
])
  print((await call('DELETE', gone)).raise().json().message)
