import { VERSION } from './assets.ts'
import type { Config } from './config.ts'
import { type Context, newSecret, type Outside, realOutside } from './context.ts'
import { dataVersion } from './db/data-version.ts'
import type { Db } from './db/open.ts'
import type { Storage } from './db/storage.ts'
import { createEventLog } from './events/log.ts'
import { accountQueries } from './features/accounts/queries.ts'
import { assistantQueries } from './features/assistants/queries.ts'
import { BACK_UP, backUpWhenDue } from './features/backups/schedule.ts'
import { forgetOldUses } from './features/billing/budgets/reserve.ts'
import { callJobs } from './features/calls/jobs.ts'
import { recordWebhookResponse } from './features/calls/webhook-response.ts'
import { ERASE_OLD, eraseOld } from './features/contacts/retention/erase-old.ts'
import { WIPE, wipe } from './features/contacts/wipe.ts'
import { AFTER_END, type AfterEndJob, workAfterEnd } from './features/conversations/after-end.ts'
import { SWEEP, sweepAttachments } from './features/conversations/attachments/sweep.ts'
import { END_IDLE, endIdleConversations } from './features/conversations/end-idle.ts'
import { BULK, forgetOperations, workOnBulk } from './features/conversations/inbox/bulk.ts'
import { WAKE, wakeSnoozed } from './features/conversations/inbox/wake.ts'
import { ANSWER, type AnswerJob } from './features/conversations/turns/ask.ts'
import type { Turns } from './features/conversations/turns/run.ts'
import { visitorQueries } from './features/conversations/visitors/queries.ts'
import { EMBED } from './features/knowledge/embed.ts'
import { knowledgeJobs } from './features/knowledge/jobs.ts'
import { modelSource } from './features/model-providers/source.ts'
import { currentPolicy } from './features/platform/network/policy.ts'
import { REPLY, replyBySms } from './features/sms/chat/reply.ts'
import { FOLLOW, followSms } from './features/sms/follow.ts'
import { configuredSms } from './features/sms/provider/configured.ts'
import { startDeliveries } from './features/webhooks/dispatch.ts'
import { type AnswerCache, createAnswerCache } from './http/answer-cache.ts'
import { createOriginPolicy } from './http/cors.ts'
import { createGate, type Directory } from './http/gate.ts'
import { createRateLimiters } from './http/rate-limit.ts'
import { createJobQueue } from './jobs/queue.ts'
import type { JobHandler } from './jobs/worker.ts'
import type { Logger } from './log.ts'
import { createAttachments } from './providers/files/attachments.ts'
import { createModels } from './providers/llm/models.ts'
import { createVault } from './providers/secrets/vault.ts'
import { createSmsProviders } from './providers/sms/providers.ts'
import { createRecordings } from './providers/voice/recordings.ts'
import { createAttendance } from './realtime/attendance.ts'
import { createHub } from './realtime/hub.ts'

interface ContextOptions {
  readonly config: Config
  readonly db: Db
  readonly storage: Storage
  readonly log: Logger
  readonly origin: () => string
  readonly port: () => number
  readonly outside?: Partial<Outside> | undefined
}

/** Builds the context of one server. */
export function createContext({
  config,
  db,
  storage,
  log,
  origin,
  port,
  outside,
}: ContextOptions): Context {
  const world = { ...realOutside, ...outside }
  const { limits } = config
  const events = createEventLog(db, world.now)
  const hub = createHub({
    events,
    maxBuffered: limits.streamBufferBytes,
    heartbeatMs: limits.heartbeatMs,
    visitorHeartbeatMs: limits.visitorHeartbeatMs,
  })
  const network = () => currentPolicy({ config, db })
  const vault = createVault({ config, inMemory: db.memory, randomBytes: world.randomBytes })
  const context: Context = {
    ...world,
    config,
    db,
    origin,
    port,
    events,
    network,
    version: VERSION,
    log,
    jobs: createJobQueue(db, world.now),
    hub,
    storage,
    attendance: createAttendance({
      now: world.now,
      lastsMs: limits.presenceMs,
      tell: (userId, attending) => hub.tellUser(userId, 'attending', attending),
    }),
    models: createModels({
      config,
      context: { ...world, network, port, version: VERSION },
      source: modelSource({ db, events, now: world.now, vault, log }),
    }),
    sms: createSmsProviders({ ...world, configured: () => configuredSms(context) }),
    vault,
    recordings: createRecordings({ dataDir: config.dataDir, inMemory: db.memory }),
    attachments: createAttachments({ dataDir: config.dataDir, inMemory: db.memory }),
    control: newSecret(world),
  }
  return context
}

