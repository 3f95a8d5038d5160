import { readConfig } from '../server/config.ts'
import { StartError } from '../server/errors.ts'
import { startServer } from '../server/start.ts'
import { fill } from './seed/fill.ts'
import { isUsage, type Options, readOptions } from './seed/options.ts'
import { createProgress } from './seed/progress.ts'
import { WITH_MESSAGES } from './seed/rows.ts'

/* `npm run seed`: fills a data folder with invented conversations, calls and text messages, up to millions. */

try {
  const options = readOptions()
  if (options) await run(options)
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof StartError || isUsage(error) ? error.message : error)
}

async function run({ amounts, dataDir, seed, until }: Options): Promise<void> {
  const own = dataDir === undefined ? {} : { PARLEY_DATA_DIR: dataDir }
  const config = readConfig({ ...process.env, ...own, PARLEY_PORT: '0', PARLEY_LOG: 'silent' })
  const startedAt = performance.now()
  // Starting a server sets up a new folder, migrates an old one, and keeps other servers out.
  await using server = await startServer(config)
  const bars = new Map<string, ReturnType<typeof createProgress>>()
  await fill(server.context, {
    amounts,
    seed,
    until,
    onProgress(kind, done, total) {
      const bar = bars.get(kind) ?? createProgress(kind, total, process.stdout)
      bars.set(kind, bar)
      bar.show(done)
    },
  })
  const rows = Object.entries(amounts).map(
    ([kind, amount]) => `${amount.toLocaleString('en')} ${kind}`,
  )
  console.log(
    [
      `Wrote ${rows.join(', ')} into ${server.dataDir} in ${Math.round((performance.now() - startedAt) / 1000)} s.`,
      `The newest ${WITH_MESSAGES} conversations have their messages; older ones only say how many they had.`,
      ...(server.firstKey ? [`API key (shown only now): ${server.firstKey}`] : []),
    ].join('\n'),
  )
}
