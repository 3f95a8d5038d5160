import { expect, test } from 'vitest'
import { addToDoNotCall } from '#contracts/do-not-call.ts'
import { deleteLead, getLead, listLeads, updateLead } from '#contracts/leads.ts'
import { anotherAccount } from '../support/accounts.ts'
import { send } from '../support/assistants.ts'
import { activeAssistant, callDesk, dial, NUMBERS } from '../support/calls.ts'
import { addLead, campaignOf } from '../support/leads.ts'

const ADA = '+12025550120'
const BERT = '+12025550121'
const CARA = '+12025550122'

const post = (body: object) => ['POST', '/user/lead', body] as const

test('a lead has exactly the fields that clients read', async () => {
  const desk = await callDesk()
  const campaign_id = await campaignOf(desk)
  const { status, text } = await send(
    desk,
    ...post({
      campaign_id: String(campaign_id),
      phone_number: '+1 (202) 555-0120',
      variables: [{ name: 'Ada', town: 'Bonn' }, { town: 'Ulm' }],
      secondary_contacts: [{ phone_number: BERT, variables: [] }],
    }),
  )
  const times = { created_at: '2026-01-01 12:00:00', updated_at: '2026-01-01 12:00:00' }
  expect({ status, body: JSON.parse(text) }).toEqual({
    status: 200,
    body: {
      message: 'Lead created successfully',
      data: {
        id: 1,
        campaign_id,
        phone_number: ADA,
        variables: { name: 'Ada', town: 'Ulm' },
        status: 'created',
        ...times,
        campaign: { id: campaign_id, name: 'Spring' },
        secondary_contacts: [
          { id: 2, phone_number: BERT, variables: {}, status: 'created', ...times },
        ],
      },
    },
  })
  const one = await desk.call(getLead, { params: { id: 1 } })
  expect(one).toMatchObject({ rounds: 0, next_attempt_at: null, call_ids: [] })
})

test('the list is a bare array without a query, and a page with one', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk)
  await addLead(desk, campaign, ADA, { secondary_contacts: [{ phone_number: CARA }] })
  await addLead(desk, campaign, BERT)
  for (const path of ['/user/leads', '/user/lead']) {
    const bare = JSON.parse((await send(desk, 'GET', path)).text) as { phone_number: string }[]
    expect(bare.map(({ phone_number }) => phone_number)).toEqual([BERT, ADA])
    const page = JSON.parse((await send(desk, 'GET', `${path}?per_page=1`)).text)
    expect(page).toMatchObject({ total: 2, per_page: 1, data: [{ phone_number: BERT }] })
  }
})

test('filters narrow the list together, and a foreign campaign gives an empty page', async () => {
  const desk = await callDesk()
  const [spring, autumn] = [await campaignOf(desk), await campaignOf(desk, 'Autumn')]
  const { id } = await addLead(desk, spring, ADA)
  await addLead(desk, spring, BERT)
  await addLead(desk, autumn, ADA)
  await desk.call(updateLead, { params: { id }, body: { status: 'completed' } })
  const total = async (query: Record<string, string | number>) => {
    const found = await desk.call(listLeads, { query: query as never })
    return 'total' in found ? found.total : undefined
  }
  expect(await total({ status: 'completed' })).toBe(1)
  expect(await total({ campaign_id: spring })).toBe(2)
  expect(await total({ campaign_id: spring, status: 'created' })).toBe(1)
  expect(await total({ phone_number: '(202) 555-0120' })).toBe(2)
  expect(await total({ phone_number: '0120', campaign_id: autumn })).toBe(1)
  expect(await total({ date_from: '2026-01-01', date_to: '2026-01-01' })).toBe(3)
  expect(await total({ date_from: '2026-01-02' })).toBe(0)
  const other = await anotherAccount(desk)
  const foreign = await other.call(listLeads, { query: { campaign_id: spring } })
  expect(foreign).toMatchObject({ total: 0, data: [] })
})

