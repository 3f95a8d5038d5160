/*
 * A client whose types are generated from the OpenAPI document: it compiles without a cast, and walks the twelve endpoints
 * of docs/spec/api.md and the groups of docs/spec/family.md. `api.d.ts` is made beside it by the test that runs it.
 *
 *   node walk.ts http://127.0.0.1:4317/api "$KEY"
 */

import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const [base = '', key = ''] = process.argv.slice(2)
const { GET, POST, PUT, DELETE } = createClient<paths>({
  baseUrl: base,
  headers: { authorization: `Bearer ${key}` },
})

interface Answer<data> {
  readonly data?: data | undefined
  readonly error?: unknown
  readonly response: Response
}

/** The body of an answer; a refusal ends the program. */
async function good<data>(answer: Promise<Answer<data>>): Promise<data> {
  const { data, error, response } = await answer
  if (data === undefined)
    throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`)
  return data
}

const first = <item>(list: readonly item[]): item => {
  const [item] = list
  if (item === undefined) throw new Error('The list is empty')
  return item
}

// The twelve endpoints.
await good(POST('/user/ledger', { body: { amount: 25 } }))
const language = first(await good(GET('/user/assistants/languages')))
const query = { language_id: language.id }
const voice = first(await good(GET('/user/assistants/voices', { params: { query } })))
const model = first(
  await good(GET('/user/assistants/models', { params: { query: { type: 'llm' } } })),
)
const synthesizers = await good(
  GET('/user/assistants/synthesizer-providers', { params: { query } }),
)
const transcribers = await good(
  GET('/user/assistants/transcriber-providers', { params: { query } }),
)
const number = await good(
  POST('/user/phone-numbers', {
    body: { phone_number: '+14155552671', type: 'normal', sms_capable: true },
  }),
)
const assignable = await good(
  GET('/user/assistants/phone-numbers', { params: { query: { type: 'inbound' } } }),
)
const created = await good(
  POST('/user/assistant', {
    body: {
      name: 'Typed',
      voice_id: voice.id,
      language_id: language.id,
      llm_model_id: model.id,
      type: 'outbound',
      mode: 'pipeline',
      timezone: 'UTC',
      initial_message: 'Hello!',
      system_prompt: 'We are open from 9 to 18.',
      tools: [{ type: 'end_call', description: 'When the customer says goodbye.' }],
    },
  }),
)
const { id } = created.data
const assistants = await good(
  GET('/user/assistants/get', { params: { query: { per_page: 5, type: 'outbound' } } }),
)
const hook = { assistant_id: id, webhook_url: 'https://www.example.com/hook' }
await good(POST('/user/assistants/enable-conversation-ended-webhook', { body: hook }))
const sms = await good(
  POST('/user/sms', { body: { from: number.data.id, to: '+12025550123', body: 'Hello' } }),
)
const calls = await good(GET('/user/calls', { params: { query: { type: 'outbound' } } }))
const conversations = await good(
  GET('/user/conversations', { params: { query: { assistant_id: id } } }),
)
const numbers = [synthesizers, transcribers, assignable].map((list) => list.length)
console.log(`lookups: ${numbers.join()}; ${assistants.total} assistants, ${calls.total} calls`)
console.log(`${created.message}; ${sms.message}`)
if (!('total' in conversations)) throw new Error('A page by number has no total')

// Section 2: calls, chats and replies.
const placed = await good(
  POST('/user/make_call', { body: { assistant_id: id, phone_number: '+12025550101' } }),
)
const { uuid } = await good(GET('/user/assistant/{id}', { params: { path: { id } } }))
await good(POST('/user/assistant/{id}/activate', { params: { path: { id } } }))
const chat = await good(POST('/conversations', { body: { assistant_id: uuid } }))
const turn = await good(
  POST('/conversations/{uuid}/messages', {
    params: { path: { uuid: chat.conversation_id } },
    body: { message: 'When are you open?' },
  }),
)
const reply = await good(
  POST('/user/ai/generate-reply', {
    body: { assistant_id: id, customer_identifier: 'ada', message: 'Hello' },
  }),
)
console.log(`call ${placed.call_id}, answer of ${turn.message.length > 0}, ${reply.success}`)

// Section 1: knowledge bases.
const knowledge = await good(POST('/user/knowledgebases', { body: { name: 'House' } }))
const ofKnowledge = { path: { id: knowledge.data.id } }
const document = await good(
  POST('/user/knowledgebases/{id}/documents', {
    params: ofKnowledge,
    body: { type: 'website', url: 'https://example.invalid/', relative_links_limit: 0 },
  }),
)
const documents = await good(GET('/user/knowledgebases/{id}/documents', { params: ofKnowledge }))
console.log(`${documents.data.length} document: ${document.data.type_label}`)

// Sections 3 and 4: campaigns and leads.
const campaign = await good(POST('/user/campaigns', { body: { name: 'Spring', assistant_id: id } }))
const campaign_id = campaign.data.id
const lead = await good(
  POST('/user/lead', {
    body: { campaign_id, phone_number: '+12025550102', variables: { city: 'Bonn' } },
  }),
)
const leads = await good(GET('/user/leads', { params: { query: { campaign_id } } }))
for (const action of ['start', 'stop'] as const)
  await good(POST('/user/campaigns/update-status', { body: { campaign_id, action } }))
console.log(`${Array.isArray(leads) ? 'bare' : leads.total} lead, ${lead.data.status}`)

// Section 5: folders and labels.
const folder = await good(POST('/user/folders', { body: { name: 'North', color: 'blue' } }))
const label = await good(POST('/user/labels', { body: { name: 'Beta' } }))
const filed = await good(
  PUT('/user/assistant/{id}', {
    params: { path: { id } },
    body: { folder_id: folder.data.id, label_ids: [label.data.id] },
  }),
)
console.log(`in folder ${filed.data.folder_id}, ${filed.data.label_ids.length} label`)

// Sections 6, 8 and 9: numbers, conversations by cursor, the do-not-call list.
const all = await good(GET('/user/phone-numbers/all'))
const byCursor = await good(
  GET('/user/conversations', { params: { query: { cursor: '', per_page: 1 } } }),
)
if ('total' in byCursor) throw new Error('A page by cursor has a total')
const listed = await good(POST('/user/do-not-call', { body: { phone_number: '+12025550103' } }))
console.log(`${all.data.length} number, next ${byCursor.next_cursor !== null}`)

await good(DELETE('/user/do-not-call/{id}', { params: { path: { id: listed.data.id } } }))
await good(DELETE('/user/campaign/{id}', { params: { path: { id: campaign_id } } }))
await good(DELETE('/user/folders/{id}', { params: { path: { id: folder.data.id } } }))
await good(DELETE('/user/knowledgebases/{id}', { params: ofKnowledge }))
const gone = await good(DELETE('/user/assistant/{id}', { params: { path: { id } } }))
console.log(gone.message)
