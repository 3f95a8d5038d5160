/*
 * A client as MCP servers are: the answer to each tool must fit a strict schema before a language model may see it, so
 * that null where text is expected, or a page where an array is, ends the tool. It names assistants by UUID.
 *
 *   node tool-server.ts http://127.0.0.1:4317/api "$KEY"
 */

import { z } from 'zod'

const [base = '', key = ''] = process.argv.slice(2)

async function tool<schema extends z.ZodType>(
  schema: schema,
  method: string,
  path: string,
  body?: object,
): Promise<z.output<schema>> {
  const response = await fetch(base + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  const parsed = schema.safeParse(answer)
  if (response.ok && parsed.success) return parsed.data
  const reason = parsed.success ? response.status : z.prettifyError(parsed.error)
  throw new Error(`${method} ${path}: ${reason} ${JSON.stringify(answer).slice(0, 300)}`)
}

const get = <schema extends z.ZodType>(schema: schema, path: string) => tool(schema, 'GET', path)
const said = z.object({ message: z.string() })
const saved = <shape extends z.ZodRawShape>(shape: shape) => said.extend({ data: z.object(shape) })
const page = <shape extends z.ZodRawShape>(shape: shape) =>
  z.object({
    current_page: z.int(),
    data: z.array(z.object(shape)),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
  })

const named = { id: z.int(), name: z.string() }
const assistant = {
  ...named,
  uuid: z.uuid(),
  status: z.enum(['active', 'inactive']),
  type: z.enum(['inbound', 'outbound']),
  tools: z.array(z.looseObject({ type: z.string() })),
}

const me = await get(z.object({ email: z.string(), total_balance: z.number() }), '/user/me')
await tool(said, 'POST', '/user/ledger', { amount: 25 })
const [language] = await get(z.array(z.object(named)), '/user/assistants/languages')
const [voice] = await get(z.array(z.object(named)), '/user/assistants/voices?mode=pipeline')
const [model] = await get(z.array(z.object(named)), '/user/assistants/models?type=llm')
console.log(`tools are ready for ${me.email}`)

const agent = {
  voice_id: voice!.id,
  language_id: language!.id,
  llm_model_id: model!.id,
  type: 'outbound',
  mode: 'pipeline',
  timezone: 'Europe/Berlin',
  initial_message: 'Hello!',
  system_prompt: 'We are open from 9 to 18.',
}
const second = await tool(saved(named), 'POST', '/user/assistant', { ...agent, name: 'Billing' })
const first = await tool(saved(named), 'POST', '/user/assistant', {
  ...agent,
  name: 'Reception',
  tools: [
    { type: 'assistant_transfer', assistant_id: second.data.id },
    { type: 'calendar_integration', calcom_api_key: 'cal_1', calcom_event_slug: 'visit' },
  ],
})
const { uuid, tools } = await get(z.object(assistant), `/user/assistant/${first.data.id}`)
if (tools[1]?.['calendar_event_slug'] !== 'visit') throw new Error('The calendar tool is lost')
await get(page(assistant), '/user/assistants/get?type=outbound&per_page=100')
await get(z.array(z.object(assistant)), '/user/assistants/outbound')
const custom = await tool(saved(named), 'POST', '/user/tools', {
  name: 'opening_hours',
  description: 'Look up opening hours.',
  endpoint: 'https://www.example.com/hours',
  method: 'GET',
})
console.log(`assistant ${uuid} has ${tools.length} tools, and may have ${custom.data.name}`)

const savedBase = saved({ ...named, documents_count: z.int(), status: z.string() })
const knowledge = await tool(savedBase, 'POST', '/user/knowledgebases', { name: 'House' })
const documents = `/user/knowledgebases/${knowledge.data.id}/documents`
const website = { name: 'Site', type: 'website', links: [{ link: 'https://example.invalid/' }] }
const document = { ...named, type: z.string(), links: z.array(z.string()), status: z.string() }
const added = await tool(saved(document), 'POST', documents, {
  ...website,
  relative_links_limit: 0,
})
await tool(saved(document), 'PUT', `${documents}/${added.data.id}`, { name: 'Our site' })
console.log(`document ${added.data.links.join()} is ${added.data.status}`)

const call = z.object({ id: z.int(), status: z.string(), variables: z.record(z.string(), z.any()) })
const placed = await tool(
  z.object({ message: z.string(), call_id: z.int(), status: z.literal('initiated') }),
  'POST',
  '/user/make_call',
  { assistant_id: uuid, phone_number: '+12025550101', variables: { customer_name: 'Ada' } },
)
await get(call, `/user/calls/${placed.call_id}`)
await get(page(call.shape), '/user/calls?type=outbound')
console.log(`a new assistant called: ${placed.message}`)

const chat = await tool(
  z.object({ status: z.literal(true), conversation_id: z.uuid() }),
  'POST',
  '/conversations',
  { assistant_id: uuid, variables: { customer_phone: '+12025550123' } },
)
const turn = z.object({
  status: z.literal(true),
  message: z.string(),
  function_calls: z.array(z.object({ name: z.string() })),
  ai_enabled: z.literal(false).optional(),
})
const thread = `/conversations/${chat.conversation_id}`
const say = () => tool(turn, 'POST', `${thread}/messages`, { message: 'When are you open?' })
const answered = await say()
await tool(z.object({ ai_enabled: z.literal(false) }), 'POST', `/automate${thread}/disable-ai`)
const silent = await say()
await tool(z.object({ ai_enabled: z.literal(true) }), 'POST', `/automate${thread}/enable-ai`)
if (answered.message === '' || silent.message !== '' || silent.ai_enabled !== false)
  throw new Error('The AI is off where it is on, or on where it is off')
const reply = z.object({
  success: z.literal(true),
  conversation_id: z.uuid(),
  reply: z.string(),
  ai_disabled: z.boolean(),
})
await tool(reply, 'POST', '/ai/generate-reply', {
  assistant_id: first.data.id,
  customer_identifier: 'ada',
  message: 'Hello',
})
console.log('chatted, took over and handed back')

const conversation = {
  id: z.uuid(),
  type: z.string(),
  variables: z.record(z.string(), z.any()),
  external_identifier: z.string().nullable(),
}
const found = await get(
  page(conversation),
  '/user/conversations?customer_phone=+12025550123&per_page=100',
)
if (found.data[0]?.id !== chat.conversation_id) throw new Error('The customer is not found')
const byCustomer = await get(page(conversation), '/user/conversations?external_identifier=ada')
console.log(`conversations found: ${found.total + byCustomer.total}`)

const campaign = await tool(saved({ ...named, status: z.string() }), 'POST', '/user/campaigns', {
  name: 'Spring',
  assistant_id: first.data.id,
})
const lead = await tool(saved({ id: z.int(), phone_number: z.string() }), 'POST', '/user/lead', {
  campaign_id: campaign.data.id,
  phone_number: '+12025550102',
})
const leads = z.union([z.array(z.object({ id: z.int() })), page({ id: z.int() })])
await get(leads, '/user/leads')
await get(leads, `/user/leads?campaign_id=${campaign.data.id}`)
for (const action of ['start', 'stop']) {
  const status = z.object({ success: z.literal(true), message: z.string() })
  const body = { campaign_id: campaign.data.id, action }
  console.log((await tool(status, 'POST', '/user/campaigns/update-status', body)).message)
}
const folder = await tool(saved(named), 'POST', '/user/folders', { name: 'North', color: 'blue' })
const label = await tool(saved(named), 'POST', '/user/labels', { name: 'Beta' })
await get(page(named), '/user/folders')
await tool(said, 'PUT', `/user/assistant/${first.data.id}`, {
  folder_id: folder.data.id,
  label_ids: [label.data.id],
})
await get(z.object({ data: z.array(z.object({ id: z.int() })) }), '/user/phone-numbers/all')
await get(z.array(z.object({ id: z.int() })), '/user/assistants/phone-numbers')

const offer = z.object({
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  country_code: z.string().length(2),
  price: z.number(),
  address_requirements: z.string(),
  sms_capable: z.boolean(),
})
const offers = z.object({ data: z.array(offer), result: z.array(offer) })
const search = await get(offers, '/user/phone-numbers/search?country_code=DE')
const wanted = search.result.find(({ sms_capable }) => sms_capable)!.phone_number
const number = {
  id: z.int(),
  phone_number: z.string(),
  nickname: z.string().nullable(),
  type: z.enum(['normal', 'sip', 'caller_id']),
  has_active_subscription: z.boolean(),
}
const bought = await tool(saved(number), 'POST', '/user/phone-numbers/purchase', {
  phone_number: wanted,
})
const ours = `/user/phone-numbers/${bought.data.id}`
await tool(saved(number), 'PUT', ours, { nickname: 'Front desk' })
const trunk = await tool(
  saved({ id: z.int(), inbound_trunk_id: z.string(), outbound_trunk_id: z.string() }),
  'POST',
  '/user/phone-numbers/sip-trunks',
  {
    sip_trunk_type: 'extension',
    phone_number: '100',
    sip_username: 'desk',
    sip_password: 'a long secret',
    sip_address: 'sip.example.com',
    sip_calling_format: '+e164',
    inbound_authorization_type: 'auth',
    country_code: 'DE',
  },
)
const trunks = z.object({ data: z.array(z.object({ id: z.int(), sip_username: z.string() })) })
await get(trunks, '/user/phone-numbers/sip-trunks')
console.log(`bought ${bought.data.phone_number}, and trunk ${trunk.data.inbound_trunk_id}`)

const sender = await tool(saved({ id: z.int() }), 'POST', '/user/whatsapp/senders', {
  phone_number_id: bought.data.id,
  display_name: 'Reception',
})
const senders = z.object({
  data: z.array(
    z.object({ id: z.int(), status: z.enum(['online', 'offline']), quality_rating: z.string() }),
  ),
})
await get(senders, '/user/whatsapp/senders')
const templates = `/user/whatsapp/senders/${sender.data.id}/templates`
await get(z.object({ data: z.array(z.object({ id: z.int() })) }), `${templates}?status=all`)
const customer = { sender_id: sender.data.id, from: '+12025550123', message: 'Are you open?' }
await tool(said, 'POST', '/user/whatsapp/simulate', customer)
const session = z.object({
  success: z.literal(true),
  has_conversation: z.literal(true),
  session_status: z.object({ is_open: z.literal(true), can_send_freeform: z.literal(true) }),
})
await get(
  session,
  `/user/whatsapp/session-status?sender_id=${sender.data.id}&recipient_phone=+12025550123`,
)
const message = z.object({
  success: z.literal(true),
  conversation_uuid: z.uuid(),
  message_sid: z.string(),
})
const texted = await tool(message, 'POST', '/user/whatsapp/send-freeform', {
  sender_id: sender.data.id,
  recipient_phone: '+12025550123',
  message: 'We are, until six.',
})
console.log(`answered on the messenger: ${texted.message_sid.length > 0}`)

for (const path of [
  `/user/whatsapp/senders/${sender.data.id}`,
  `/user/phone-numbers/${trunk.data.id}`,
  ours,
  `/user/leads/${lead.data.id}`,
  `/user/campaign/${campaign.data.id}`,
  `/user/folders/${folder.data.id}`,
  `/user/labels/${label.data.id}`,
  `/user/tools/${custom.data.id}`,
  `${documents}/${added.data.id}`,
  `/user/knowledgebases/${knowledge.data.id}`,
  `/user/calls/${placed.call_id}`,
  `/user/assistant/${first.data.id}`,
])
  console.log((await tool(said, 'DELETE', path)).message)
