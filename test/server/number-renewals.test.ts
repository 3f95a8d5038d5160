import { expect, test } from 'vitest'
import { getAssistant } from '#contracts/assistants.ts'
import { getCampaign, updateCampaign } from '#contracts/campaigns.ts'
import { getHome } from '#contracts/home.ts'
import { topUpBalance } from '#contracts/money.ts'
import { listNotices } from '#contracts/notices.ts'
import { createPhoneNumber, deletePhoneNumber, keepPhoneNumber } from '#contracts/phone-numbers.ts'
import { listSms, sendSms } from '#contracts/sms.ts'
import { renewNumbers } from '../../server/features/phone-numbers/renew.ts'
import { createSandboxCarrier } from '../../server/providers/numbers/sandbox.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { campaignOf } from '../support/leads.ts'
import { DAY, NUMBER, type NumbersDesk, numbersDesk } from '../support/numbers.ts'
import { RECIPIENT } from '../support/sms.ts'

const never = new AbortController().signal

/** Lets so much time pass in one step, and the renewal do what is due then. */
async function pass({ clock, context }: NumbersDesk, days: number) {
  await clock.jump(days * DAY)
  await renewNumbers(context, never)
}

const notices = async ({ call }: NumbersDesk) =>
  (await call(listNotices)).data.map(({ kind, subject, reason }) => ({ kind, subject, reason }))

test('a number is renewed at the hour it was bought, on the last day of shorter months', async () => {
  const desk = await numbersDesk({ balance: 20 })
  await desk.buy()
  const end = async () => (await desk.numbers())[0]?.subscription_expires_at
  const ends: [days: number, end: string][] = [
    [27, '2026-02-28T12:00:00.000000Z'],
    [1, '2026-03-31T12:00:00.000000Z'],
    [31, '2026-04-30T12:00:00.000000Z'],
    [30, '2026-05-31T12:00:00.000000Z'],
  ]
  for (const [days, expected] of ends) {
    await desk.clock.jump(days * DAY)
    await expect.poll(end).toBe(expected)
  }
  expect((await desk.charges()).filter(([kind]) => kind === 'number.hold')).toEqual([
    ['number.hold', -3.99, '1:2026-01-31'],
    ['number.hold', -3.99, '1:2026-02-28'],
    ['number.hold', -3.99, '1:2026-03-31'],
    ['number.hold', -3.99, '1:2026-04-30'],
  ])
  expect(await desk.balance()).toBe(4.04)
})

test('after months of standstill every month is charged once, however often the renewal runs', async () => {
  const desk = await numbersDesk({ balance: 100 })
  await desk.buy()
  await pass(desk, 100)
  const after = [await desk.numbers(), await desk.charges(), await desk.balance()]
  expect(after[0]).toMatchObject([{ subscription_expires_at: '2026-05-31T12:00:00.000000Z' }])
  expect(after[2]).toBe(84.04)
  await Promise.all([renewNumbers(desk.context, never), renewNumbers(desk.context, never)])
  expect([await desk.numbers(), await desk.charges(), await desk.balance()]).toEqual(after)
})

test('a number that cannot be paid ends, says so, and is given back 30 days later', async () => {
  const desk = await numbersDesk({ balance: 5 })
  const { id } = await desk.buy()
  const assistant = await createdAssistant(desk, { phone_number_id: id })
  await pass(desk, 28)
  expect(await desk.numbers()).toMatchObject([{ has_active_subscription: false }])
  expect(await notices(desk)).toEqual([
    {
      kind: 'number_unpaid',
      subject: NUMBER,
      reason: 'Its next month could not be paid. Top up the balance by 2026-03-30 to keep it.',
    },
  ])
  const refused = await send(desk, 'POST', '/user/sms', { from: id, to: RECIPIENT, body: 'Hi' })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'From number subscription is not active',
  ])
  await pass(desk, 29)
  expect(await desk.numbers()).toHaveLength(1)
  await pass(desk, 1)
  expect(await desk.numbers()).toEqual([])
  expect(await desk.balance()).toBe(1.01)
  expect(await desk.call(getAssistant, { params: { id: assistant } })).toMatchObject({
    phone_number_id: null,
  })
  expect(await notices(desk)).toEqual([
    {
      kind: 'number_unpaid',
      subject: NUMBER,
      reason: 'It stayed unpaid for 30 days and was given back.',
    },
  ])
})

test('an unpaid number begins a new month with the money that comes in', async () => {
  const desk = await numbersDesk({ balance: 5 })
  await desk.buy()
  await pass(desk, 28)
  await desk.clock.jump(10 * DAY)
  await desk.call(topUpBalance, { body: { amount: 5 } })
  await renewNumbers(desk.context, never)
  expect(await desk.numbers()).toMatchObject([
    { has_active_subscription: true, subscription_expires_at: '2026-04-10T12:00:00.000000Z' },
  ])
  expect([await desk.balance(), await notices(desk)]).toEqual([2.02, []])
})

