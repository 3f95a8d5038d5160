import { statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createApiKey } from '#contracts/accounts.ts'
import { fault } from '#contracts/faults.ts'
import { topUpBalance } from '#contracts/money.ts'
import { allowAddress } from '#contracts/network.ts'
import { createOperator } from '#contracts/operators.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { listUsage } from '#contracts/usage.ts'
import { type Purpose, reserve, settle } from '../../../server/features/billing/money/ledger.ts'
import { raiseNotice } from '../../../server/features/platform/notices/raise.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { activeAssistant, dial, NUMBERS, playOut } from '../../support/calls.ts'
import { chat, activeAssistant as chatting } from '../../support/chats.ts'
import { createClock } from '../../support/clock.ts'
import { createdBase, fileOf, uploaded } from '../../support/knowledge.ts'
import { signedInOwner } from '../../support/operators.ts'
import { allowing, startServer, type TestServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

const NUMBER = '+14155552671'
const DAY_MS = 86_400_000

/** An account without any activity. */
const EMPTY = {
  balance: 0,
  spent: { llm: 0, sms: 0, messenger: 0, call: 0, number: 0 },
  text_numbers: [],
  allowed_addresses: [],
  assistants: 0,
  conversations: 0,
  contacts: 0,
  stored_bytes: { attachments: 0, recordings: 0, documents: 0 },
  people: 1,
  api_keys: 1,
  notices: 0,
  last_activity_at: null,
}

/** Charges an account for something. */
function spend({ context }: TestServer, userId: number, purpose: Purpose, dollars: number) {
  const about = { userId, purpose, reference: `${purpose} at ${context.now().getTime()}` }
  const amount = dollars * 1_000_000
  return context.write((tx) => {
    reserve(tx, context, about, amount)
    settle(tx, context, about, amount)
  })
}

/** Uploads a file of this many bytes into a conversation. */
async function attach(send: TestServer['fetch'], uuid: string, bytes: number): Promise<void> {
  const body = new FormData()
  body.append('file', new File(['x'.repeat(bytes)], 'note.txt'))
  const { status } = await send(`/api/user/conversations/${uuid}/attachments`, {
    method: 'POST',
    body,
  })
  expect(status).toBe(201)
}

test('each account has its own figures, with the owner’s first', async () => {
  const clock = createClock('2026-01-31T12:00:00Z')
  const { outside } = clock
  const server = await startServer({ ...allowing('10.0.0.5:80'), outside })
  const owner = await signedInOwner(server)
  const bob = await anotherAccount(server, 'Bob')
  expect((await server.call(listUsage)).data[1]).toEqual({
    id: bob.id,
    name: 'Bob',
    email: 'bob@example.com',
    is_owner: false,
    created_at: '2026-01-31T12:00:00.000000Z',
    ...EMPTY,
  })

  // The owner has one of most things, and Bob has others.
  const visitor = await createVisitor(server)
  await attach(server.fetch, visitor.conversationId, 100)
  await owner.call(createOperator, { body: { name: 'Grace' } })
  await owner.call(allowAddress, { body: { address: 'nas.local:8080' } })
  await server.call(topUpBalance, { body: { amount: 50 } })
  await spend(server, 1, 'llm', 3)

  await server.call(topUpBalance, { body: { amount: 20, user_id: bob.id } })
  for (const purpose of ['llm', 'sms', 'messenger', 'call'] as const)
    await spend(server, bob.id, purpose, 1)
  await clock.advance(DAY_MS)
  await spend(server, bob.id, 'sms', 0.25)
  await server.call(createPhoneNumber, {
    body: { phone_number: NUMBER, type: 'normal', sms_capable: true, account_id: bob.id },
  })
  await bob.call(createPhoneNumber, { body: { phone_number: '+12025550111', type: 'normal' } })
  await owner.call(allowAddress, { body: { address: '10.0.0.9:5678', user_id: bob.id } })
  await bob.call(createApiKey, { body: { name: 'Second' } })
  const talk = await chat(bob, await chatting(bob, {}), 'test')
  await attach(bob.fetch, talk.uuid, 30)
  await attach(bob.fetch, talk.uuid, 12)
  await uploaded(bob, await createdBase(bob), fileOf('shop.txt', 'Open from nine to five.'))
  const caller = await activeAssistant(bob, { record: true })
  const { recording_url } = await playOut(
    { ...server, clock, call: bob.call },
    await dial(bob, caller, NUMBERS.hangUp),
  )
  const subject = { userId: bob.id, kind: 'budget_reached', subject: 'month' } as const
  await server.context.write((tx) =>
    raiseNotice(tx, server.context, subject, fault('budget_of_account')),
  )

  const { month, data } = await server.call(listUsage)
  expect([month, data.map(({ id }) => id)]).toEqual(['2026-02', [1, bob.id]])
  const file = path.join(server.context.recordings.folder(), path.basename(recording_url!))
  expect(data[0]).toMatchObject({
    is_owner: true,
    balance: 47,
    spent: { llm: 0, sms: 0, messenger: 0, call: 0, number: 0 },
    text_numbers: [],
    allowed_addresses: [
      { address: '10.0.0.5:80', source: 'environment' },
      { address: 'nas.local:8080', source: 'operator' },
    ],
    assistants: 1,
    conversations: 1,
    contacts: 1,
    stored_bytes: { attachments: 100, recordings: 0, documents: expect.any(Number) },
    people: 2,
    notices: 0,
    last_activity_at: expect.stringMatching(/^2026-0/),
  })
  expect(data[1]).toMatchObject({
    text_numbers: [NUMBER],
    allowed_addresses: [{ address: '10.0.0.9:5678', source: 'operator' }],
    assistants: 2,
    conversations: 1,
    contacts: 0,
    stored_bytes: { attachments: 42, recordings: statSync(file).size, documents: 23 },
    people: 1,
    api_keys: 2,
    notices: 1,
    last_activity_at: expect.stringMatching(/^2026-02-01T12:/),
  })
  // The cost of the call depends on its length; it is from this month, like the message and unlike everything
  // before.
  const { spent, balance } = data[1]!
  expect(spent).toMatchObject({ llm: 0, sms: 0.25 })
  expect(spent.call).toBeGreaterThan(0)
  expect(balance).toBeCloseTo(20 - 4 - 0.25 - spent.call, 6)
})
