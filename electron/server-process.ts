import { ConfigError, readConfig } from '../server/config.ts'
import { StartError } from '../server/errors.ts'
import { restoreFrom } from '../server/restore.ts'
import { type LastingServer, runServer } from '../server/run.ts'
import { createLogFile } from './log-file.ts'
import { createDoorKeeper } from './server-door.ts'
import { type Failed, type FromServer, LOG_FILE, type ToServer } from './server-messages.ts'

/*
 * The server in its own process, so that a busy window never delays a response and a crash of either leaves the other
 * alive. The main process decides when it ends.
 */

const { parentPort } = process

/** The backup to restore before the start, if any. */
const [restored, acceptance] = process.argv.slice(2)

// By default, a utility process only warns of an unhandled rejection and keeps running in a broken state.
process.on('unhandledRejection', exitWithError)
process.on('uncaughtException', exitWithError)
// Ctrl-C in a terminal reaches every process of the group; the main process will send `stop`.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => void stop())

const starting = start()

const doors = createDoorKeeper(async (request) => (await running()).openSiteDoor(request))

parentPort.on('message', ({ data }) => {
  const message: ToServer = data
  if (message.type === 'stop') void stop()
  else if (message.type === 'ping') send({ type: 'pong' })
  else if (message.type === 'fault') void Promise.reject(new Error('PARLEY_CHECK: a fault'))
  else if (message.type === 'close_door') doors.close(message.port)
  else void answer(message)
})

async function start(): Promise<LastingServer | undefined> {
  try {
    const config = { ...readConfig(process.env), isInApp: true }
    if (restored !== undefined)
      await restoreFrom(config, restored, { acceptForeign: acceptance === '--accept-foreign' })
    const server = await runServer(config)
    send({ type: 'ready', url: server.url })
    // The main process restarts it, and reports the reason if that fails too.
    void server.failed.then(exitWithError)
    return server
  } catch (error) {
    send(failureOf(error))
    return undefined
  }
}

/** Exits at once, with the reason in the log: output written now is lost with the process. */
function exitWithError(error: unknown): never {
  const file = process.env[LOG_FILE]
  const reason = error instanceof Error ? error.stack : String(error)
  if (file)
    createLogFile(() => file).append(`${new Date().toISOString()} The server ends: ${reason}\n`)
  process.exit(1)
}

async function answer(message: Extract<ToServer, { id: number }>): Promise<void> {
  const { id } = message
  try {
    if (message.type === 'link') {
      const { url, secret } = await (await running()).createSignInLink()
      send({ type: 'link', id, link: { url, secret } })
    } else {
      const { port, origin, tag } = await doors.open(message.request)
      send({ type: 'door', id, door: { port, origin, tag } })
    }
  } catch (error) {
    send({ type: 'refused', id, message: sentenceOf(error) })
  }
}

async function running(): Promise<LastingServer> {
  const server = await starting
  if (!server) throw new Error('The server did not start')
  return server
}

async function stop(): Promise<void> {
  const server = await starting
  await server?.stop()
  // A utility process outlives its last handle and must exit explicitly.
  process.exit(0)
}

function failureOf(error: unknown): Failed {
  const message = sentenceOf(error)
  if (error instanceof ConfigError) return { type: 'failed', code: 'unusable_settings', message }
  if (!(error instanceof StartError)) return { type: 'failed', code: 'crashed', message }
  const { code, url, signInUrl, backup } = error
  return { type: 'failed', code, message, url, signInUrl, backup }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function send(message: FromServer): void {
  parentPort.postMessage(message)
}
