import { createMessengerFormNumber } from '#contracts/messenger-form.ts'
import { listMessengerSenders } from '#contracts/messenger-senders.ts'
import { setSmsProvider } from '#contracts/sms-provider.ts'
import { FORM_FAULTS, startFormMessenger } from '../../support/form-messenger-stand-in.ts'
import { ACCOUNT, TOKEN } from '../../support/sms-provider-stand-in.ts'
import type { Channel, Customer } from './channel.ts'
import { PUBLIC_URL, type World } from './world.ts'

const SENDER = '+14155552673'
const numberOf = (customer: Customer) => `+1202558${String(1000 + customer).padStart(4, '0')}`

/** Customers of a number of the form API, which fails, cuts off, reports again, and reports old messages after new ones. */
export async function formChannel(random: () => number) {
  const provider = await startFormMessenger()
  const reported: ReturnType<typeof provider.messageOf>[] = []
  const trouble = (isOn: boolean) => {
    provider.behaviour.fault = (call) => {
      const fate = isOn && /^POST .*Messages\.json$/.test(call) ? random() : 1
      if (fate < 0.05) return { isCut: true }
      if (fate < 0.1) return FORM_FAULTS.busy(1)
      return fate < 0.15 ? FORM_FAULTS.unavailable : undefined
    }
  }
  /** Reports until it is answered, as the provider does. */
  const report = (world: World, message: ReturnType<typeof provider.messageOf>) =>
    world.insist(async () => {
      const status = await provider.deliver(message)
      if (status !== 200) throw new Error(`The report was answered ${status}`)
    })
  const channel: Channel = {
    name: 'whatsapp form',
    async setUp(world) {
      await world.insist(async ({ call, url }) => {
        const { data } = await call(listMessengerSenders, { query: { status: 'all' } })
        if (!data.some(({ phone_number }) => phone_number === SENDER)) {
          await call(setSmsProvider, {
            body: { url: provider.url, account: ACCOUNT, token: TOKEN },
          })
          // People answer here.
          await call(createMessengerFormNumber, { body: { phone_number: SENDER } })
        }
        provider.reportTo(url, PUBLIC_URL)
      })
    },
    async write(world, customer, text) {
      const person = { number: numberOf(customer), name: `Customer ${customer}` }
      const message = provider.messageOf(text, { To: `whatsapp:${SENDER}` }, person)
      await report(world, message)
      reported.push(message)
      if (random() < 0.3) await report(world, reported[Math.floor(random() * reported.length)]!)
    },
    reached: (_world, customer) => provider.shownTo(numberOf(customer)),
    trouble,
    close: provider.close,
  }
  return { ...channel, address: provider.address }
}
