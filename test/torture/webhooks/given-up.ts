import { listNotices } from '#contracts/notices.ts'
import { enableWebhookEndpoint, listWebhookEndpoints } from '#contracts/webhooks.ts'
import { openReceiver, status } from '../../support/receiver.ts'
import { deliveryOf, send } from '../../support/webhooks.ts'
import { type Figure, mustBe } from '../part.ts'
import { hookAt, openScene, runFor, type Scene, settle } from './scene.ts'

const HOUR = 3_600_000
const GIVE_UP = 120 * HOUR

/** E12: addresses without a success for 120 hours, with a failure every ten. */
export async function givenUpFigures(seed: number, addresses: number): Promise<Figure[]> {
  const receiver = await openReceiver(status(500))
  await using scene = await openScene({ seed, network: { allowPrivate: [receiver.host] } })
  const urls = Array.from({ length: addresses }, (_, index) => hookAt(index, receiver.port))
  const ids: number[] = []
  const statuses = (wanted: string) =>
    ids.filter((id) => deliveryOf(scene, id).status === wanted).length
  const sendAll = async () => ids.push(...(await Promise.all(urls.map((url) => send(scene, url)))))
  try {
    for (let hours = 0; hours < 120; hours += 10) {
      await sendAll()
      await runFor(scene, 10 * HOUR)
    }
    const early = await noticesOf(scene)
    await sendAll()
    await runFor(scene, 10 * HOUR)
    const sent = receiver.requests.length
    const disabled = await disabledAfter(scene)
    const notices = await noticesOf(scene)
    await sendAll()
    await runFor(scene, 48 * HOUR)
    const figures = [
      mustBe('notices before 120 h', early, 0),
      {
        name: `addresses given up, of ${addresses}, after at least 120 h`,
        value: `${disabled.length}, after ${(Math.min(...disabled) / HOUR).toFixed(1)} to ${(Math.max(...disabled) / HOUR).toFixed(1)} h`,
        holds: disabled.length === addresses && disabled.every((after) => after >= GIVE_UP),
      },
      mustBe('notices then, one for each', notices, addresses),
      mustBe(
        'requests after that; webhooks set aside',
        `${receiver.requests.length - sent}; ${statuses('disabled') + statuses('dead')}`,
        `0; ${ids.length}`,
      ),
    ]
    const waiting = statuses('disabled')
    receiver.answer(status(200))
    let resumed = 0
    for (const url of urls)
      resumed += (await scene.call(enableWebhookEndpoint, { body: { url } })).resumed
    await settle(scene)
    return [
      ...figures,
      mustBe(
        'enabled again: resumed, delivered, notices left',
        `${resumed}, ${statuses('delivered')}, ${await noticesOf(scene)}`,
        `${waiting}, ${waiting}, 0`,
      ),
    ]
  } finally {
    await receiver.close()
  }
}

const noticesOf = async ({ call }: Scene): Promise<number> =>
  (await call(listNotices)).data.filter(({ kind }) => kind === 'webhook_disabled').length

/** Time without a success when each address was given up, ms. */
async function disabledAfter({ call }: Scene): Promise<number[]> {
  const { data } = await call(listWebhookEndpoints)
  return data.flatMap(({ failing_since, disabled_at }) =>
    failing_since && disabled_at ? [Date.parse(disabled_at) - Date.parse(failing_since)] : [],
  )
}
