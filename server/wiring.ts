import { VERSION } from './assets.ts'
import type { Config } from './config.ts'
import { type Context, newSecret, type Outside, realOutside } from './context.ts'
import type { Db } from './db/open.ts'
import { createEventLog } from './events/log.ts'
import { accountQueries } from './features/accounts/queries.ts'
import { assistantQueries } from './features/assistants/queries.ts'
import { ANSWER } from './features/turns/ask.ts'
import type { Turns } from './features/turns/run.ts'
import { visitorQueries } from './features/visitors/queries.ts'
import { createOriginPolicy } from './http/cors.ts'
import { createGate, type Directory } from './http/gate.ts'
import { createRateLimiters } from './http/rate-limit.ts'
import { createJobQueue } from './jobs/queue.ts'
import type { JobHandler } from './jobs/worker.ts'
import { createLog } from './log.ts'
import { createModels } from './providers/llm/models.ts'
import { createHub } from './realtime/hub.ts'

interface ContextOptions {
  readonly config: Config
  readonly db: Db
  readonly origin: () => string
  readonly outside?: Partial<Outside> | undefined
}

/** Builds the context of one server. */
export function createContext({ config, db, origin, outside }: ContextOptions): Context {
  const world = { ...realOutside, ...outside }
  const { limits } = config
  const events = createEventLog(db, world.now)
  return {
    ...world,
    config,
    db,
    origin,
    events,
    version: VERSION,
    log: createLog(config.log),
    jobs: createJobQueue(db, world.now),
    hub: createHub({
      events,
      maxBuffered: limits.streamBufferBytes,
      heartbeatMs: limits.heartbeatMs,
    }),
    models: createModels({ config, ...world }),
    control: newSecret(world),
  }
}

/** Who lets callers in: keys, sessions and tokens looked up in the database at each request, so that revoking works at once. */
export function createGatekeepers({ db, now, config }: Context) {
  const accounts = accountQueries(db)
  const visitors = visitorQueries(db)
  const assistants = assistantQueries(db)
  const directory: Directory = {
    operatorByKey: (hash) => accounts.operatorByKey(hash, now()),
    operatorBySession: (hash) => accounts.operatorBySession(hash, now()),
    visitorByToken: (hash) => visitors.byToken(hash, now(), config.limits.visitorIdleMs),
  }
  const originPolicy = createOriginPolicy({ loopback: config.publicUrl === undefined })
  const isOriginKnown = (req: Parameters<typeof originPolicy>[0]) =>
    originPolicy(req, []) || assistants.isOriginKnown(req.headers.origin ?? '')
  const limiters = createRateLimiters(config.rates, now)
  return { gate: createGate({ directory, originPolicy, isOriginKnown, limiters }), isOriginKnown }
}

/** Kind of the job that forgets old events, and how often it runs. */
const PRUNE = 'events.prune'
const PRUNE_EVERY_MS = 3_600_000

/** Which handler does which kind of job. */
export function createJobHandlers(context: Context, turns: Turns): Record<string, JobHandler> {
  return {
    [ANSWER]: (payload, signal) =>
      turns.run((payload as { conversation_id: number }).conversation_id, signal),
    [PRUNE]: () => {
      const { events, jobs, now, config } = context
      const before = new Date(now().getTime() - config.limits.eventsKeptMs)
      // In slices, so that no request waits long for the one writer.
      const more = events.prune(before, 1000) === 1000
      const nextAt = new Date(now().getTime() + (more ? 1000 : PRUNE_EVERY_MS))
      jobs.add({ kind: PRUNE, payload: {}, runAt: nextAt })
    },
  }
}

/** Sees to it that what recurs is in the queue. */
export function planJobs({ jobs }: Context): void {
  if (jobs.count(PRUNE) === 0) jobs.add({ kind: PRUNE, payload: {} })
}
