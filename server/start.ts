import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { type Config, listenerAddress } from './config.ts'
import type { Context, Outside } from './context.ts'
import { IN_MEMORY, openData, takeDataDir } from './data.ts'
import { readThrough } from './db/copies/look-through.ts'
import { closeDb } from './db/scrub.ts'
import { createStorage, ifSpaceAllows, type Storage } from './db/storage.ts'
import { resumeTallies } from './db/tallies.ts'
import { StartError } from './errors.ts'
import { wakeForPushes } from './features/accounts/push/send.ts'
import { accountQueries } from './features/accounts/queries.ts'
import { replayRevocations } from './features/accounts/revocations.ts'
import { createOwnerLink } from './features/accounts/sessions/sign-in.ts'
import { recoverReservations } from './features/billing/budgets/reserve.ts'
import { loadPrices } from './features/billing/money/prices.ts'
import { createDeskCalls } from './features/calls/desk/desk-calls.ts'
import { recoverImports } from './features/calls/import-slices.ts'
import { recoverLeadImports } from './features/calls/leads/import-add.ts'
import { createPracticeCalls } from './features/calls/practice/practice-calls.ts'
import { createLiveClock } from './features/calls/session/clock.ts'
import { recoverWebCalls } from './features/calls/session/record.ts'
import { createTelephoneCalls } from './features/calls/telephone/calls.ts'
import { recoverTelephoneCalls } from './features/calls/telephone/recover.ts'
import { acceptUpgrades, asksForSocket } from './features/calls/upgrade.ts'
import { createWebCalls } from './features/calls/web/web-calls.ts'
import { replayErasures } from './features/contacts/replay-erasures.ts'
import { recoverMerges } from './features/conversations/labels/merge.ts'
import { wakeForClocks } from './features/conversations/reply-targets/clock.ts'
import { wakeForRules } from './features/conversations/rules/wake.ts'
import { createTurns } from './features/conversations/turns/run.ts'
import { firstRun } from './features/demo/first-run.ts'
import { removeOrphanedFiles } from './features/knowledge/kept-file.ts'
import { recoverMessages } from './features/messenger/recover.ts'
import { recoverPurchases } from './features/phone-numbers/buy.ts'
import { loadReference } from './features/platform/lookups/load.ts'
import { startFeedingSearch } from './features/platform/search/feed.ts'
import { sealAll } from './features/platform/secrets/seal-all.ts'
import { openSiteDoor, type ShownSite, type SiteDoor } from './features/site-checks/door.ts'
import { recoverSms } from './features/sms/recover.ts'
import { startListingSystemVoices } from './features/speech/system-voices.ts'
import { answerBrokenRequests } from './http/broken-requests.ts'
import { drain } from './http/drain.ts'
import { createRunningHandlers } from './http/running-handlers.ts'
import { followUnusedConnections } from './http/unused-connections.ts'
import { planRecurring } from './jobs/plan-recurring.ts'
import { startWorker } from './jobs/worker.ts'
import { createLog, type Logger } from './log.ts'
import {
  createAnswers,
  createContext,
  createFetchers,
  createGatekeepers,
  createJobHandlers,
  startWebhooks,
} from './wiring.ts'

/** Interval of free disk space checks, ms. */
const CHECK_EVERY_MS = 2000

/** A running server. Stopping it drains work in progress and releases the data folder. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  /** The first API key in clear text, on the start that created it. */
  readonly firstKey: string | undefined
  readonly context: Context
  /** Creates a one-time sign-in link; `secret` is its URL fragment. */
  createSignInLink(): Promise<{ url: string; secret: string }>
  /** Opens the network for a page that shows an assistant; undefined if there is no such assistant. */
  openSiteDoor(site: ShownSite): Promise<SiteDoor | undefined>
  stop(): Promise<void>
}

/**
 * Starts a server on a data folder.
 * @throws StartError with a user-facing message if it cannot start.
 */