test('a released number works until its month ends, and is not charged again', async () => {
  const desk = await numbersDesk({ balance: 20 })
  const { id } = await desk.buy()
  const assistant = await createdAssistant(desk, { phone_number_id: id })
  const released = await send(desk, 'DELETE', `/user/phone-numbers/${id}`)
  expect([released.status, released.body]).toEqual([
    200,
    {
      message:
        'Phone number released successfully. It will be removed at the end of the billing period.',
    },
  ])
  expect(await desk.numbers()).toMatchObject([
    { has_active_subscription: true, release_at: '2026-02-28T12:00:00.000000Z' },
  ])
  const message = 'Phone number is already scheduled for release.'
  const again = await send(desk, 'DELETE', `/user/phone-numbers/${id}`)
  expect([again.status, again.body]).toEqual([400, { message, error: message }])
  await desk.call(sendSms, { body: { from: id, to: RECIPIENT, body: 'Still here' } })
  const before = await desk.balance()
  await pass(desk, 28)
  expect([await desk.numbers(), await desk.balance()]).toEqual([[], before])
  expect(await desk.call(getAssistant, { params: { id: assistant } })).toMatchObject({
    phone_number_id: null,
  })
  expect((await desk.call(listSms)).data).toMatchObject([{ phone_number_id: id }])
})

test('a campaign calls on without the number that its pool has lost', async () => {
  const desk = await numbersDesk({ balance: 20 })
  const [first, second] = [await desk.buy(), await desk.buy('+493023125001')]
  const id = await campaignOf(desk)
  const pool = async () => (await desk.call(getCampaign, { params: { id } })).phone_number_ids
  const body = { phone_number_ids: [first.id, second.id] }
  await desk.call(updateCampaign, { params: { id }, body })
  await desk.call(deletePhoneNumber, { params: { id: first.id } })
  expect(await pool()).toEqual([first.id, second.id])
  await pass(desk, 28)
  expect(await pool()).toEqual([second.id])
})

test('a release can be taken back until it is due', async () => {
  const desk = await numbersDesk({ balance: 20 })
  const bought = await desk.buy()
  const params = { id: bought.id }
  const keep = async () => {
    const { status, body } = await send(desk, 'POST', `/user/phone-numbers/${bought.id}/keep`)
    return [status, body.message]
  }
  const none = [409, 'Phone number is not scheduled for release.']
  expect(await keep()).toEqual(none)
  await desk.call(deletePhoneNumber, { params })
  expect((await desk.call(keepPhoneNumber, { params })).data).toEqual(bought)
  await desk.call(deletePhoneNumber, { params })
  await desk.clock.jump(28 * DAY)
  expect((await keep())[0]).not.toBe(200)
})

test('an unpaid number that is released goes at once', async () => {
  const desk = await numbersDesk({ balance: 5 })
  const { id } = await desk.buy()
  await pass(desk, 28)
  await desk.call(deletePhoneNumber, { params: { id } })
  expect([await desk.numbers(), await notices(desk)]).toEqual([[], []])
})

test('a carrier that does not take a number back keeps no other number waiting', async () => {
  const desk = await numbersDesk({
    balance: 20,
    outside: {
      numberCarrier: {
        ...createSandboxCarrier(),
        giveBack: async (number) => {
          if (number === NUMBER) throw new Error('not now')
        },
      },
    },
  })
  const first = await desk.buy()
  const second = await desk.buy('+493023125001')
  for (const { id } of [first, second]) await desk.call(deletePhoneNumber, { params: { id } })
  await pass(desk, 28)
  expect((await desk.numbers()).map(({ id }) => id)).toEqual([first.id])
})

test('Home warns of the end of numbers that are not renewed by themselves, and of no other', async () => {
  const desk = await numbersDesk({ balance: 5 })
  await desk.buy()
  const { data } = await desk.call(createPhoneNumber, {
    body: { phone_number: '+4930123456', type: 'normal', subscription_expires_at: '2026-03-01' },
  })
  const warned = async () =>
    (await desk.call(getHome)).needs_you.expiring_numbers.map(({ id }) => id)
  await desk.clock.jump(27 * DAY)
  expect(await warned()).toEqual([data.id])
  await pass(desk, 1)
  expect(await warned()).toEqual([data.id])
})

test('a number that was added by hand costs nothing and goes at once', async () => {
  const desk = await numbersDesk({ balance: 5 })
  const { data } = await desk.call(createPhoneNumber, {
    body: { phone_number: '+4930123456', type: 'normal', subscription_expires_at: '2026-02-01' },
  })
  await pass(desk, 100)
  expect(await desk.numbers()).toMatchObject([{ id: data.id, has_active_subscription: false }])
  expect(await desk.balance()).toBe(5)
  const { body } = await send(desk, 'DELETE', `/user/phone-numbers/${data.id}`)
  expect(body).toEqual({ message: 'Phone number deleted successfully.' })
})
