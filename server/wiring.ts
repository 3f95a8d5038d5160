import { VERSION } from './assets.ts'
import type { Config } from './config.ts'
import { type Context, newSecret, type Outside, realOutside } from './context.ts'
import { dataVersion } from './db/data-version.ts'
import type { Db } from './db/open.ts'
import { sealWith } from './db/sealing.ts'
import { createSearchLag } from './db/search-lag.ts'
import type { Storage } from './db/storage.ts'
import { createWrite } from './db/write.ts'
import { createEventLog } from './events/log.ts'
import { sendNotification } from './features/accounts/push/send.ts'
import { assistantQueries } from './features/assistants/queries.ts'
import { backUpWhenDue } from './features/backups/schedule.ts'
import { forgetOldUses } from './features/billing/budgets/reserve.ts'
import { callJobs } from './features/calls/jobs.ts'
import { carrierOf } from './features/calls/telephone/carrier.ts'
import { recordWebhookResponse } from './features/calls/webhook-response.ts'
import { eraseAll } from './features/contacts/erase.ts'
import { eraseOld } from './features/contacts/retention/erase-old.ts'
import { workAfterEnd } from './features/conversations/after-end.ts'
import { sweepAttachments } from './features/conversations/attachments/sweep.ts'
import { forgetBlocks } from './features/conversations/blocks/forget.ts'
import { endIdleConversations } from './features/conversations/end-idle.ts'
import { pendingAnswersOf } from './features/conversations/holds/pending.ts'
import { forgetOperations, workOnBulk } from './features/conversations/inbox/bulk.ts'
import { wakeSnoozed } from './features/conversations/inbox/wake.ts'
import { forgetViews } from './features/conversations/inbox-views/forget.ts'
import { conversationJobs } from './features/conversations/jobs.ts'
import { forgetLabels } from './features/conversations/labels/forget.ts'
import { checkClocks } from './features/conversations/reply-targets/clock.ts'
import { checkWaits } from './features/conversations/rules/sweep.ts'
import type { Turns } from './features/conversations/turns/run.ts'
import { presenceOfContact } from './features/conversations/visitors/presence.ts'
import { emailJobs } from './features/email/jobs.ts'
import { createMailFetcher } from './features/email/mailbox/fetch.ts'
import { knowledgeJobs } from './features/knowledge/jobs.ts'
import { createBotPoller } from './features/messenger/bots/poll.ts'
import { channelNamed } from './features/messenger/configured.ts'
import { messengerJobs } from './features/messenger/jobs.ts'
import { modelSource } from './features/model-providers/source.ts'
import { renewNumbers } from './features/phone-numbers/renew.ts'
import { currentPolicy } from './features/platform/network/policy.ts'
import { networkQueries } from './features/platform/network/queries.ts'
import { forgetNotifications } from './features/platform/notifications/forget.ts'
import { wipe } from './features/platform/wipe/wipe.ts'
import { replyBySms } from './features/sms/chat/reply.ts'
import { followSms } from './features/sms/follow.ts'
import { configuredSms, formApiAccess } from './features/sms/provider/configured.ts'
import { textCustomer } from './features/sms/text-customer.ts'
import { createDirectory } from './features/web/directory.ts'
import { startDeliveries } from './features/webhooks/dispatch.ts'
import { createRefusals } from './features/widget/refusals.ts'
import { createAllowance } from './http/allowance.ts'
import { type AnswerCache, createAnswerCache } from './http/answer-cache.ts'
import { createOriginPolicy, createSameOrigin } from './http/cors.ts'
import { createGate } from './http/gate.ts'
import { createRateLimiters } from './http/rate-limit.ts'
import { createSessionCookie } from './http/session-cookie.ts'
import { createJobQueue } from './jobs/queue.ts'
import { recurring } from './jobs/recurring.ts'
import type { JobHandlers } from './jobs/worker.ts'
import type { Logger } from './log.ts'
import { createAttachments } from './providers/files/attachments.ts'
import { createPrivateFolder } from './providers/files/private-folder.ts'
import { createConnections } from './providers/http/connections.ts'
import { createModels } from './providers/llm/models.ts'
import { createChannels } from './providers/messenger/channels.ts'
import { createSandboxCarrier } from './providers/numbers/sandbox.ts'
import { createSandboxTrunks } from './providers/numbers/sandbox-trunks.ts'
import { sealingWith } from './providers/secrets/columns.ts'
import { createInstallation } from './providers/secrets/installation.ts'
import { createVault } from './providers/secrets/vault.ts'
import { createSmsProviders } from './providers/sms/providers.ts'
import { createOsVoice } from './providers/speech/os-voice/synthesizer.ts'
import { createRecordings } from './providers/voice/recordings.ts'
import { createAttendance } from './realtime/attendance.ts'
import { createHub } from './realtime/hub.ts'
import { createLiveCalls } from './realtime/live-calls.ts'

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
export function createContext({ outside, ...options }: ContextOptions): Context {
  const { config, db, storage, log, origin, port } = options
  const world = { ...realOutside, ...outside }
  const { limits, checkReplies: isChecked } = config
  const events = createEventLog({ db, now: world.now, isChecked })
  const hub = createHub({
    events,
    maxBuffered: limits.streamBufferBytes,
    heartbeatMs: limits.heartbeatMs,
    visitorHeartbeatMs: limits.visitorHeartbeatMs,
    maxOfVisitor: limits.visitorStreamsOpen,
    maxOfAddress: limits.addressStreamsOpen,
    presenceOf: presenceOfContact(db),
    isChecked,
  })
  const write = createWrite(db)
  const networkOf = (account: number | null) => currentPolicy({ config, db }, account)
  const own = { config, inMemory: db.memory, randomBytes: world.randomBytes }
  const installation = createInstallation(own)
  const vault = createVault({ ...own, installation })
  sealWith(db, sealingWith(vault))
  const connections = createConnections()
  const attendance = createAttendance({
    now: world.now,
    lastsMs: limits.presenceMs,
    graceMs: limits.presenceGraceMs,
    notify: (userId, attending) => hub.sendToUser(userId, 'attending', attending),
  })
  const context: Context = {
    ...world,
    config,
    db,
    write,
    origin,
    port,
    events,
    networkOf,
    version: VERSION,
    log,
    jobs: createJobQueue(db, world.now),
    hub,
    storage,
    searchLag: createSearchLag(world.now),
    attendance,
    liveCalls: createLiveCalls(),
    pendingAnswers: pendingAnswersOf({ ...world, config, db, hub, attendance }),
    connections,
    models: createModels({
      config,
      context: { ...world, network: () => networkOf(null), port, version: VERSION, connections },
      source: modelSource({ db, write, events, now: world.now, vault, log }),
    }),
    sms: createSmsProviders({ ...world, configured: () => configuredSms(context) }),
    channels: createChannels({ ...world, configured: (name) => channelNamed(context, name) }),
    sendText: (text) => textCustomer(context, text),
    formApi: formApiAccess({ db, vault }),
    numberCarrier: world.numberCarrier ?? createSandboxCarrier(),
    trunks: createSandboxTrunks(world),
    callingNumbers: (userId) => carrierOf(context, userId)?.numberIds ?? [],
    osVoice: createOsVoice({
      ...world,
      platform: process.platform,
      environment: config.environment,
    }),
    vault,
    installation,
    recordings: createRecordings({ dataDir: config.dataDir, inMemory: db.memory }),
    attachments: createAttachments({ dataDir: config.dataDir, inMemory: db.memory }),
    uploads: createPrivateFolder({
      dataDir: config.dataDir,
      inMemory: db.memory,
      name: 'uploads',
      fileName: /^[\da-f]{32}$/,
    }),
    control: newSecret(world),
  }
  return context
}

