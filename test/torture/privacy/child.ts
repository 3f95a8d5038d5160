import { readConfig } from '../../../server/config.ts'
import { startServer } from '../../../server/start.ts'

/*
 * A real server process on a real folder, with its clock set ahead by its parent. It logs everything to
 * stderr at the most detailed level.
 */

export interface Birth {
  readonly dataDir: string
  /** Offset of its clock into the future, ms. */
  readonly ahead: number
  /** The receiver that it may send to: `host:port`. */
  readonly receiver: string
}

if (process.send) await live(JSON.parse(process.argv[2]!) as Birth)

async function live({ dataDir, ahead, receiver }: Birth): Promise<void> {
  const config = readConfig({
    ...process.env,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_ALLOW_PRIVATE: receiver,
  })
  const running = await startServer(config, { now: () => new Date(Date.now() + ahead) })
  running.context.log.level = 'debug'
  process.once('disconnect', () => process.exit(1))
  process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)))
  process.send!({ url: running.url, link: (await running.createSignInLink()).url })
}
