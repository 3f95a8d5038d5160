import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { attemptQueries } from '../../../server/features/webhooks/attempt-queries.ts'
import { LIMITS } from '../../../server/limits.ts'
import { startServer } from '../../../server/start.ts'
import { openReceiver } from '../../support/receiver.ts'
import { testConfig, testServer } from '../../support/server.ts'
import { deliveryOf, send } from '../../support/webhooks.ts'
import { type Figure, mustBe } from '../part.ts'
import { hookAt, onThisMachine, until } from './scene.ts'

/** Deliveries to each kind of receiver, each at its own host. */
const OF_EACH = 15

/** Tolerance beyond an attempt's deadline on a busy machine, ms. */
const SLACK_MS = 1000

const MEGABYTE = 1024 * 1024
const TEN_GIGABYTES = 10 * 1024 * MEGABYTE

/** Writes at intervals until the connection is gone. */
function drip(res: ServerResponse, write: () => void): void {
  const timer = setInterval(write, 1000)
  res.on('close', () => clearInterval(timer))
}

/** Writes as fast as it is read. */
function flood(res: ServerResponse, bytes: number, count: (bytes: number) => void): void {
  const chunk = Buffer.alloc(65_536, 'x')
  let left = bytes
  const go = () => {
    while (left > 0 && !res.destroyed) {
      left -= chunk.length
      count(chunk.length)
      if (!res.write(chunk)) return res.once('drain', go)
    }
    return res.end()
  }
  go()
}

/** 10 GB of zeros in 10 MB, using concatenated gzip members. */
const makeBomb = (): Buffer => Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(160 * MEGABYTE))))

/** E4: receivers that do not respond, or send far too much. */
export async function rudeFigures(): Promise<Figure[]> {
  const bomb = makeBomb()
  let flooded = 0
  const count = (bytes: number) => {
    flooded += bytes
  }
  const kinds: Readonly<Record<string, (res: ServerResponse) => void>> = {
    'never answers': () => undefined,
    'drips a byte a second': (res) => {
      res.writeHead(200)
      drip(res, () => res.write('.'))
    },
    'drips headers': (res) => {
      res.socket!.write('HTTP/1.1 200 OK\r\n')
      drip(res, () => res.socket?.write('x-more: 1\r\n'))
    },
    'sends 10 GB': (res) => {
      res.writeHead(200, { 'content-length': TEN_GIGABYTES })
      flood(res, TEN_GIGABYTES, count)
    },
    'sends a gzip bomb': (res) => {
      res.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length })
      res.end(bomb)
    },
    'sends 100 KB of headers': (res) => {
      res.setHeader('x-long', 'x'.repeat(100_000))
      res.end()
    },
  }
  const receivers = await Promise.all(Object.values(kinds).map((kind) => openReceiver(kind)))
  const network = { policy: 'desktop', allowPrivate: receivers.map(({ host }) => host) } as const
  const running = await startServer(testConfig({ network }), { lookup: onThisMachine })
  const server = testServer(running)
  const memory = watchMemory()
  try {
    const ids = await Promise.all(
      Array.from({ length: OF_EACH }, (_, index) =>
        receivers.map(({ port }) => send(server, hookAt(index, port))),
      ).flat(),
    )
    await until(() => ids.every((id) => deliveryOf(server, id).attempts > 0), 120_000)
    const rows = ids.map((id) => deliveryOf(server, id))
    const longest = Math.max(...rows.map(({ duration_ms }) => duration_ms ?? Number.NaN))
    const kept = Math.max(
      ...rows.map(({ response_body }) => Buffer.byteLength(response_body ?? '')),
    )
    const logged = ids.filter((id) => attemptQueries(server.context.db).of(id).length > 0).length
    return [
      mustBe(
        `deliveries to receivers that are rude (${Object.keys(kinds).join(', ')}), over and in the log`,
        logged,
        ids.length,
      ),
      {
        name: 'longest attempt, by the real clock, at most 15 s and 1 s for a busy machine',
        value: `${(longest / 1000).toFixed(2)} s`,
        holds: longest <= LIMITS.webhookTimeoutMs + SLACK_MS,
      },
      {
        name: 'kept of an answer, at most 2 KB',
        value: `${kept} bytes`,
        holds: kept <= LIMITS.webhookKeptBytes,
      },
      {
        name: `written by the receivers of 10 GB before they were hung up on, of ${OF_EACH} × 10 GB, at most 10 MB each`,
        value: `${(flooded / MEGABYTE / OF_EACH).toFixed(1)} MB each`,
        holds: flooded <= OF_EACH * 10 * MEGABYTE,
      },
      {
        name: 'growth of the memory of the process, receivers included, at most 150 MB',
        value: `${memory().toFixed(0)} MB`,
        holds: memory() <= 150,
      },
    ]
  } finally {
    await Promise.all(receivers.map(({ close }) => close()))
    await running.stop()
  }
}

/** Maximum growth of the process since then, MB. */
function watchMemory(): () => number {
  const before = process.memoryUsage.rss()
  let most = before
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  void (async () => {
    for (;;) {
      await sleep(50, undefined, { ref: false })
      look()
    }
  })()
  return () => {
    look()
    return (most - before) / MEGABYTE
  }
}
