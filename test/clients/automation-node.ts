/*
 * A client as the nodes of automation tools are: a success is exactly the status that it expects, a list is read until
 * `last_page`, ids come as strings out of expressions, and a call without a body still says that it is JSON.
 *
 *   node automation-node.ts http://127.0.0.1:4317/api "$KEY"
 */

const [base = '', key = ''] = process.argv.slice(2)

// biome-ignore lint/suspicious/noExplicitAny: a node passes on what it was given
type Items = any

interface Options {
  readonly qs?: Readonly<Record<string, string | number | boolean>>
  readonly body?: object
  /** The status of a success; nodes look for nothing else. */
  readonly expect?: 200 | 201
}

async function request(method: string, path: string, options: Options = {}): Promise<Items> {
  const { qs = {}, body, expect = 200 } = options
  const query = new URLSearchParams(
    Object.entries(qs).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await fetch(`${base}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    redirect: 'error',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'automation-node',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json: Items = await response.json()
  if (response.status !== expect) {
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(json)}`)
  }
  return json
}

/** Every item of a list, page by page. */
async function requestAll(path: string, qs: Options['qs'] = {}): Promise<Items[]> {
  const items: Items[] = []
  let page = 1
  let last = 1
  do {
    const answer = await request('GET', path, { qs: { ...qs, page, per_page: 2 } })
    items.push(...answer.data)
    last = answer.last_page
    page += 1
  } while (page <= last)
  return items
}

/** The options of a dropdown of a node. */
async function loadOptions(
  path: string,
  label = 'name',
): Promise<{ name: string; value: string }[]> {
  const items: Items[] = await request('GET', path)
  return items.map((item: Items) => ({ name: String(item[label]), value: String(item.id) }))
}

// Credentials: the test that a node makes of them.
const { email, total_balance: balance } = await request('GET', '/user/me')
console.log(`credentials are good: ${email}, ${balance.toFixed(2)} USD`)
await request('POST', '/user/ledger', { body: { amount: 25 }, expect: 201 })

const [language] = await loadOptions('/user/assistants/languages')
const [voice] = await loadOptions(`/user/assistants/voices?language_id=${language!.value}`)
const [model] = await loadOptions('/user/assistants/models')
const [synthesizer] = await loadOptions('/user/assistants/synthesizer-providers')
const [transcriber] = await loadOptions('/user/assistants/transcriber-providers')
console.log(
  `dropdowns: ${[language, voice, model, synthesizer, transcriber].map((one) => one!.name).join(', ')}`,
)

const ids: string[] = []
for (const name of ['North', 'South', 'West']) {
  const { data } = await request('POST', '/user/assistant', {
    expect: 201,
    body: {
      name,
      voice_id: voice!.value,
      language_id: language!.value,
      llm_model_id: model!.value,
      type: 'outbound',
      mode: 'pipeline',
      timezone: 'Europe/Berlin',
      initial_message: 'Hello!',
      system_prompt: 'We are open from 9 to 18.',
      max_duration: 60,
      webhook_url: null,
    },
  })
  ids.push(String(data.id))
}
const all = await requestAll('/user/assistants/get')
if (!ids.every((id) => all.some((item) => String(item.id) === id)))
  throw new Error('A page is missing')
console.log(`assistants: ${all.length} on pages of two`)

const [id = ''] = ids
const activated = await request('POST', `/user/assistant/${id}/activate`)
console.log(`${activated.message}: ${activated.data.status}`)
await request('PUT', `/user/assistant/${id}`, { body: { name: 'North again' } })
const fetched = await request('GET', `/user/assistant/${id}`)
console.log(`assistant ${fetched.id} is called ${fetched.name}`)

// The trigger node switches webhooks on when a workflow starts, and off when it stops.
for (const hook of ['webhook', 'inbound-webhook', 'conversation-ended-webhook']) {
  const body = { assistant_id: id, webhook_url: 'https://www.example.com/webhook/1' }
  console.log((await request('POST', `/user/assistants/enable-${hook}`, { body })).message)
  console.log(
    (await request('POST', `/user/assistants/disable-${hook}`, { body: { assistant_id: id } }))
      .message,
  )
}

const { data: number } = await request('POST', '/user/phone-numbers', {
  expect: 201,
  body: { phone_number: '+14155552671', type: 'normal', sms_capable: true },
})
const [from] = await loadOptions('/user/phone-numbers', 'phone_number')
const sent = await request('POST', '/user/sms', {
  body: { from: from!.value, to: '+1 202 555 0123', body: 'Your table is booked.' },
})
console.log(`${sent.message}: ${sent.data.segments} segment to ${sent.data.to}`)
console.log(
  `text messages: ${(await requestAll('/user/sms', { status: sent.data.status })).length}`,
)

const placed = await request('POST', '/user/make_call', {
  body: { assistant_id: id, phone_number: '+12025550101' },
})
// A "wait" node between two looks.
let call = await request('GET', `/user/calls/${placed.call_id}`)
while (['initiated', 'ringing', 'in-progress'].includes(call.status)) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  call = await request('GET', `/user/calls/${String(call.id)}`)
}
console.log(`call ${call.id}: ${call.status}`)
const today = new Date(`${call.created_at.replace(' ', 'T')}Z`).toISOString().slice(0, 10)
const calls = await requestAll('/user/calls', { assistant_id: id, date_from: today })
console.log(`calls since ${today}: ${calls.length}`)

const chat = await request('POST', '/conversations', { body: { assistant_id: fetched.uuid } })
const path = `/conversations/${chat.conversation_id}`
const turn = await request('POST', `${path}/messages`, { body: { message: 'When are you open?' } })
console.log(`chat: ${turn.message}`)
await request('POST', `/automate${path}/disable-ai`)
const silent = await request('POST', `${path}/messages`, { body: { message: 'Anybody there?' } })
if (silent.message !== '' || silent.ai_enabled !== false) throw new Error('The AI should be silent')
await request('POST', `/automate${path}/enable-ai`)
const reply = await request('POST', '/user/ai/generate-reply', {
  body: { assistant_id: id, customer_identifier: '+12025550123', message: 'Hello' },
})
console.log(`reply: ${reply.reply}`)
console.log(
  `conversations: ${(await requestAll('/user/conversations', { assistant_id: id })).length}`,
)
console.log(`history: ${(await request('GET', path)).history.length} messages`)

for (const gone of [
  ...ids.map((one) => `/user/assistant/${one}`),
  `/user/phone-numbers/${number.id}`,
]) {
  console.log((await request('DELETE', gone)).message)
}

export {}
