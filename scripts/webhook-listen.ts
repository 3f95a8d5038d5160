import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { Webhook } from 'standardwebhooks'

/*
 * `npm run webhook:listen -- --secret whsec_…`: receives webhooks on this machine, verifies each as a receiver should,
 * prints it, and replies as configured, so that failures can be tested too.
 */

const USAGE = `Usage: npm run webhook:listen -- [--secret whsec_…] [--port 4400] [--answer 200]

  --secret  What to check signatures with: GET /api/user/webhook-secret (or WEBHOOK_SECRET in the environment)
  --port    Where to listen; 0 takes any free port
  --answer  A status (200, 410, 429, 500, …), or "hang" to accept and never answer`

/** Maximum size of a body, bytes. */
const MAX_BYTES = 16 * 1024 * 1024

interface Options {
  readonly secret: string | undefined
  readonly port: number
  /** Status of the response; undefined to hang. */
  readonly answer: number | undefined
}

/** Reads the options, or prints their usage and exits. */
function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        secret: { type: 'string' },
        port: { type: 'string', default: '4400' },
        answer: { type: 'string', default: '200' },
      },
    })
    const secret = values.secret ?? process.env['WEBHOOK_SECRET']
    const port = numberFrom('port', values.port, 0, 65_535)
    const answer =
      values.answer === 'hang' ? undefined : numberFrom('answer', values.answer, 200, 599)
    if (secret !== undefined && !secret.startsWith('whsec_'))
      throw new Error('--secret begins with whsec_')
    return { secret, port, answer }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

function numberFrom(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Error(`--${name} is a number from ${min} to ${max}`)
}

const { secret, port, answer } = readOptions()

const server = createServer((req, res) => {
  receive(req, res).catch((error: Error) => {
    console.error(`A request was not read: ${error.message}`)
    res.destroy()
  })
})
server.once('error', (error) => {
  console.error(`Port ${port} cannot be used: ${error.message}`)
  process.exit(1)
})
server.listen(port, '127.0.0.1', () => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  console.log(`Listening for webhooks on http://${host}/

1. Allow Parley to call this address: Settings › Network › ${host}
   (or PARLEY_ALLOW_PRIVATE=${host} in the environment of the server).
2. Give an assistant the address http://${host}/, or send a test to it.
${secret === undefined ? '\nNo --secret was given: signatures are not checked.\n' : ''}`)
})

async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await bodyOf(req)
  console.log(report(req, body))
  if (answer === undefined) return
  res.writeHead(answer, {
    'content-type': 'application/json',
    ...((answer === 429 || answer === 503) && { 'retry-after': '30' }),
  })
  res.end(answer === 204 ? undefined : '{}')
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error('its body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Formats a received webhook with its time. */
function report({ method, url, headers }: IncomingMessage, body: string): string {
  const payload = parsed(body)
  const event = (payload as { event?: unknown } | undefined)?.event ?? 'no event'
  return [
    `${new Date().toISOString()}  ${method} ${url}  ${event}  ${headers['webhook-id'] ?? 'no id'}`,
    `  ${judge(headers as Record<string, string>, body)}; answered with ${answer ?? 'nothing'}`,
    payload === undefined ? body : JSON.stringify(payload, null, 2),
    '',
  ].join('\n')
}

function judge(headers: Record<string, string>, body: string): string {
  if (secret === undefined) return 'not checked'
  try {
    new Webhook(secret).verify(body, headers)
    return 'verified'
  } catch (error) {
    return `NOT verified: ${(error as Error).message}`
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
