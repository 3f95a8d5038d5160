import { createMessengerCloudNumber, getMessengerCloudHook } from '#contracts/messenger-cloud.ts'
import { listMessengerSenders } from '#contracts/messenger-senders.ts'
import {
  CLOUD_FAULTS,
  CLOUD_NUMBER,
  type CloudFault,
  type IncomingCloudMessage,
  startCloudApi,
} from '../../support/cloud-api-stand-in.ts'
import { cloudBody } from '../../support/cloud-numbers.ts'
import type { Channel, Customer } from './channel.ts'
import { PUBLIC_URL, type World } from './world.ts'

const idOf = (customer: Customer) => `1202557${String(1000 + customer).padStart(4, '0')}`

function faultAt(fate: number): CloudFault | undefined {
  if (fate < 0.04) return { cut: 'before' }
  if (fate < 0.08) return { cut: 'after' }
  if (fate < 0.12) return CLOUD_FAULTS.busy(1)
  return fate < 0.16 ? CLOUD_FAULTS.pairBusy : undefined
}

/** Customers of a number of the cloud API, which fails, cuts off, reports again, and reports old messages after new ones. */
export async function cloudChannel(random: () => number) {
  let now = () => new Date()
  const cloud = await startCloudApi({ now: () => now() })
  const reported: IncomingCloudMessage[] = []
  const trouble = (isOn: boolean) => {
    cloud.behaviour.fault = ({ path }) =>
      isOn && path.endsWith('/messages') ? faultAt(random()) : undefined
  }
  /** Reports until it is answered, as the service does. */
  const report = (world: World, message: IncomingCloudMessage) =>
    world.insist(async () => {
      const status = await cloud.deliver([message])
      if (status !== 200) throw new Error(`The report was answered ${status}`)
    })
  const channel: Channel = {
    name: 'whatsapp',
    async setUp(world) {
      now = () => new Date(world.now())
      await world.insist(async ({ call, url }) => {
        const { data } = await call(listMessengerSenders, { query: { status: 'all' } })
        const known = data.find(({ phone_number }) => phone_number === CLOUD_NUMBER.e164)
        const body = cloudBody(cloud.url)
        // People answer here.
        const { id } = known ?? (await call(createMessengerCloudNumber, { body })).data
        const hook = await call(getMessengerCloudHook, { params: { id } })
        cloud.setHook(hook.url!.replace(PUBLIC_URL, url))
      })
    },
    async write(world, customer, text) {
      const person = { wa_id: idOf(customer), name: `Customer ${customer}` }
      const message = cloud.messageOf(text, person)
      await report(world, message)
      reported.push(message)
      if (random() < 0.3) await report(world, reported[Math.floor(random() * reported.length)]!)
    },
    reached: (_world, customer) => cloud.textsTo(idOf(customer)),
    trouble,
    close: cloud.close,
  }
  return { ...channel, address: cloud.address }
}