test('a campaign has a number once, unless the request allows it', async () => {
  const desk = await callDesk()
  const [spring, autumn] = [await campaignOf(desk), await campaignOf(desk, 'Autumn')]
  await addLead(desk, spring, ADA)
  const again = await send(desk, ...post({ campaign_id: spring, phone_number: '+1 202 5550120' }))
  expect(JSON.parse(again.text)).toEqual({
    message: 'The given data was invalid.',
    errors: { phone_number: ['A lead with this phone number already exists in this campaign.'] },
  })
  await addLead(desk, spring, ADA, { allow_dupplicate: true })
  await addLead(desk, spring, ADA, { allow_duplicate: true })
  const { id } = await addLead(desk, autumn, ADA)
  await expect(
    desk.call(updateLead, { params: { id }, body: { campaign_id: spring } }),
  ).rejects.toMatchObject({ status: 422, errors: { phone_number: [expect.any(String)] } })
})

test('what is wrong with a new lead is named field by field', async () => {
  const desk = await callDesk()
  const other = await anotherAccount(desk)
  const foreign = await campaignOf({ ...desk, call: other.call }, 'Foreign', 2)
  const contacts = [ADA, '030', ADA].map((phone_number) => ({ phone_number }))
  const body = { campaign_id: foreign, phone_number: ADA, secondary_contacts: contacts }
  expect(JSON.parse((await send(desk, ...post(body))).text).errors).toEqual({
    campaign_id: ['The selected campaign id is invalid.'],
    'secondary_contacts.0.phone_number': [expect.stringContaining('duplicate value')],
    'secondary_contacts.1.phone_number': [expect.stringContaining('must be a valid phone number.')],
    'secondary_contacts.2.phone_number': [expect.stringContaining('duplicate value')],
  })
  const large = { campaign_id: foreign, phone_number: '12', variable: { a: 'x'.repeat(70_000) } }
  expect(JSON.parse((await send(desk, ...post(large))).text).errors).toMatchObject({
    phone_number: ['The phone number must be a valid phone number.'],
    variables: ['The variables must not be greater than 64 kB.'],
  })
})

test('a change merges variables, and null deletes a name', async () => {
  const desk = await callDesk()
  const { id } = await addLead(desk, await campaignOf(desk), ADA, { variables: { a: 1, b: 2 } })
  const body = { variables: { b: null, c: 3 } }
  for (const path of [`/leads/${id}`, `/user/leads/${id}`, `/user/lead/${id}`]) {
    const { status, text } = await send(desk, 'PATCH', path, body)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      message: 'Lead successfully updated',
      data: { variables: { a: 1, c: 3 } },
    })
  }
})

test('a request sets three statuses, and the others follow from calls', async () => {
  const desk = await callDesk()
  const { id } = await addLead(desk, await campaignOf(desk), ADA, {
    secondary_contacts: [{ phone_number: BERT }],
  })
  const set = async (status: string) =>
    JSON.parse((await send(desk, 'PUT', `/user/leads/${id}`, { status })).text)
  expect((await set('processing')).errors).toEqual({
    status: ['This status is assigned automatically.'],
  })
  expect((await set('completed')).data).toMatchObject({
    status: 'completed',
    secondary_contacts: [{ status: 'completed' }],
  })
  desk.context.db.prepare('UPDATE leads SET rounds = 2 WHERE id = ?').run(id)
  expect((await set('created')).data.secondary_contacts[0].status).toBe('created')
  expect((await desk.call(getLead, { params: { id } })).rounds).toBe(0)
})

test('a lead that is being called keeps its number, campaign and status', async () => {
  const desk = await callDesk()
  const { id } = await addLead(desk, await campaignOf(desk), ADA)
  desk.context.db.prepare("UPDATE leads SET status = 'processing' WHERE id = ?").run(id)
  for (const body of [{ phone_number: BERT }, { status: 'completed' }]) {
    const { status, text } = await send(desk, 'PUT', `/user/leads/${id}`, body)
    expect({ status, text }).toEqual({
      status: 409,
      text: '{"message":"The lead is being called."}',
    })
  }
  expect((await send(desk, 'PUT', `/user/leads/${id}`, { variables: { a: 1 } })).status).toBe(200)
})

