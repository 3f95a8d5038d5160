import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '#contracts/client.ts'
import { createSignInLink } from '#contracts/sessions.ts'
import { type Running, readRunning } from './db/lock.ts'
import { StartError } from './errors.ts'

/** Maximum wait for a starting instance to announce its address, ms. */
const ANNOUNCE_TIMEOUT_MS = 3000

/** Finds the instance that holds a data folder and requests a sign-in link from it. */
export async function alreadyRunning(dataDir: string): Promise<StartError> {
  const running = await waitForAddress(dataDir)
  if (!running) {
    return new StartError(
      'already_running',
      `Another Parley is using ${dataDir} and is just starting or stopping.`,
    )
  }
  const { url, control } = running
  const call = createClient({ origin: url })
  const link = await call(createSignInLink, {
    body: { control },
    signal: AbortSignal.timeout(2000),
  }).catch(() => undefined)
  return new StartError('already_running', `Parley is already running with this data: ${url}`, {
    url,
    ...(link && { signInUrl: link.url }),
  })
}

async function waitForAddress(dataDir: string): Promise<Running | undefined> {
  const until = Date.now() + ANNOUNCE_TIMEOUT_MS
  for (;;) {
    const running = readRunning(dataDir)
    if (running || Date.now() > until) return running
    await delay(100)
  }
}
