import { expect, test } from 'vitest'
import { deactivateAssistant } from '#contracts/assistants.ts'
import { endCall, getCall, makeCall } from '#contracts/calls.ts'
import { getProviders } from '#contracts/lookups.ts'
import { topUpBalance } from '#contracts/money.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { updateSmsPolicy } from '#contracts/sms-provider.ts'
import { setTelephone } from '#contracts/telephone.ts'
import { callQueries } from '../../../server/features/calls/queries.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { activeAssistant } from '../../support/calls.ts'
import { CUSTOMER, NUMBER, telephoneDesk } from '../../support/telephone-calls.ts'
import { ACCOUNT } from '../../support/telephone-personalities.ts'
import { waitLong } from '../../support/web-calls.ts'

type Desk = Awaited<ReturnType<typeof telephoneDesk>>

const providerOf = ({ context }: Desk, id: number) => callQueries(context.db).byId(id)!.provider

async function called({ call }: Pick<Desk, 'call'>, assistant_id: number): Promise<number> {
  return (await call(makeCall, { body: { assistant_id, phone_number: CUSTOMER } })).call_id
}

test('an assistant with a number of the provider’s account places real calls, and rings as long as configured', async () => {
  const desk = await telephoneDesk({ ringing_time: 17, max_duration: 90 })
  const { id, call } = await desk.dialled()
  expect([call.from, call.to, providerOf(desk, id)]).toEqual([
    NUMBER,
    CUSTOMER,
    `form-api:${ACCOUNT}`,
  ])
  const [form] = desk.provider.arrivals
  expect([form!.get('Timeout'), form!.get('TimeLimit')]).toEqual(['17', '90'])
})

test('calls of assistants without a number, or with another one, are played by the Sandbox', async () => {
  const desk = await telephoneDesk()
  const { data: other } = await desk.call(createPhoneNumber, {
    body: { phone_number: '+14155552672', type: 'normal' },
  })
  for (const fields of [{}, { phone_number_id: other.id }]) {
    const id = await called(desk, await activeAssistant(desk, fields))
    expect(providerOf(desk, id)).toBe('sandbox')
  }
  expect(desk.provider.arrivals).toEqual([])
})

test('a call to a country that is not allowed is rejected before anything is dialled', async () => {
  const desk = await telephoneDesk()
  const { call, provider, records, assistantId } = desk
  const place = (phone_number: string) =>
    call(makeCall, { body: { assistant_id: assistantId, phone_number } })
  const refused = { status: 400, message: expect.stringContaining('Calls to this country') }
  await expect(place('+4930123456')).rejects.toMatchObject(refused)
  expect([await records(), provider.arrivals]).toEqual([[], []])
  await call(updateSmsPolicy, { body: { countries: ['DE'], daily_cap: 5 } })
  await place('+4930123456')
  await provider.call()
  await expect(place(CUSTOMER)).rejects.toMatchObject(refused)
  expect(provider.arrivals).toHaveLength(1)
})

test('no other account calls through the owner’s provider', async () => {
  const desk = await telephoneDesk()
  const other = await anotherAccount(desk)
  const { data: number } = await other.call(createPhoneNumber, {
    body: { phone_number: NUMBER, type: 'normal' },
  })
  await desk.call(topUpBalance, { body: { amount: 5, user_id: other.id } })
  const assistant = await activeAssistant(other, { phone_number_id: number.id })
  const id = await called(other, assistant)
  expect(providerOf(desk, id)).toBe('sandbox')
  expect((await other.call(getProviders)).voice.phone_number_ids).toEqual([])
  expect((await desk.call(getProviders)).voice.phone_number_ids).toHaveLength(1)
})

test('once calls are off the Sandbox plays them, and ongoing ones stay with the provider', async () => {
  const desk = await telephoneDesk()
  const { id, call, shown } = await desk.dialled()
  await desk.call(setTelephone, { body: { is_on: false } })
  expect(providerOf(desk, await called(desk, desk.assistantId))).toBe('sandbox')
  await desk.call(endCall, { params: { id } })
  await call.over()
  expect([call.status, (await shown()).status]).toEqual(['canceled', 'failed'])
})

test('a call that the provider refuses has failed, and its hold is released', async () => {
  const desk = await telephoneDesk({}, {}, { provider: { personalityOf: () => 'invalidNumber' } })
  const id = await called(desk, desk.assistantId)
  const status = async () => (await desk.call(getCall, { params: { id } })).status
  await expect.poll(status, waitLong).toBe('failed')
  expect(desk.provider.arrivals).toHaveLength(1)
})

test('while all lines are busy a call waits, and is dialled once one is free', async () => {
  const desk = await telephoneDesk({}, {}, { limits: { callsAtOnce: 1 } })
  const first = await desk.dialled()
  const second = await called(desk, desk.assistantId)
  expect(desk.provider.calls).toHaveLength(1)
  await first.call.fail('busy')
  await desk.provider.call(1)
  expect(providerOf(desk, second)).toBe(`form-api:${ACCOUNT}`)
})

test('an assistant that is switched off does not call', async () => {
  const desk = await telephoneDesk()
  const assistant_id = await createdAssistant(desk)
  await desk.call(deactivateAssistant, { params: { id: assistant_id } })
  const body = { assistant_id, phone_number: CUSTOMER }
  await expect(desk.call(makeCall, { body })).rejects.toMatchObject({ status: 422 })
})
