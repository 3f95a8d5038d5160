import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listAssistants } from '../../server/contracts/assistants.ts'
import { createClient } from '../../server/contracts/client.ts'
import { createLabel } from '../../server/contracts/labels.ts'
import { openVisitorSession } from '../../server/contracts/widget.ts'
import { LIST, type Sides } from './beside.ts'
import type { Comparison } from './compare.ts'
import { paced } from './paced.ts'
import { figure, quantile, type Served, serve } from './process.ts'
import { openReaders, type Readers } from './readers.ts'
import type { Report } from './report.ts'
import { cpuMs } from './resources.ts'

/**
 * Number of streams of one process, of those that reconnect at once, and of those that are opened and closed
 * before the measurement.
 */
const STREAMS = 10_000
const COMING_BACK = 1000
const WARMING = 500

/** Requests of the operator alongside. */
const OPERATOR = { perSecond: 100, ms: 6000 }

interface Options extends Sides {
  readonly folder: string
  readonly report: Report
}

/**
 * Ten thousand streams of one process: their cost, how fast all of them receive an event, and a thousand
 * reconnecting at once.
 */
export async function streams({ folder, report, ...sides }: Options): Promise<Comparison[]> {
  if (process.platform !== 'linux') {
    report('streams', [['NOT RUN', 'addresses and memory of processes are those of Linux']])
    return []
  }
  const env = { ...sides.env, PARLEY_DATA_DIR: path.join(folder, 'streams') }
  const tokens = await openSessions(sides, env)
  const bare = await idle(await serve(sides.floor), '/stream', () => ({}))
  const floor = await told(bare, sides.rounds, (mark) =>
    fetch(`${bare.served.url}/send`, { method: 'POST', body: mark }),
  )
  await bare.close()

  const visitors = await idle(await serve(sides.server, env), '/api/widget/stream', (index) => ({
    Authorization: `Bearer ${tokens[index]}`,
  }))
  const cpu = await cpuOfIdling(visitors.served)
  const back = []
  for (let round = 0; round < sides.rounds; round += 1) back.push(await comingBack(visitors, sides))
  await visitors.close()

  // The account's own streams receive an operator's changes; visitors receive only their own conversations.
  const desks = await idle(await serve(sides.server, env), '/api/user/stream', () => ({
    Authorization: sides.authorization.authorization,
  }))
  const call = createClient({ origin: desks.served.url, headers: sides.authorization })
  const ours = await told(desks, sides.rounds, (name) =>
    call(createLabel, { body: { name, colour: 'grey' } }),
  )
  await desks.close()

  report(`${STREAMS.toLocaleString('en')} idle streams of one process`, [
    ['memory of a visitor’s stream, KB (≤ 20)', visitors.kilobytes.toFixed(1)],
    ['the same of bare node:http, KB', bare.kilobytes.toFixed(1)],
    ['processor time of idling, heartbeats, % of a core', cpu.toFixed(1)],
    ['an operator’s change to the last reader, ms (≤ 300)', figure(ours, 0)],
    [
      `${COMING_BACK} come back at once: all served after, ms`,
      figure(
        back.map((one) => one.ms),
        0,
      ),
    ],
    [
      'an operator’s requests meanwhile, p95, ms (≤ 150)',
      figure(
        back.map((one) => one.p95),
        0,
      ),
    ],
  ])
  const name = `${STREAMS.toLocaleString('en')} streams`
  const shape = { goal: 1.1, better: 'less', digits: 1 } as const
  return [
    {
      ...shape,
      name: `${name}, memory of each, KB`,
      ours: [visitors.kilobytes],
      floor: [bare.kilobytes],
    },
    { ...shape, name: `${name}, a change to the last reader, ms`, ours, floor },
  ]
}

interface Idle {
  readonly served: Served
  readonly readers: Readers
  /** Memory per stream, KB. */
  readonly kilobytes: number
  close(): Promise<void>
}

/** Opens all streams of a server. */
async function idle(
  served: Served,
  streamPath: string,
  headers: (index: number) => Record<string, string>,
): Promise<Idle> {
  const target = { url: served.url, path: streamPath, headers }
  const warming = await openReaders(target, WARMING)
  warming.close()
  await delay(3000)
  const before = residentKilobytes(served)
  const readers = await openReaders(target, STREAMS)
  await delay(6000)
  return {
    served,
    readers,
    kilobytes: (residentKilobytes(served) - before) / STREAMS,
    async close() {
      readers.close()
      await served.stop()
    },
  }
}

/** Time until the last reader has received an event, ms. */
async function told(
  { readers }: Idle,
  rounds: number,
  say: (mark: string) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const heard = readers.allHear(`mark-${round}.`)
    await say(`mark-${round}.`)
    times.push(await heard)
  }
  return times
}

/** Many streams are cut and reconnect at once while an operator works. */
async function comingBack(
  { served, readers }: Idle,
  { authorization }: Sides,
): Promise<{ readonly ms: number; readonly p95: number }> {
  const working = paced({
    ...OPERATOR,
    url: served.url,
    path: `${LIST}?asked=`,
    headers: authorization,
  })
  await delay(OPERATOR.ms / 3)
  const begun = Date.now()
  await readers.comeBack(COMING_BACK)
  const ms = Date.now() - begun
  const meanwhile = (await working).filter(({ at }) => at >= begun && at <= begun + ms)
  return {
    ms,
    p95: quantile(
      meanwhile.map((one) => one.ms),
      0.95,
    ),
  }
}

const CPU_MS = 9000

/** Share of a core that an idle server uses, %. */
async function cpuOfIdling(served: Served): Promise<number> {
  const used = () => cpuMs(readFileSync(`/proc/${served.child.pid}/stat`, 'utf8'))
  const before = used()
  await delay(CPU_MS)
  return ((used() - before) / CPU_MS) * 100
}

/** Visitors of the starter assistant, created on a separate server, so that the memory this takes is not measured. */
async function openSessions(sides: Sides, env: NodeJS.ProcessEnv): Promise<string[]> {
  const served = await serve(sides.server, env)
  const owner = createClient({ origin: served.url, headers: sides.authorization })
  const { data } = await owner(listAssistants)
  const body = { assistant_id: data[0]!.uuid }
  const anybody = createClient({ origin: served.url })
  const tokens: string[] = []
  while (tokens.length < STREAMS) {
    const some = Array.from({ length: 50 }, () => anybody(openVisitorSession, { body }))
    tokens.push(...(await Promise.all(some)).map(({ token }) => token))
  }
  await served.stop()
  return tokens
}

function residentKilobytes({ child }: Served): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1])
}
