import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCall } from '#contracts/calls.ts'
import { getIdentitySecret } from '#contracts/identity.ts'
import { createModelProvider, testModelProvider } from '#contracts/model-providers.ts'
import { sendSms } from '#contracts/sms.ts'
import { getWebhookSecret } from '#contracts/webhooks.ts'
import { activeAssistant, NUMBERS } from '../../support/calls.ts'
import { KEY } from '../../support/server.ts'
import { RECIPIENT, readyToSend } from '../../support/sms.ts'
import type { Life } from './life.ts'

/** A receiver that rejects everything, and echoes all that it received. */
export async function startEcho() {
  const server = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => {
      res.statusCode = req.url === '/hook' ? 500 : 401
      res.setHeader('content-type', 'application/json')
      const said = `${JSON.stringify(req.headers)} ${Buffer.concat(parts)}`
      res.end(JSON.stringify({ error: { message: said.slice(0, 4000) } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Passes every kind of secret through the server, in success and failure; returns those that no log may contain. */
export async function spreadCanaries(
  life: Life,
  echoUrl: string,
  assistantId: number,
): Promise<string[]> {
  const { call, desk, url } = life
  const providerKey = 'sk-canary-7Xq2mVn9KpLw4RtZ8bHd'
  const base_url = `${echoUrl}/v1`
  await desk(createModelProvider, {
    body: { name: 'Echo', base_url, key: providerKey, models: [{ model: 'canary' }] },
  })
  await desk(testModelProvider, { body: { base_url, key: providerKey, model: 'canary' } })
  const text = 'Quokkamarmalade is what the text message says'
  const from = await readyToSend({ call })
  await call(sendSms, { body: { from, to: RECIPIENT, body: text } })
  const caller = await activeAssistant(
    { call, fetch },
    { system_prompt: 'Wombatcrumpet is what the prompt says.' },
  )
  await call(makeCall, {
    body: {
      assistant_id: caller,
      phone_number: NUMBERS.ordinary,
      variables: { name: 'Numbatpudding' },
    },
  })
  const { secret: identity } = await call(getIdentitySecret, { params: { id: assistantId } })
  const { secret: webhook } = await desk(getWebhookSecret)
  const authorization = `Bearer ${KEY}`
  for (const [target, init] of [
    [`/api/user/assistants?api_key=${KEY}&token=${identity}`, {}],
    [`/api/nowhere?key=${providerKey}`, { headers: { authorization } }],
    ['/api/user/sms', { method: 'POST', headers: { authorization }, body: `{"body": "${text}` }],
    [
      `/api/user/conversations/x?phone=${encodeURIComponent(RECIPIENT)}`,
      { headers: { authorization } },
    ],
    ['/api/user/me', { headers: { authorization: `Bearer ${identity}` } }],
  ] satisfies [string, RequestInit][])
    await (await fetch(url + target, init)).text()
  return [
    KEY.split('|')[1]!,
    providerKey,
    identity,
    webhook,
    'Quokkamarmalade',
    'Wombatcrumpet',
    'Numbatpudding',
    RECIPIENT.slice(1),
    NUMBERS.ordinary.slice(1),
  ]
}
