import { expect, test } from 'vitest'
import { enableInboundWebhook } from '#contracts/assistant-webhooks.ts'
import { deactivateAssistant } from '#contracts/assistants.ts'
import { blockSender } from '#contracts/blocks.ts'
import { updateContact } from '#contracts/contacts.ts'
import { addToDoNotCall } from '#contracts/do-not-call.ts'
import { setTelephone } from '#contracts/telephone.ts'
import { blockQueries } from '../../../server/features/conversations/blocks/queries.ts'
import { conversationQueries } from '../../../server/features/conversations/queries.ts'
import { replyQueries } from '../../../server/features/conversations/replies/queries.ts'
import { signatureOf } from '../../../server/providers/form-api/signature.ts'
import { merge, split } from '../../support/merges.ts'
import { startReceiver } from '../../support/receiver.ts'
import type { StandInCall } from '../../support/telephone-call-stand-in.ts'
import { CUSTOMER, NUMBER, telephoneDesk } from '../../support/telephone-calls.ts'
import { PUBLIC } from '../../support/telephone-door.ts'
import { toneSynthesizer } from '../../support/tone-services.ts'
import { createVisitor } from '../../support/visitor.ts'
import { waitLong } from '../../support/web-calls.ts'

const PATH = '/api/provider/voice/incoming'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const INBOUND = { type: 'inbound', initial_message: 'Welcome.' } as const

/** Waits until a call was rejected with this reason. */
async function refusedAs(call: StandInCall, how: 'rejected' | 'busy'): Promise<void> {
  await call.does(`Reject ${how}`)
  await call.over()
}

test('the assistant of a number answers its callers', async () => {
  const { callIn, records } = await telephoneDesk(INBOUND)
  const call = await callIn()
  const telephone = await call.stream()
  await telephone.hears('Welcome.')
  telephone.say('hello')
  await expect
    .poll(async () => (await records())[0]!.transcript, waitLong)
    .toContain('Customer: hello')
  expect(await records()).toMatchObject([
    {
      type: 'inbound',
      status: 'in-progress',
      answered_by: 'human',
      client_phone_number: CUSTOMER,
      assistant_phone_number: NUMBER,
    },
  ])
  await call.hangUp()
  await expect.poll(async () => (await records())[0]!.status, waitLong).toBe('completed')
  expect(telephone.faults).toEqual([])
})

test('the inbound webhook is asked about the caller before the call is answered', async () => {
  const receiver = await startReceiver((res) => res.end('{"customer_name":"Ada"}'))
  const greeting = { initial_message: 'Hello {{customer_name}}.' }
  const desk = await telephoneDesk({ ...INBOUND, ...greeting }, {}, { hosts: [receiver.host] })
  const { callIn, records } = desk
  await desk.call(enableInboundWebhook, {
    body: { assistant_id: desk.assistantId, webhook_url: receiver.url },
  })
  const telephone = await (await callIn()).stream()
  await telephone.hears('Hello Ada.')
  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toEqual([
    { customer_phone: CUSTOMER, assistant_phone: NUMBER },
  ])
  expect((await records())[0]!.variables).toEqual({ customer_name: 'Ada' })
})

test('a caller with a withheld number is answered, too', async () => {
  const { callIn, records } = await telephoneDesk(INBOUND)
  const telephone = await (await callIn(NUMBER, 'anonymous')).stream()
  await telephone.hears('Welcome.')
  expect((await records())[0]!.client_phone_number).toBe(null)
})

test('calls to an unknown number, or one without an assistant, are rejected and leave nothing', async () => {
  const { callIn, records, call: ask, assistantId } = await telephoneDesk(INBOUND)
  await refusedAs(await callIn('+14155550000'), 'rejected')
  await ask(deactivateAssistant, { params: { id: assistantId } })
  await refusedAs(await callIn(), 'rejected')
  expect(await records()).toEqual([])
})

test('an outbound-only assistant takes no calls', async () => {
  const { callIn, records } = await telephoneDesk()
  await refusedAs(await callIn(), 'rejected')
  expect(await records()).toEqual([])
})

test('calls are rejected while phone calls are off', async () => {
  const { callIn, call: ask } = await telephoneDesk(INBOUND)
  await ask(setTelephone, { body: { is_on: false } })
  await refusedAs(await callIn(), 'rejected')
})

test('a call while all lines are busy is told so, and is recorded', async () => {
  const { callIn, records } = await telephoneDesk(INBOUND, {}, { limits: { callsAtOnce: 1 } })
  const first = await (await callIn()).stream()
  await first.hears('Welcome.')
  await refusedAs(await callIn(), 'busy')
  expect((await records()).map(({ status }) => status)).toEqual(['busy', 'in-progress'])
})

