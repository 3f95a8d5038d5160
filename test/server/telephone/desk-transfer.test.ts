import { expect, test } from 'vitest'
import { transferCall } from '#contracts/call-desk.ts'
import { updateSmsPolicy } from '#contracts/sms-provider.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { heardByBea } from '../../support/telephone-listeners.ts'
import { PERSON } from '../../support/telephone-transfers.ts'
import { onCall, waitLong } from '../../support/web-calls.ts'

/** A phone call with Bea listening, and a colleague elsewhere who may be called. */
async function transferable() {
  const heard = await heardByBea()
  const { desk, id, telephone } = heard
  await desk.call(updateSmsPolicy, { body: { countries: ['US', 'DE'], daily_cap: 5 } })
  await telephone.hears('Welcome.')
  const transfer = (number: string, as: Pick<typeof desk, 'call'> = desk) =>
    as.call(transferCall, { params: { id }, body: { phone_number: number } })
  return { ...heard, transfer }
}

test('an operator connects a caller with another number, and the call ends when those two have spoken', async () => {
  const { desk, call, transfer, timeline, shown, ear } = await transferable()
  desk.provider.setOtherParty('completed', 5)
  await transfer('+49 30 123456')
  await call.does(`Dial Number ${PERSON}`)
  await call.over()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  expect(ear.of('ended')).toHaveLength(1)
  expect((await timeline()).activities).toContainEqual(
    expect.objectContaining({ kind: 'call_transferred', data: { number: PERSON } }),
  )
})

test('when nobody answers an operator’s transfer, the caller is back with the assistant', async () => {
  const { desk, call, transfer, telephone, shown } = await transferable()
  desk.provider.setOtherParty('no-answer')
  await transfer(PERSON)
  await call.does(`Dial Number ${PERSON}`)
  await expect
    .poll(async () => (await shown()).transcript, waitLong)
    .toMatch(/AI: Welcome\.\nAI: ./)
  expect((await shown()).status).toBe('in-progress')
  expect(telephone.faults).toEqual([])
  await call.hangUp()
})

test('a call can be transferred while an operator speaks on it', async () => {
  const { desk, call, transfer, ear } = await transferable()
  desk.provider.setOtherParty('completed', 5)
  ear.take()
  await expect.poll(ear.isSpeaking, waitLong).toBe(true)
  await transfer(PERSON)
  await call.does(`Dial Number ${PERSON}`)
  await expect.poll(ear.isOpen, waitLong).toBe(false)
})

test('a transfer by an agent, from another account, to another country or to an invalid number is refused, and nobody is called', async () => {
  const { desk, bea, call, transfer, shown } = await transferable()
  await expect(transfer(PERSON, bea)).rejects.toMatchObject({ status: 403 })
  const other = await anotherAccount(desk)
  await expect(transfer(PERSON, other)).rejects.toMatchObject({ code: 'call_not_found' })
  await expect(transfer('+33123456789')).rejects.toMatchObject({ code: 'call_country_not_allowed' })
  await expect(transfer('my boss')).rejects.toMatchObject({ code: 'call_number_invalid' })
  expect(call.log.some((line) => line.startsWith('Dial'))).toBe(false)
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  await expect(transfer(PERSON)).rejects.toMatchObject({ status: 409, code: 'call_over' })
})

test('a website call cannot be transferred to a number', async () => {
  const { server, callId: id } = await onCall()
  await server.call(updateSmsPolicy, { body: { countries: ['DE'], daily_cap: 5 } })
  const transferred = server.call(transferCall, {
    params: { id },
    body: { phone_number: PERSON },
  })
  await expect(transferred).rejects.toMatchObject({ status: 409, code: 'call_not_transferable' })
})