test('a deleted lead takes its contacts along, and its call is hung up and kept', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk)
  const { id } = await addLead(desk, campaign, ADA, {
    secondary_contacts: [{ phone_number: BERT }],
  })
  const callId = await dial(desk, await activeAssistant(desk), NUMBERS.ordinary)
  desk.context.db.prepare('UPDATE calls SET lead_id = ? WHERE id = ?').run(id, callId)
  expect((await desk.call(getLead, { params: { id } })).call_ids).toEqual([callId])
  const { text } = await send(desk, 'DELETE', `/user/leads/${id}`)
  expect(text).toBe('{"message":"Lead deleted successfully"}')
  expect(desk.context.db.prepare('SELECT count(*) FROM leads').pluck().get()).toBe(0)
  const status = desk.context.db.prepare('SELECT status FROM calls WHERE id = ?').pluck()
  expect(status.get(callId)).toBe('failed')
  await expect(desk.call(getLead, { params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('a contact is changed and deleted by its own id, and is no lead', async () => {
  const desk = await callDesk()
  const lead = await addLead(desk, await campaignOf(desk), ADA, {
    secondary_contacts: [{ phone_number: BERT }],
  })
  const params = { id: lead.secondary_contacts[0]!.id }
  const { data } = await desk.call(updateLead, { params, body: { phone_number: CARA } })
  expect(data).toMatchObject({ id: lead.id, secondary_contacts: [{ phone_number: CARA }] })
  await expect(
    desk.call(updateLead, { params, body: { phone_number: ADA } }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(desk.call(getLead, { params })).rejects.toMatchObject({ status: 404 })
  await desk.call(deleteLead, { params })
  expect((await desk.call(getLead, { params: { id: lead.id } })).secondary_contacts).toEqual([])
})

test('another account finds none of them', async () => {
  const desk = await callDesk()
  const { id } = await addLead(desk, await campaignOf(desk), ADA)
  const other = await anotherAccount(desk)
  const params = { id }
  await expect(other.call(getLead, { params })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(updateLead, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(deleteLead, { params })).rejects.toMatchObject({ status: 404 })
})

test('the same Idempotency-Key adds one lead', async () => {
  const desk = await callDesk()
  const body = JSON.stringify({ campaign_id: await campaignOf(desk), phone_number: ADA })
  const headers = { 'content-type': 'application/json', 'Idempotency-Key': 'one-of-them' }
  const add = async (path: string) =>
    await (await desk.fetch(`/api/user/${path}`, { method: 'POST', headers, body })).json()
  const first = await add('lead')
  expect(first).toMatchObject({ message: 'Lead created successfully' })
  expect(await add('leads')).toEqual(first)
})

test('a new lead whose number is on the do-not-call list is blacklisted with its contacts', async () => {
  const desk = await callDesk()
  await desk.call(addToDoNotCall, { body: { phone_number: ADA } })
  const lead = await addLead(desk, await campaignOf(desk), ADA, {
    secondary_contacts: [{ phone_number: BERT }],
  })
  expect(lead).toMatchObject({
    status: 'blacklisted',
    secondary_contacts: [{ status: 'blacklisted' }],
  })
  await expect(
    desk.call(updateLead, { params: { id: lead.id }, body: { status: 'created' } }),
  ).rejects.toMatchObject({ status: 422, errors: { status: [expect.any(String)] } })
})

test('a campaign that waits takes its turn as soon as a lead comes or goes', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk)
  const { db } = desk.context
  const far = 9_000_000_000_000
  const wait = () =>
    db
      .prepare(
        "INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES ('none', '{}', ?, ?, 1)",
      )
      .run(`campaign:${campaign}`, far)
  const waits = () =>
    db
      .prepare('SELECT count(*) FROM jobs WHERE lane = ? AND run_at = ?')
      .pluck()
      .get(`campaign:${campaign}`, far)
  wait()
  const { id } = await addLead(desk, campaign, ADA)
  expect(waits()).toBe(0)
  wait()
  await desk.call(deleteLead, { params: { id } })
  expect(waits()).toBe(0)
})