test('L21 a call from a blocked number is rejected before anything is fetched or spent', async () => {
  const { callIn, records, context } = await telephoneDesk(INBOUND)
  const block = {
    userId: 1,
    visitorId: null,
    conversationId: null,
    name: null,
    reason: null,
    operatorId: 1,
    now: Date.now(),
    endsAt: null,
  }
  await context.write((tx) =>
    blockQueries(context.db).insert(tx, block, [{ kind: 'phone', value: CUSTOMER }]),
  )
  await refusedAs(await callIn(), 'rejected')
  expect(await records()).toMatchObject([{ type: 'inbound', status: 'failed' }])
})

test('L21 a call is rejected while the number belongs to a blocked contact, whatever that is blocked by', async () => {
  const desk = await telephoneDesk(INBOUND)
  const { call, callIn, context } = desk
  const [texter, ada] = [await createVisitor(desk), await createVisitor(desk)]
  for (const visitor of [texter, ada]) await visitor.say('Hello')
  const { id } = conversationQueries(context.db).byUuid(texter.conversationId)!
  // As after a text message from the number.
  await context.write((tx) => replyQueries(context.db).setCustomer(tx, id, CUSTOMER))
  await call(updateContact, { params: { id: ada.id }, body: { email: 'ada@example.org' } })
  await call(blockSender, { params: { uuid: ada.conversationId }, body: { kinds: ['email'] } })
  const isAnswered = async () => {
    const answered = await callIn()
    await (await answered.stream()).hears('Welcome.')
    await answered.hangUp()
  }
  await isAnswered()
  const { merge_id } = await merge(desk, ada, texter)
  await refusedAs(await callIn(), 'rejected')
  await split(desk, ada, merge_id)
  await isAnswered()
})

test('a caller on the do-not-call list is rejected, and not one who has merely been merged with a contact on it', async () => {
  const desk = await telephoneDesk(INBOUND)
  const { call, callIn, records } = desk
  const [caller, listed] = [await createVisitor(desk), await createVisitor(desk)]
  await call(updateContact, { params: { id: caller.id }, body: { phone: CUSTOMER } })
  await call(updateContact, { params: { id: listed.id }, body: { phone: '+4930111111' } })
  await merge(desk, caller, listed)
  await call(addToDoNotCall, { body: { phone_number: '+4930111111' } })
  const answered = await callIn()
  await (await answered.stream()).hears('Welcome.')
  await answered.hangUp()
  await call(addToDoNotCall, { body: { phone_number: CUSTOMER } })
  await refusedAs(await callIn(), 'rejected')
  await expect
    .poll(async () => (await records()).map(({ status }) => status), waitLong)
    .toEqual(['failed', 'completed'])
})

test('without a transcriber a call is not answered', async () => {
  const { callIn, records } = await telephoneDesk(INBOUND, {
    speech: { synthesizer: toneSynthesizer },
  })
  await refusedAs(await callIn(), 'rejected')
  expect(await records()).toMatchObject([{ type: 'inbound', status: 'failed' }])
})

test('a call announced twice is one call', async () => {
  const { callIn, records, url, provider } = await telephoneDesk(INBOUND)
  const { sid, ...call } = await callIn()
  const telephone = await call.stream()
  await telephone.hears('Welcome.')
  const fields = new URLSearchParams({
    CallSid: sid,
    AccountSid: provider.account.account,
    From: CUSTOMER,
    To: NUMBER,
  })
  const signature = signatureOf(provider.account.token, { url: PUBLIC + PATH, fields })
  const again = await fetch(url + PATH, {
    method: 'POST',
    headers: { ...FORM, 'x-twilio-signature': signature },
    body: fields.toString(),
  })
  expect(await again.text()).toContain('<Stream')
  expect(await records()).toHaveLength(1)
})

test('an unsigned call is 403, and leaves nothing', async () => {
  const { url, records, provider } = await telephoneDesk(INBOUND)
  const body = new URLSearchParams({
    CallSid: `CA${'9'.repeat(32)}`,
    AccountSid: provider.account.account,
    From: CUSTOMER,
    To: NUMBER,
  }).toString()
  expect((await fetch(url + PATH, { method: 'POST', headers: FORM, body })).status).toBe(403)
  expect((await fetch(url + PATH)).status).toBe(405)
  expect(await records()).toEqual([])
})