export async function startServer(
  config: Config,
  outside?: Partial<Outside>,
): Promise<RunningServer> {
  const lock = await takeDataDir(config)
  const undo: (() => void)[] = [() => lock?.release()]
  try {
    const log = createLog(config.log)
    const storage = watchStorage(config, log)
    const db = openData(config, outside)
    undo.unshift(() => closeDb(db))
    resumeTallies(db)
    const http = createServer(socketLimits(config))
    // Stored, because a closed listener has no address and code that runs during shutdown still needs the port.
    let address: AddressInfo | undefined
    const port = () => address!.port
    const local = () => `http://${hostOf(config)}:${port()}`
    const context = createContext({
      config,
      db,
      storage,
      log,
      outside,
      port,
      origin: () => config.publicUrl ?? local(),
    })
    undo.unshift(() => context.hub.close())
    await loadReference(context)
    await loadPrices(context)
    await recoverSms(context)
    await recoverMessages(context)
    await ifSpaceAllows(() => removeOrphanedFiles(context))
    await ifSpaceAllows(() => recoverSlices(context))
    await recoverReservations(context)
    await recoverPurchases(context)
    const { apiKey } = await firstRun(context)
    await ifSpaceAllows(() => sealAll(context, accountQueries(db).owner()!.id))
    const turns = createTurns(context)
    await replayErasures({ ...context, turns })
    await replayRevocations(context)
    const answers = createAnswers(context)
    const clock = createLiveClock(context)
    const webCalls = createWebCalls({ ...context, turns }, clock)
    const telephoneCalls = createTelephoneCalls(context, clock)
    const deskCalls = createDeskCalls(context, [webCalls, telephoneCalls])
    const practiceCalls = createPracticeCalls(context, clock)
    const running = createRunningHandlers()
    const fetchers = createFetchers({ ...context, turns })
    const parts = {
      turns,
      webCalls,
      deskCalls,
      practiceCalls,
      telephoneCalls,
      ...fetchers.changes,
      answers,
      running,
      port,
      ...createGatekeepers(context),
    }
    const app = createApp(context, parts)
    http.on('request', app)
    const closeSockets = acceptUpgrades(http, app)
    answerBrokenRequests(http)
    const closeUnused = followUnusedConnections(http)
    http.maxConnections = config.limits.maxConnections
    await listen(http, config)
    address = http.address() as AddressInfo
    await recoverWebCalls(context)
    await recoverTelephoneCalls(context)
    await planRecurring(context.jobs, context.write)
    const worker = await startWorker({
      ...context,
      handlers: createJobHandlers(context, turns),
      atOnce: config.limits.jobsAtOnce,
    })
    for (const wake of [wakeForRules, wakeForClocks, wakeForPushes]) wake(context)
    const webhooks = startWebhooks(context)
    fetchers.start()
    const searchFeed = startFeedingSearch(context)
    const systemVoices = startListingSystemVoices(context)
    const watch = setInterval(storage.check, CHECK_EVERY_MS)
    const stopLooking = readThrough(context)
    lock?.announce({ url: local(), pid: process.pid, control: context.control })

    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= shutDown())
    async function shutDown(): Promise<void> {
      clearInterval(watch)
      const closed = new Promise<void>((resolve) => http.close(() => resolve()))
      await context.liveCalls.closeAll('failed')
      closeSockets()
      await Promise.all([
        worker.stop(),
        webhooks.stop(),
        fetchers.stop(),
        systemVoices.stop(),
        stopLooking(),
      ])
      searchFeed.stop()
      context.jobs.close()
      context.hub.close()
      const { drainMs } = config.limits
      await drain(closed, { http, running, closeUnused, drainMs, abandon: context.sms.giveUp })
      context.connections.close()
      context.recordings.close()
      context.attachments.close()
      context.uploads.close()
      context.write.flush()
      db.pragma('wal_checkpoint(TRUNCATE)')
      closeDb(db)
      lock?.release()
    }

    return {
      url: local(),
      dataDir: config.dataDir,
      firstKey: apiKey,
      context,
      createSignInLink: async () => createOwnerLink(context),
      openSiteDoor: (site) => openSiteDoor(context, site),
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    for (const step of undo) step()
    throw error
  }
}

/** Resumes work in slices that was accepted before a crash, and deletes what was not. */
async function recoverSlices(context: Context): Promise<void> {
  await recoverImports(context)
  await recoverLeadImports(context)
  await recoverMerges(context)
}

const STORAGE_MESSAGES = {
  full: 'the disk is full: only what reads or makes room is served',
  damaged: 'the data is damaged: nothing more is written, restore the newest backup',
}

function watchStorage({ dataDir, limits }: Config, log: Logger): Storage {
  const storage = createStorage({
    dataDir,
    inMemory: dataDir === IN_MEMORY,
    reserveBytes: limits.reserveBytes,
    walBytes: limits.walBytes,
    onChange(trouble) {
      if (trouble) log.error(STORAGE_MESSAGES[trouble])
      else log.warn('there is room on the disk again')
    },
    onLongLog: (bytes) =>
      log.warn({ bytes }, 'the write-ahead log grows: another program keeps reading the database'),
  })
  // Before the first write: starting also needs disk space.
  storage.check()
  return storage
}

function socketLimits({ limits }: Config) {
  return {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: 2000,
    noDelay: true,
    // A request without a Host is rejected by the host check, in JSON like every other error.
    requireHostHeader: false,
    // Other upgrade requests are handled as plain requests.
    shouldUpgradeCallback: asksForSocket,
  }
}

function listen(http: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(config) : error)
    })
    http.listen(config.port, config.host, resolve)
  })
}

const portTaken = ({ port }: Config) =>
  new StartError(
    'port_taken',
    `Port ${port} is taken by another program. Stop that one, or give Parley another port: PARLEY_PORT=${port + 1}`,
  )

/** Host of the server's URL on this machine. */
function hostOf(config: Config): string {
  const host = listenerAddress(config)
  return host.includes(':') ? `[${host}]` : host
}
