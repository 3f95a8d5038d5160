import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Paced, Pacing } from './paced.ts'

/* The worker thread of `paced.ts`. */

const { url, path, headers, perSecond, ms: length } = workerData as Pacing
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const now = () => performance.timeOrigin + performance.now()

function ask(at: number, index: number): Promise<Paced> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}${index}`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
      response.resume().once('end', () => resolve({ at, ms: now() - at }))
    })
    request.once('error', reject)
  })
}

const begun = now()
const asked: Promise<Paced>[] = []
while (asked.length < (length / 1000) * perSecond) {
  const due = begun + (asked.length / perSecond) * 1000
  if (due > now()) await delay(Math.max(0, due - now()))
  asked.push(ask(due, asked.length))
}
parentPort!.postMessage(await Promise.all(asked))
agent.destroy()
