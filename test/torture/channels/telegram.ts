import { createMessengerBot } from '#contracts/messenger-bots.ts'
import { ADA, BOT_TOKEN, FAULTS, startBotApi } from '../../support/bot-api-stand-in.ts'
import type { Channel, Customer } from './channel.ts'

const idOf = (customer: Customer) => 1_000_000 + customer

/** Customers of a Telegram bot, whose API fails, repeats and cuts off. */
export async function telegramChannel(random: () => number) {
  const bot = await startBotApi()
  const trouble = (isOn: boolean) => {
    bot.behaviour.repeats = isOn ? 3 : 0
    bot.behaviour.fault = () => {
      const fate = isOn ? random() : 1
      if (fate < 0.04) return { cut: 'before' }
      if (fate < 0.08) return { cut: 'after' }
      if (fate < 0.12) return FAULTS.busy(1)
      return fate < 0.16 ? FAULTS.unavailable : undefined
    }
  }
  const channel: Channel = {
    name: 'telegram',
    async setUp(world) {
      await world.insist(({ call }) =>
        // People answer here; connecting it again after a kill changes nothing.
        call(createMessengerBot, { body: { token: BOT_TOKEN, url: bot.url } }).catch((error) => {
          if (error.status !== 422 && error.status !== 409) throw error
        }),
      )
    },
    async write(_world, customer, text) {
      bot.write(text, { ...ADA, id: idOf(customer), first_name: `Customer ${customer}` })
    },
    reached: (_world, customer) => bot.textsTo(idOf(customer)),
    trouble,
    close: bot.close,
  }
  return { ...channel, address: bot.address }
}
