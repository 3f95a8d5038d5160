/*
 * A client as the pieces of flow builders are: a trigger has the builder's address called after each call, actions say
 * `variable`, read the list of leads as a bare array, and take exactly 200 as success.
 *
 *   node flow-piece.ts http://127.0.0.1:4317/api "$KEY" https://builder.example.com/flows/1
 */

const [base = '', key = '', webhook_url] = process.argv.slice(2)

// biome-ignore lint/suspicious/noExplicitAny: a piece passes on what it was given
type Items = any

async function action(method: string, path: string, body?: object, expect = 200): Promise<Items> {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: Items = await response.json()
  if (response.status !== expect)
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

/** A dropdown reads a bare array and nothing else. */
async function dropdown(path: string): Promise<Items[]> {
  const list = await action('GET', path)
  if (!Array.isArray(list)) throw new Error(`${path} is no bare array`)
  return list
}

console.log(`connected as ${(await action('GET', '/user/me')).email}`)
await action('POST', '/user/ledger', { amount: 25 }, 201)
const [language] = await dropdown('/user/assistants/languages')
const [voice] = await dropdown('/user/assistants/voices')
const [model] = await dropdown('/user/assistants/models')
const { data: assistant } = await action(
  'POST',
  '/user/assistant',
  {
    name: 'Flow',
    voice_id: voice.id,
    language_id: language.id,
    llm_model_id: model.id,
    type: 'outbound',
    mode: 'pipeline',
    timezone: 'UTC',
    initial_message: 'Hello!',
    system_prompt: 'We are open from 9 to 18.',
    send_webhook_only_on_completed: false,
    variables: [],
  },
  201,
)
const outbound = await action('GET', '/user/assistants/get?type=outbound&per_page=100')
const all = await dropdown('/user/assistants/outbound')
console.log(`dropdown: ${outbound.data.length} and ${all.length} outbound assistants`)
await action('POST', '/user/assistants/enable-webhook', { assistant_id: assistant.id, webhook_url })

const { data: campaign } = await action(
  'POST',
  '/user/campaigns',
  { name: 'Spring', assistant_id: assistant.id },
  201,
)
const { data: lead } = await action('POST', '/user/lead', {
  campaign_id: String(campaign.id),
  phone_number: '+12025550101',
  variable: { city: 'Bonn' },
})
const [known] = await dropdown('/user/leads')
console.log(`lead ${known.phone_number} from ${known.variables.city}`)
const [listed] = await dropdown('/user/campaigns')
await action('POST', '/user/campaigns/update-status', { campaign_id: listed.id, action: 'start' })
// A "wait" node between two looks.
let { status } = known
while (['created', 'scheduled', 'processing'].includes(status)) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  const leads = await dropdown('/user/leads')
  ;({ status } = leads.find(({ id }) => id === lead.id))
}
console.log(`lead ${lead.id}: ${status}`)

const placed = await action('POST', '/user/make_call', {
  assistant_id: assistant.id,
  phone_number: '+12025550102',
  variable: { city: 'Kiel' },
})
const { variables } = await action('GET', `/user/calls/${placed.call_id}`)
console.log(`called with ${JSON.stringify(variables)}`)

await action(
  'POST',
  '/user/phone-numbers',
  { phone_number: '+14155552671', type: 'normal', sms_capable: true },
  201,
)
const [from] = await dropdown('/user/phone-numbers')
const sms = { from: from.id, to: '+12025550123', body: 'Your table is booked.' }
console.log((await action('POST', '/user/sms', sms)).message)

console.log((await action('DELETE', `/user/leads/${lead.id}`)).message)
await action('POST', '/user/assistants/disable-webhook', { assistant_id: assistant.id })
console.log((await action('DELETE', `/user/campaign/${campaign.id}`)).message)
