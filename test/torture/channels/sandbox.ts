import { randomUUID } from 'node:crypto'
import { simulateMessenger } from '#contracts/messenger.ts'
import { createMessengerSender, listMessengerSenders } from '#contracts/messenger-senders.ts'
import { topUpBalance } from '#contracts/money.ts'
import type { Channel, Customer } from './channel.ts'

const SENDER = '+14155552672'
const numberOf = (customer: Customer) => `+1202456${String(1000 + customer).padStart(4, '0')}`

/** Customers of the messenger's Sandbox, which reports messages twice and out of order. */
export function sandboxChannel(random: () => number): Channel {
  let sender: number
  /** A message that is overtaken by the next one. */
  return {
    name: 'sandbox',
    async setUp(world) {
      await world.insist(async ({ call }) => {
        const { data } = await call(listMessengerSenders, { query: { status: 'all' } })
        const known = data.find(({ phone_number }) => phone_number === SENDER)
        const body = { phone_number: SENDER, display_name: 'Example Shop' }
        sender = known?.id ?? (await call(createMessengerSender, { body })).data.id
        await call(topUpBalance, { body: { amount: 1000 } })
      })
    },
    async write(world, customer, message) {
      const body = {
        sender_id: sender,
        from: numberOf(customer),
        message,
        message_sid: randomUUID(),
      }
      await world.insist(({ call }) => call(simulateMessenger, { body }))
      if (random() < 0.3) await world.insist(({ call }) => call(simulateMessenger, { body }))
    },
    reached: ({ db }, customer) =>
      db
        .prepare<[string], string>(
          "SELECT body FROM messenger_messages WHERE to_number = ? AND status IN ('sent', 'delivered', 'read') ORDER BY id",
        )
        .pluck()
        .all(numberOf(customer)),
    trouble: () => {},
    close: async () => {},
  }
}
