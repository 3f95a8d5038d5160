import { expect, test } from 'vitest'
import type { WebhookDelivery } from '#contracts/webhooks.ts'
import { startReceiver } from '../support/receiver.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { attempted, send } from '../support/webhooks.ts'

/* Stored reasons are language-neutral: the reader determines the language. */

const DELIVERIES = '/api/user/webhook-deliveries'

async function deliveriesIn(server: TestServer, language?: string): Promise<WebhookDelivery[]> {
  const answer = await fetch(server.url + DELIVERIES, {
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(language && { 'parley-language': language }),
    },
  })
  const { data } = (await answer.json()) as { data: WebhookDelivery[] }
  return data
}

test('a blocked webhook’s reason is given in the requested language, with the address to allow', async () => {
  const receiver = await startReceiver()
  const server = await startServer()
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  await attempted(server, await send(server, receiver.url))
  const english = `Blocked: 127.0.0.1 is a private address; the owner can allow ${receiver.host} in Settings › Network`
  expect(await deliveriesIn(server)).toMatchObject([
    { error: english, allowable_address: receiver.host },
  ])
  expect(await deliveriesIn(server, 'de')).toMatchObject([
    {
      error: `Blockiert: 127.0.0.1 ist eine private Adresse; der Eigentümer kann ${receiver.host} unter Einstellungen › Netzwerk erlauben`,
      allowable_address: receiver.host,
    },
  ])
  expect(await deliveriesIn(server, 'xx')).toMatchObject([{ error: english }])
  await expect
    .poll(() => stream.events.filter(({ type }) => type === 'delivery.updated').at(-1)?.data)
    .toMatchObject({ error: english })
})
