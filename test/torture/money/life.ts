import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, createClient } from '#contracts/client.ts'
import type { Orders } from './child.ts'
import { CRASH_POINTS } from './crash-points.ts'
import type { Provider } from './provider.ts'

const KEY = '1|key-of-the-torture'

/** A server process, from its start to its death. */
export interface Life {
  /** The typed client as the owner. */
  readonly call: Call
  /** Waits briefly for the process to die by itself; true when it has. */
  hasDied(): Promise<boolean>
  /** Tells the process where to die, or what time it is. */
  order(orders: Orders): Promise<void>
  /** Sends a message with an Idempotency-Key; undefined when there was no response. */
  send(body: object, key: string): Promise<Answer | undefined>
  /** Kills it if it is alive, and waits until it has gone. */
  kill(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * Starts a server process on a folder with this provider timeout, ms: long enough for a busy machine, since
 * an unanswered message is queried only about three times.
 */
export async function begin(folder: string, provider: Provider, patienceMs = 3000): Promise<Life> {
  const words = [folder, String(patienceMs), String(provider.port)]
  const child = fork(path.join(import.meta.dirname, 'child.ts'), words, {
    env: {
      ...process.env,
      PARLEY_PORT: '0',
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'silent',
      PARLEY_LIMITS_SCALE: '1000000',
      // Compiled code is reused by later processes.
      NODE_COMPILE_CACHE: path.join(folder, '../compiled'),
    },
  })
  const exited = once(child, 'exit')
  const first = await Promise.race([once(child, 'message'), exited.then(() => undefined)])
  if (!first) throw new Error('The server left before it was ready')
  const { url } = first[0] as { url: string }
  const authorization = { authorization: `Bearer ${KEY}` }

  return {
    call: createClient({ origin: url, headers: authorization }),
    hasDied: () => Promise.race([exited.then(() => true), sleep(5000, false, { ref: false })]),
    async order(orders) {
      const { crashAt, advance = 0 } = orders
      provider.advance(advance)
      if (crashAt !== undefined && CRASH_POINTS[crashAt]?.at === 'arrived')
        provider.onArrival(() => child.kill('SIGKILL'))
      const done = once(child, 'message')
      child.send(orders)
      await done
    },
    async send(body, key) {
      try {
        const response = await fetch(`${url}/api/user/sms`, {
          method: 'POST',
          headers: { ...authorization, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(body),
        })
        return { status: response.status, text: await response.text() }
      } catch {
        return undefined
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
