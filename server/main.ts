import { type Config, ConfigError, readConfig } from './config.ts'
import { StartError } from './errors.ts'
import { alreadyRunningText, readyText } from './greeting.ts'
import { restoreFrom } from './restore.ts'
import { type LastingServer, runServer } from './run.ts'

/** One Ctrl-C can arrive twice, from the terminal and through npm: only a signal after this time counts as a second one, ms. */
const SAME_SIGNAL_MS = 1000

/** Exit code for damaged or missing data, so that a supervisor does not restart. */
const DATA_FAULT = 65

/** Maximum wait after a second signal, ms. */
const FORCED_STOP_MS = 2000

try {
  const config = readConfig(process.env)
  const source = restoreSource(process.argv)
  if (source === undefined) await serve(config)
  else await restore(config, source)
} catch (error) {
  explain(error)
}

async function serve(config: Config): Promise<void> {
  const server = await runServer(config)
  process.stdout.write(await readyText(server, config))
  stopOnSignal(server)
  void server.failed.then(explain)
}

/** `--restore <file or backup>`: restores, prints what happened to the old data, and exits. */
async function restore(config: Config, source: string): Promise<void> {
  const old = await restoreFrom(config, source, {
    passphrase: config.restorePassphrase,
    acceptForeign: process.argv.includes('--accept-foreign'),
  })
  process.stdout.write(
    `${source} is restored. What it has replaced is in ${old} for 30 days. Start Parley as usual.\n`,
  )
}

function restoreSource(argv: readonly string[]): string | undefined {
  const at = argv.indexOf('--restore')
  if (at < 0) return undefined
  const source = argv[at + 1]
  if (source === undefined)
    throw new ConfigError('--restore wants a file, the id of a backup, or: newest')
  return source
}

function stopOnSignal(server: LastingServer): void {
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

/** Prints why the server did not start; an instance that is already running is not an error. */
function explain(error: unknown): void {
  if (error instanceof StartError && error.code === 'already_running') {
    process.stdout.write(alreadyRunningText(error))
    return
  }
  process.exitCode = isDataFault(error) ? DATA_FAULT : 1
  if (error instanceof StartError || error instanceof ConfigError) console.error(error.message)
  else console.error(error)
}

function isDataFault(error: unknown): boolean {
  return error instanceof StartError && ['damaged', 'not_a_database'].includes(error.code)
}
