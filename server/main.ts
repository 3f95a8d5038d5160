import { ConfigError, readConfig } from './config.ts'
import { StartError } from './errors.ts'
import { alreadyRunningText, readyText } from './greeting.ts'
import { type RunningServer, startServer } from './start.ts'

/** One Ctrl-C can arrive twice, from the terminal and through npm: a signal this much later is a second one, ms. */
const SAME_SIGNAL_MS = 1000

/** After a second signal nothing is waited for longer than this, ms. */
const FORCED_STOP_MS = 2000

try {
  const config = readConfig(process.env)
  const server = await startServer(config)
  process.stdout.write(readyText(server, config))
  stopOnSignal(server)
} catch (error) {
  explain(error)
}

function stopOnSignal(server: RunningServer): void {
  let first: number | undefined
  const onSignal = () => {
    if (first === undefined) {
      first = Date.now()
      void server.stop()
    } else if (Date.now() - first > SAME_SIGNAL_MS) {
      setTimeout(() => process.exit(1), FORCED_STOP_MS).unref()
    }
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Says why Parley did not start, in a sentence; where one is running already, that is all that was wanted. */
function explain(error: unknown): void {
  if (error instanceof StartError && error.code === 'already_running') {
    process.stdout.write(alreadyRunningText(error))
    return
  }
  process.exitCode = 1
  if (error instanceof StartError || error instanceof ConfigError) console.error(error.message)
  else console.error(error)
}