/** Gate of the endpoints, with its limits and its knowledge of websites. */
export function createGatekeepers(context: Context) {
  const { db, now, config } = context
  const originPolicy = createOriginPolicy(config.publicUrl)
  const isOriginKnown = (req: Parameters<typeof originPolicy>[0]) =>
    originPolicy(req, []) || assistantQueries(db).isOriginKnown(req.headers.origin ?? '')
  const limiters = createRateLimiters(config.rates, now)
  const refusals = createRefusals(context)
  const allowance = createAllowance({
    limiters,
    isBlocked: networkQueries(db).isBlocked,
    onRefused: refusals.note,
    onFull: refusals.noteFull,
  })
  const gate = createGate({
    directory: createDirectory(context),
    originPolicy,
    isSameOrigin: createSameOrigin(config.publicUrl),
    sessionCookie: createSessionCookie(config.publicUrl),
    isOriginKnown,
    limiters,
    allowance,
  })
  return { gate, isOriginKnown }
}

/** Caches list responses until the next write. */
export function createAnswers({ db, now, config }: Context): AnswerCache {
  return createAnswerCache({
    version: dataVersion(db),
    now,
    maxBytes: config.limits.answerCacheBytes,
  })
}

/** Interval of the job that prunes old events, ms. */
const PRUNE_EVERY_MS = 3_600_000

