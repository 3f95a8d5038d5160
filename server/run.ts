import type { Config } from './config.ts'
import type { Outside } from './context.ts'
import { watchStalls } from './stalls/watch.ts'
import { type RunningServer, startServer } from './start.ts'

/** A server that survives restarts: each one replaces the instance behind it, at the same address. */
export interface LastingServer extends Omit<RunningServer, 'context' | typeof Symbol.asyncDispose> {
  /** Resolves with the reason if a restart failed. */
  readonly failed: Promise<unknown>
}

/**
 * Starts the server, and restarts it on request, as for applying a restore.
 * @throws StartError with a user-facing message if it cannot start.
 */
export async function runServer(
  config: Config,
  outside: Partial<Outside> = {},
): Promise<LastingServer> {
  const failed = Promise.withResolvers<unknown>()
  let current = await start(config)
  let turning = Promise.resolve()
  let isOver = false
  const unwatch = watchStalls(() => current.context.log)

  async function start(own: Config): Promise<RunningServer> {
    return startServer(own, { ...outside, restart: () => (turning = turning.then(startAgain)) })
  }

  async function startAgain(): Promise<void> {
    if (isOver) return
    const port = Number(new URL(current.url).port)
    await current.stop()
    if (isOver) return
    try {
      current = await start({ ...config, port })
    } catch (error) {
      failed.resolve(error)
    }
  }

  return {
    get url() {
      return current.url
    },
    get dataDir() {
      return current.dataDir
    },
    get firstKey() {
      return current.firstKey
    },
    failed: failed.promise,
    createSignInLink: () => current.createSignInLink(),
    openSiteDoor: (request) => current.openSiteDoor(request),
    async stop() {
      isOver = true
      await turning
      await current.stop()
      await unwatch()
    },
  }
}
