import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sendTestWebhook } from '#contracts/webhook-tests.ts'
import {
  getWebhookSecret,
  listWebhookDeliveries,
  rotateWebhookSecret,
} from '#contracts/webhooks.ts'
import { createdAssistant } from '../support/assistants.ts'
import { freePort } from '../support/life.ts'
import { allowing, startServer } from '../support/server.ts'
import { send } from '../support/webhooks.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/webhook-listen.ts')

/** The script as a process, with everything it has printed. */
function listen(...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      text += chunk
    })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, exited, printed: () => text }
}

/** A server that may call the port, and its webhook signing secret. */
async function setUp() {
  const port = await freePort()
  const server = await startServer(allowing(`127.0.0.1:${port}`))
  const { secret } = await server.call(getWebhookSecret)
  return { server, port: String(port), secret, url: `http://127.0.0.1:${port}/` }
}

test('webhook:listen explains how to allow its address, prints each webhook and checks its signature', async () => {
  const { server, port, secret, url } = await setUp()
  const { child, exited, printed } = listen('--secret', secret, '--port', port)
  await expect
    .poll(printed, { timeout: 10_000 })
    .toContain(`Settings › Network › 127.0.0.1:${port}`)
  expect(printed()).not.toContain(secret)
  const id = await createdAssistant(server, {})
  const { data } = await server.call(sendTestWebhook, {
    body: { assistant_id: id, event: 'conversation_ended', url },
  })
  expect(data.status).toBe('delivered')
  await expect.poll(printed).toContain(data.id)
  expect(printed()).toMatch(/conversation_ended {2}msg_\w+\n {2}verified; answered with 200/)
  expect(printed()).toContain('"formatted_transcript": "AI: ')

  await server.call(rotateWebhookSecret)
  await fetch(url, { method: 'POST', body: 'hello' })
  await expect.poll(printed).toContain('no event  no id\n  NOT verified: Missing required headers')
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
}, 20_000)

test('webhook:listen detects a wrong secret, and responds as configured', async () => {
  const { server, port, url } = await setUp()
  const wrong = `whsec_${Buffer.from('another secret').toString('base64')}`
  const { printed } = listen('--secret', wrong, '--port', port, '--answer', '410')
  await expect.poll(printed, { timeout: 10_000 }).toContain('Listening')
  await send(server, url, { event: 'post_call' })
  await expect
    .poll(async () => (await server.call(listWebhookDeliveries)).data[0]?.status)
    .toBe('disabled')
  expect(printed()).toContain('NOT verified: No matching signature found; answered with 410')
}, 20_000)

test.each([
  [['--answer', '99'], '--answer is a number from 200 to 599'],
  [['--port', 'x'], '--port is a number from 0 to 65535'],
  [['--secret', 'abc'], '--secret begins with whsec_'],
  [['--what'], "Unknown option '--what'"],
])(
  'webhook:listen rejects %j with a sentence',
  async (args, sentence) => {
    const { exited, printed } = listen(...args)
    expect(await exited).toBe(2)
    expect(printed()).toContain(sentence)
    expect(printed()).toContain('Usage: npm run webhook:listen')
  },
  20_000,
)