/** The handler of each kind of job. */
export function createJobHandlers(context: Context, turns: Turns): JobHandlers {
  return {
    'conversation.answer': (payload, signal) => turns.run(payload, signal),
    ...callJobs(context),
    'sms.follow': ({ sms_id }, signal) => followSms(context, sms_id, signal),
    'push.send': (payload, signal) => sendNotification(context, payload, signal),
    'sms.reply': ({ message_id }, signal) => replyBySms(context, message_id, signal),
    'conversation.extract': (payload, signal) => workAfterEnd(context, payload, signal),
    ...messengerJobs({ ...context, turns }),
    ...emailJobs(context),
    ...knowledgeJobs(context),
    'backups.make': (_payload, signal) => backUpWhenDue(context, signal),
    'attachments.sweep': recurring(context, () => sweepAttachments(context)),
    'contacts.erase': async ({ visitor_id }) =>
      void (await eraseAll({ ...context, turns }, visitor_id)),
    'contacts.wipe': (payload, signal) => wipe(context, payload, signal),
    'inbox.bulk': ({ operation_id }, signal) =>
      workOnBulk({ ...context, turns }, operation_id, signal),
    ...conversationJobs({ ...context, turns }),
    'rules.check_waits': recurring(context, () => checkWaits({ ...context, turns })),
    'reply_clocks.check': recurring(context, () => checkClocks(context)),
    'inbox.wake': recurring(context, async () => {
      await forgetOperations(context)
      return wakeSnoozed(context)
    }),
    'conversation.end_idle': recurring(context, () => endIdleConversations(context)),
    'retention.erase': recurring(context, (signal) => eraseOld({ ...context, turns }, signal)),
    'numbers.renew': recurring(context, (signal) => renewNumbers(context, signal)),
    'events.prune': recurring(context, async (signal) => {
      const { events, now, config, write } = context
      const before = new Date(now().getTime() - config.limits.eventsKeptMs)
      // In batches, so that no request waits long for the single writer.
      const isMoreEvents = (await write((tx) => events.prune(tx, before, 1000))) === 1000
      const isMoreBlocks = await forgetBlocks(context)
      const more = (await forgetNotifications(context)) || isMoreEvents || isMoreBlocks
      await forgetOldUses(context)
      await forgetLabels(context, signal)
      await forgetViews(context)
      return new Date(now().getTime() + (more ? 1000 : PRUNE_EVERY_MS))
    }),
  }
}

/** Fetchers of customers' messages from elsewhere: the mailbox and the bots. */
export function createFetchers(context: Context & { readonly turns: Turns }) {
  const [mail, bots] = [createMailFetcher(context), createBotPoller(context)]
  return {
    changes: { onMailboxChange: mail.changed, onBotChange: bots.changed },
    start: () => [mail, bots].map((fetcher) => fetcher.start()),
    stop: () => Promise.all([mail.stop(), bots.stop()]),
  }
}

/** Starts webhook deliveries, and stores the responses to a call's webhooks with the call. */
export function startWebhooks(context: Context) {
  return startDeliveries(context, (tx, { call_id }, answer) => {
    if (call_id !== null) recordWebhookResponse(tx, context, call_id, answer)
  })
}
