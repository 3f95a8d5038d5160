/*
 * A client as command-line skills are: it prints what comes, reads `message` of a refusal whatever the endpoint, writes
 * the singular where others write the plural, says `status` where the API says `action`, and turns pages by cursor.
 *
 *   node command-line.ts http://127.0.0.1:4317/api "$KEY"
 */

const [base = '', key = ''] = process.argv.slice(2)

// biome-ignore lint/suspicious/noExplicitAny: a command prints what it gets
type Answer = any

async function command(method: string, path: string, body?: object): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(base + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(!isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const answer: Answer = await response.json()
  if (response.ok) return answer
  throw new Error(`${response.status} ${answer.message}`)
}

/** The message of a refusal, which a script prints for its user. */
const refusal = (method: string, path: string, body?: object): Promise<string> =>
  command(method, path, body).then(
    () => '',
    (error: Error) => error.message,
  )

console.log(`logged in as ${(await command('GET', '/user/me')).name}`)
await command('POST', '/user/ledger', { amount: 25 })
const [language] = await command('GET', '/user/assistants/languages')
const [voice] = await command('GET', `/user/assistants/voices?language_id=${language.id}`)
const [model] = await command('GET', '/user/assistants/models')
const { data: assistant } = await command('POST', '/user/assistant', {
  name: 'Skill',
  voice_id: voice.id,
  language_id: language.id,
  llm_model_id: model.id,
  type: 'outbound',
  mode: 'pipeline',
  timezone: 'UTC',
  initial_message: 'Hello!',
  system_prompt: 'We are open from 9 to 18.',
  tools: [{ type: 'calendar_integration', calcom_api_key: 'cal_1', calcom_event_slug: 'visit' }],
})
const { data: number } = await command('POST', '/user/phone-numbers', {
  phone_number: '+14155552671',
  type: 'normal',
})
await command('PUT', `/user/phone-numbers/${number.id}`, { nickname: 'Front desk' })
const { data: numbers } = await command('GET', '/user/phone-numbers/all')
console.log(`numbers: ${numbers.map((one: Answer) => one.nickname).join()}`)

const { data: folder } = await command('POST', '/user/folder', { name: 'North' })
await command('PATCH', `/user/folder/${folder.id}`, { name: 'North-East', color: 'teal' })
const { data: label } = await command('POST', '/user/label', { name: 'Beta' })
await command('PUT', `/user/assistant/${assistant.id}`, {
  folder_id: folder.id,
  label_ids: [label.id],
})
const filed = await command('GET', `/user/assistants/get?folder_id=${folder.id}`)
console.log(`in the folder: ${filed.data[0].name}, ${filed.data[0].label_ids.length} label`)

const { data: knowledge } = await command('POST', '/user/knowledgebases', { name: 'House' })
const form = new FormData()
form.set('type', 'txt')
form.set('name', 'Hours')
form.set('file', new File(['We are closed on Sundays.'], 'hours.txt', { type: 'text/plain' }))
const { data: document } = await command(
  'POST',
  `/user/knowledgebases/${knowledge.id}/documents`,
  form,
)
console.log(`document ${document.name} (${document.type_label})`)

const { data: campaign } = await command('POST', '/user/campaign', {
  name: 'Spring',
  assistant_id: assistant.id,
})
const status = '/user/campaigns/update-status'
console.log(await refusal('POST', status, { campaign_id: campaign.id, status: 'start' }))
await command('POST', '/user/lead', {
  campaign_id: campaign.id,
  phone_number: '+12025550101',
  allow_duplicate: true,
})
const leads = await command('GET', '/user/leads?per_page=100')
console.log(`leads: ${leads.total}, ${leads.data[0].status}`)
for (const verb of ['start', 'stop'])
  console.log((await command('POST', status, { campaign_id: campaign.id, status: verb })).message)

for (const customer of ['one', 'two', 'three'])
  await command('POST', '/user/ai/generate-reply', {
    assistant_id: assistant.id,
    customer_identifier: customer,
    message: 'Hello',
  })
const customers: string[] = []
let cursor: string | null = ''
while (cursor !== null) {
  const list: Answer = await command(
    'GET',
    `/user/conversations?cursor=${cursor}${cursor === '' ? '&type=api&per_page=2' : ''}`,
  )
  customers.push(...list.data.map((one: Answer) => one.external_identifier))
  cursor = list.next_cursor
}
console.log(`customers by cursor: ${customers.join()}`)
const none = await command('GET', '/user/conversations?type=whatsapp')
console.log(`on the messaging channel: ${none.total}`)

console.log(await refusal('GET', '/user/assistant/999999'))
console.log(await refusal('DELETE', `/user/knowledgebases/${knowledge.id}/documents/999999`))
for (const path of [
  `/user/campaign/${campaign.id}`,
  `/user/folder/${folder.id}`,
  `/user/label/${label.id}`,
  `/user/knowledgebases/${knowledge.id}`,
  `/user/phone-numbers/${number.id}`,
  `/user/assistant/${assistant.id}`,
])
  console.log((await command('DELETE', path)).message)

export {}
