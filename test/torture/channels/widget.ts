import { randomUUID } from 'node:crypto'
import { listAssistants } from '#contracts/assistants.ts'
import { createClient } from '#contracts/client.ts'
import {
  getVisitorConversation,
  openVisitorConversation,
  openVisitorSession,
  readAsVisitor,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import type { Life } from '../campaigns/life.ts'
import type { Channel, Customer } from './channel.ts'
import type { Mail } from './mail.ts'

interface Visit {
  readonly opening: string
  token?: string
  /** Texts that were confirmed as read, and the time of that, ms of this machine. */
  readonly readAt: Map<string, number>
}

/** Visitors of a website who leave their address and close the chat: replies that they have not read come by email. */
export function widgetChannel(mail: Mail, random: () => number) {
  const visits = new Map<Customer, Visit>()
  let assistant: string

  const visitOf = (customer: Customer): Visit => {
    const visit = visits.get(customer) ?? { opening: randomUUID(), readAt: new Map() }
    visits.set(customer, visit)
    return visit
  }
  const asVisitor = ({ url }: Life, token: string) =>
    createClient({ origin: url, headers: { authorization: `Bearer ${token}` } })

  /** The visitor's client and conversation; opening it again changes nothing. */
  async function enter(life: Life, customer: Customer) {
    const visit = visitOf(customer)
    visit.token ??= (
      await createClient({ origin: life.url })(openVisitorSession, {
        body: { assistant_id: assistant },
      })
    ).token
    const call = asVisitor(life, visit.token)
    const variables = { email: mail.addressOf(customer) }
    const { id } = await call(openVisitorConversation, {
      body: { client_id: visit.opening, variables },
    })
    return { call, params: { uuid: id } }
  }

  const channel: Channel = {
    name: 'widget',
    async setUp(world) {
      const { data } = await world.insist(({ call }) => call(listAssistants))
      assistant = data[0]!.uuid
    },
    async write(world, customer, content) {
      const body = { client_id: randomUUID(), content }
      const send = () =>
        world.insist(async (life) => {
          const { call, params } = await enter(life, customer)
          await call(sendVisitorMessage, { params, body })
        })
      await send()
      // A tab that heard no answer sends it again.
      if (random() < 0.3) await send()
    },
    async read(world, customer) {
      const unread = await world.insist(async (life) => {
        const { call, params } = await enter(life, customer)
        const { messages } = await call(getVisitorConversation, { params })
        await call(readAsVisitor, { params, body: { seq: messages.at(-1)!.seq } })
        return messages.filter(({ author }) => author === 'operator').map(({ content }) => content)
      })
      const { readAt } = visitOf(customer)
      for (const text of unread) if (!readAt.has(text)) readAt.set(text, Date.now())
    },
    reached: (_world, customer) => mail.reached(customer),
    trouble: mail.trouble,
    close: async () => {},
  }
  return { ...channel, readAt: (customer: Customer) => visitOf(customer).readAt }
}