/** Looks up keys, sessions and tokens in the database at each request, so that revoking works at once. */
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

/** Keeps answers to lists until anything is written. */
export function createAnswers({ db, now, config }: Context): AnswerCache {
  return createAnswerCache({
    version: dataVersion(db),
    now,
    maxBytes: config.limits.answerCacheBytes,
  })
}

/** Kind of the job that forgets old events, and how often it runs. */
const PRUNE = 'events.prune'
const PRUNE_EVERY_MS = 3_600_000

/** Which handler does which kind of job. */
export function createJobHandlers(context: Context, turns: Turns): Record<string, JobHandler> {
  return {
    [ANSWER]: (payload, signal) => turns.run(payload as AnswerJob, signal),
    ...callJobs(context),
    [FOLLOW]: (payload, signal) =>
      followSms(context, (payload as { sms_id: number }).sms_id, signal),
    [REPLY]: (payload, signal) =>
      replyBySms(context, (payload as { message_id: number }).message_id, signal),
    [AFTER_END]: (payload, signal) => workAfterEnd(context, payload as AfterEndJob, signal),
    ...knowledgeJobs(context),
    [BACK_UP]: (_payload, signal) => backUpWhenDue(context, signal),
    [SWEEP]: recurring(context, () => sweepAttachments(context)),
    [WIPE]: (payload, signal) => wipe(context, payload as { latest: number }, signal),
    [BULK]: (payload, signal) =>
      workOnBulk({ ...context, turns }, (payload as { operation_id: number }).operation_id, signal),
    [WAKE]: recurring(context, () => {
      forgetOperations(context)
      return wakeSnoozed(context)
    }),
    [END_IDLE]: recurring(context, () => endIdleConversations(context)),
    [ERASE_OLD]: recurring(context, (signal) => eraseOld({ ...context, turns }, signal)),
    [PRUNE]: recurring(context, () => {
      const { events, now, config } = context
      const before = new Date(now().getTime() - config.limits.eventsKeptMs)
      // In slices, so that no request waits long for the one writer.
      const more = events.prune(before, 1000) === 1000
      forgetOldUses(context)
      return new Date(now().getTime() + (more ? 1000 : PRUNE_EVERY_MS))
    }),
  }
}

/** Sends webhooks, and shows with a call what was answered to its own. */
export function startWebhooks(context: Context) {
  return startDeliveries(context, ({ call_id }, answer) => {
    if (call_id !== null) recordWebhookResponse(context, call_id, answer)
  })
}

/** Delay before a recurring job goes on after a failure, ms. */
const AFTER_FAILURE_MS = 60_000

/** A job that plans its own next run, and is never given up. */
function recurring(
  { now, log }: Context,
  work: (signal: AbortSignal) => Date | Promise<Date>,
): JobHandler {
  return async (_payload, signal) => {
    try {
      return await work(signal)
    } catch (error) {
      if (signal.aborted) throw error
      log.error({ err: error }, 'a recurring job failed')
      return new Date(now().getTime() + AFTER_FAILURE_MS)
    }
  }
}

/** Sees to it that what recurs is in the queue. */
export function planJobs({ jobs }: Context): void {
  for (const kind of [BACK_UP, PRUNE, SWEEP, END_IDLE, ERASE_OLD, WAKE, EMBED]) {
    if (jobs.count(kind) === 0) jobs.add({ kind, payload: {} })
  }
}
