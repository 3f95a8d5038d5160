import path from 'node:path'
import { readConfig } from '../../../server/config.ts'
import { type Outside, realOutside } from '../../../server/context.ts'
import { startServer } from '../../../server/start.ts'
import { CRASH_POINTS, type CrashPointName } from './crash-points.ts'
import { recordDeath } from './deaths.ts'

/*
 * A real server process on a real folder that sends webhooks to a receiver over HTTP, with its clock set by
 * its parent. It kills itself the n-th time that it reaches its crash point; on the arrival of a request its
 * parent does. All limits are the shipped ones.
 */

export interface Birth {
  readonly folder: string
  /** The receiver's. */
  readonly port: number
  /** Offset of its clock into the future, ms. */
  readonly ahead: number
  readonly crash?: { readonly at: CrashPointName; readonly nth: number }
}

/** The receiver's name, resolved right before a request leaves. */
export const RECEIVER = 'receiver.test'

if (process.send) await live(JSON.parse(process.argv[2]!) as Birth)

async function live({ folder, port, ahead, crash }: Birth): Promise<void> {
  const deadly = crash && CRASH_POINTS[crash.at].at
  let left = crash?.nth ?? 0

  /** Dies on the n-th call, after recording where, and about which webhook. */
  function die(id: string | null): null {
    left -= 1
    if (left > 0) return null
    recordDeath(folder, { at: crash!.at, id })
    process.kill(process.pid, 'SIGKILL')
    // The signal is on its way: nothing more may happen.
    for (;;);
  }

  const config = readConfig({
    ...process.env,
    PARLEY_DATA_DIR: path.join(folder, 'data'),
    PARLEY_ALLOW_PRIVATE: `${RECEIVER}:${port}`,
  })
  const sleep: Outside['sleep'] = (ms, signal) => {
    // An attempt's deadline is the first thing set for it.
    if (deadly === 'taken' && ms === config.limits.webhookTimeoutMs) die(null)
    return realOutside.sleep(ms, signal)
  }
  const lookup: Outside['lookup'] = async (name) => {
    if (name !== RECEIVER) throw new Error(`${name} is not known here`)
    if (deadly === 'leaving') die(null)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const now = () => new Date(Date.now() + ahead)
  const { url, context } = await startServer(config, { now, sleep, lookup })
  const { db, events } = context
  if (typeof deadly === 'object') {
    db.function('die', { deterministic: false }, (id: unknown) => die(String(id)))
    db.exec(`CREATE TEMP TRIGGER deadly ${deadly.trigger} BEGIN SELECT die(NEW.message_id); END`)
  }
  if (deadly === 'committed') {
    events.onRecorded((type) => {
      if (type === 'delivery.created') queueMicrotask(dieCommitted)
    })
  }

  /** The microtask runs once the transaction has returned, and before the worker's turn. */
  function dieCommitted(): void {
    if (db.inTransaction) throw new Error('This is not after the commit')
    const newest = db
      .prepare<[], string>('SELECT message_id FROM webhook_deliveries ORDER BY id DESC LIMIT 1')
      .pluck()
    die(newest.get()!)
  }

  process.send!({ url })
}
