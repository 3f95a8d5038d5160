import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { figure, median, type Served, serve } from './process.ts'
import type { Report } from './report.ts'

interface MachinesOptions {
  readonly folder: string
  readonly server: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly report: Report
}

const HOSTS = ['one.parley.test', 'two.parley.test']
const KEY = '1|key-of-the-bench-behind-a-proxy'
const ROUNDS = 5
const REQUESTS = 200

/** Two Parleys behind HAProxy, which routes each host name to the one that has its accounts. */
export async function machines({ folder, server, env, report }: MachinesOptions): Promise<void> {
  const version = versionOf('haproxy')
  if (!version) return report('machines', [['NOT RUN', 'there is no program haproxy here']])
  const start = (host: string, port: string) =>
    serve(server, {
      ...env,
      PARLEY_API_KEY: KEY,
      PARLEY_DATA_DIR: path.join(folder, host),
      PARLEY_PUBLIC_URL: `http://${host}`,
      PARLEY_TRUSTED_PROXIES: '127.0.0.1',
      PARLEY_PORT: port,
    })
  const served = new Map<string, Served>()
  for (const host of HOSTS) served.set(host, await start(host, '0'))
  const port = await freePort()
  const config = path.join(folder, 'haproxy.cfg')
  writeFileSync(config, configOf(port, served))
  const proxy = spawn('haproxy', ['-f', config, '-db'], { stdio: 'inherit' })
  try {
    await until(async () => (await ask(port, HOSTS[0]!, '/health')).status === 200)
    const [one, two] = [await visitor(port, HOSTS[0]!), await visitor(port, HOSTS[1]!)]
    const wrong = await ask(port, HOSTS[1]!, '/api/widget/conversations', { token: one.token })
    const heard = await hears(port, one)
    const times = await overhead(port, served.get(HOSTS[0]!)!)
    const second = served.get(HOSTS[1]!)!
    const ownPort = new URL(second.url).port
    second.child.kill('SIGKILL')
    await once(second.child, 'exit')
    const down = await ask(port, HOSTS[1]!, '/health')
    const still = await ask(port, HOSTS[0]!, '/api/widget/conversations', { token: one.token })
    const begun = performance.now()
    served.set(HOSTS[1]!, await start(HOSTS[1]!, ownPort))
    await until(async () => (await ask(port, HOSTS[1]!, '/health')).status === 200)
    const backMs = performance.now() - begun
    const again = await ask(port, HOSTS[1]!, '/api/widget/conversations', { token: two.token })
    report(`two machines behind HAProxy ${version}`, [
      ['a visitor’s token at the other machine (401)', String(wrong.status)],
      ['a message to its event, through the proxy, ms', heard.toFixed(0)],
      ['a small request directly, p50, ms', figure(times.direct)],
      ['the same through the proxy, p50, ms', figure(times.proxied)],
      ['one machine killed: its host (503), the other (200)', `${down.status}, ${still.status}`],
      ['start → its host is served again, ms', backMs.toFixed(0)],
      ['a visitor from before, there (200)', String(again.status)],
    ])
  } finally {
    proxy.kill('SIGTERM')
    for (const one of served.values()) await one.stop()
  }
}

/** The complete configuration, also shown in docs/SCALING.md. */
function configOf(port: number, served: ReadonlyMap<string, Served>): string {
  const names = HOSTS.map((_, index) => `machine${index + 1}`)
  const rules = HOSTS.map(
    (host, index) => `  use_backend ${names[index]} if { hdr(host) -i ${host} }`,
  )
  const backends = HOSTS.map((host, index) =>
    [
      `backend ${names[index]}`,
      '  option httpchk',
      `  http-check send meth GET uri /health ver HTTP/1.1 hdr Host ${host}`,
      `  server ${names[index]} ${new URL(served.get(host)!.url).host} check inter 200ms fall 2 rise 1`,
    ].join('\n'),
  )
  return `defaults
  mode http
  option forwardfor
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
frontend visitors
  bind 127.0.0.1:${port}
${rules.join('\n')}
${backends.join('\n')}
`
}

interface Asked {
  readonly token?: string
  readonly body?: object
}

function open(port: number, host: string, address: string, { token, body }: Asked = {}) {
  const headers = {
    host,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const sent = request({
    port,
    host: '127.0.0.1',
    path: address,
    headers,
    method: body ? 'POST' : 'GET',
  })
  sent.end(body && JSON.stringify(body))
  return once(sent, 'response').then(([response]) => response)
}

async function ask(port: number, host: string, address: string, asked: Asked = {}) {
  const response = await open(port, host, address, asked)
  const body = await text(response)
  return { status: response.statusCode as number, body }
}

/** A new visitor of the machine behind a host name, in a conversation. */
async function visitor(port: number, host: string) {
  const json = async (address: string, asked: Asked) =>
    JSON.parse((await ask(port, host, address, asked)).body)
  const { data } = await json('/api/user/assistants/get', { token: KEY })
  const body = { assistant_id: data[0].uuid }
  const { token } = await json('/api/widget/session', { body })
  const { id } = await json('/api/widget/conversations', {
    token,
    body: { client_id: randomUUID() },
  })
  return { host, token: token as string, id: id as string }
}

/** Time from a message to its event on the visitor's own stream, ms. */
async function hears(
  port: number,
  { host, token, id }: Awaited<ReturnType<typeof visitor>>,
): Promise<number> {
  const stream = await open(port, host, '/api/widget/stream', { token })
  const heard = new Promise<number>((resolve) =>
    stream.on('data', (chunk: Buffer) => {
      if (chunk.includes('Through the proxy')) resolve(performance.now())
    }),
  )
  const begun = performance.now()
  const body = { client_id: randomUUID(), content: 'Through the proxy' }
  await ask(port, host, `/api/widget/conversations/${id}/messages`, { token, body })
  const ms = (await heard) - begun
  stream.destroy()
  return ms
}

async function overhead(port: number, { url }: Served) {
  const figures = { direct: [] as number[], proxied: [] as number[] }
  const time = async (at: number) => {
    const times: number[] = []
    while (times.length < REQUESTS) {
      const begun = performance.now()
      await ask(at, HOSTS[0]!, '/health')
      times.push(performance.now() - begun)
    }
    return median(times)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.direct.push(await time(Number(new URL(url).port)))
    figures.proxied.push(await time(port))
  }
  return figures
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await delay(20)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

function versionOf(program: string): string | undefined {
  try {
    return /\d+\.\d+\.\d+/.exec(execFileSync(program, ['-v'], { encoding: 'utf8' }))?.[0]
  } catch {
    return undefined
  }
}
