/*
 * A client as plugins of coding agents are: its script changes assistants with PATCH below the plural, nests the fields of
 * a tool in `data`, names webhooks by path, and starts chats with the integer id and its key.
 *
 *   node agent-plugin.ts http://127.0.0.1:4317/api "$KEY"
 */

const [base = '', key = ''] = process.argv.slice(2)

// biome-ignore lint/suspicious/noExplicitAny: a script prints what it gets
type Answer = any

async function request(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: Answer = await response.json()
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

const [language] = await request('GET', '/user/assistants/languages')
const [voice] = await request('GET', '/user/assistants/voices')
const [model] = await request('GET', '/user/assistants/models')
const { data: created } = await request('POST', '/user/assistant', {
  name: 'Plugin',
  voice_id: voice.id,
  language_id: language.id,
  llm_model_id: model.id,
  type: 'inbound',
  mode: 'pipeline',
  timezone: 'UTC',
  initial_message: 'Hello!',
  system_prompt: 'We are open from 9 to 18.',
  tools: [
    { type: 'end_call', data: { description: 'When the customer says goodbye.' } },
    { type: 'collect_keypad', data: { timeout: 9 }, timeout: 7 },
  ],
})
const path = `/user/assistants/${created.id}`
const { uuid, tools } = await request('GET', path)
console.log(`tools: ${tools.map((tool: Answer) => tool.description ?? tool.timeout).join()}`)
console.log((await request('PATCH', path, { name: 'Plugin again' })).message)
let page = 1
let names: string[] = []
for (;;) {
  const list = await request('GET', `/user/assistants/get?page=${page}&per_page=1`)
  names = [...names, ...list.data.map((one: Answer) => one.name)]
  if (page >= list.last_page) break
  page += 1
}
console.log(`assistants: ${names.join()}`)

const webhook_url = 'https://www.example.com/hook'
console.log((await request('POST', `${path}/webhook`, { webhook_url })).message)
console.log(
  (await request('POST', `/user/assistants/${uuid}/conversation-ended-webhook`, { webhook_url }))
    .message,
)
const hooked = await request('GET', path)
if (hooked.webhook_url !== webhook_url || !hooked.is_webhook_active)
  throw new Error('The webhook is not switched on')

const { data: knowledge } = await request('POST', '/user/knowledgebases', { name: 'House' })
const documents = `/user/knowledgebases/${knowledge.id}/documents`
const site = 'https://example.invalid'
for (const body of [{ url: `${site}/` }, { links: [`${site}/a`, `${site}/b`] }]) {
  const { data } = await request('POST', documents, { type: 'website', name: 'Site', ...body })
  console.log(`website: ${data.url ?? data.links.join()}`)
}

const chat = await request('POST', '/conversations', { assistant_id: created.id })
const turn = await request('POST', `/conversations/${chat.conversation_id}/messages`, {
  message: 'When are you open?',
})
console.log(`answer: ${turn.message}`)
const whole = await request('GET', `/conversations/${chat.conversation_id}`)
console.log(`history: ${whole.history.length}, customer ${whole.external_identifier}`)
await request('GET', '/user/assistants/phone-numbers')
await request('GET', '/user/phone-numbers')
console.log((await request('DELETE', path)).message)

export {}
