import type { RequestListener } from 'node:http'
import express, { type RequestHandler, Router } from 'express'
import { allEndpoints } from '#contracts/all.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import type { Context } from './context.ts'
import { type EndpointParts, mountEndpoints } from './endpoints.ts'
import { AppError, notFound, stopping, storageRefusal } from './errors.ts'
import { restoreFileRoutes } from './features/backups/restores/file-routes.ts'
import { recordingRoutes } from './features/calls/recordings/routes.ts'
import { telephoneMediaRoutes } from './features/calls/telephone/media-routes.ts'
import { createRehearsals } from './features/calls/telephone/rehearsals.ts'
import { telephoneCallbackRoutes } from './features/calls/telephone/routes.ts'
import { voiceSocketRoutes } from './features/calls/web/socket-routes.ts'
import { attachmentFileRoutes } from './features/conversations/attachments/file-routes.ts'
import { mcpCallbackRoutes } from './features/conversations/mcp-sign-ins/callback-routes.ts'
import { createPendingSignIns } from './features/conversations/mcp-sign-ins/pending.ts'
import { createExamplePages } from './features/email/email-texts/pages.ts'
import { unsubscribeRoutes } from './features/email/unsubscribe-routes.ts'
import { messengerCloudHookRoutes } from './features/messenger/cloud/hook-routes.ts'
import { messengerFormHookRoutes } from './features/messenger/form/hook-routes.ts'
import { pictureFileRoutes } from './features/platform/pictures/file-routes.ts'
import { widgetFileRoutes } from './features/platform/widget-files/routes.ts'
import { smsCallbackRoutes } from './features/sms/chat/routes.ts'
import { previewRoutes } from './features/speech/preview-routes.ts'
import { pageRoutes } from './features/web/pages/routes.ts'
import { referenceRoutes } from './features/web/reference/routes.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import { preflight } from './http/cors.ts'
import { errorHandler } from './http/error-handler.ts'
import { createHandle } from './http/handle.ts'
import { hostCheck } from './http/host-check.ts'
import { createBodyReader } from './http/json-body.ts'
import { createPace } from './http/pace.ts'
import { createPaths, type Paths } from './http/paths.ts'
import { createRepeater } from './http/repeat.ts'
import { requestId } from './http/request-id.ts'
import { requestLog } from './http/request-log.ts'
import type { RunningHandlers } from './http/running-handlers.ts'
import { createShortcut } from './http/shortcut.ts'

/** Dependencies of the app besides the context. */
export interface AppParts
  extends Omit<
    EndpointParts,
    'handle' | 'rehearsals' | 'serve' | 'examplePages' | 'pendingSignIns'
  > {
  readonly answers: AnswerCache
  readonly running: RunningHandlers
  /** The port this server listens on. */
  readonly port: () => number
}

/** Mounts all routes, in order. */
export function createApp(
  context: Context,
  {
    gate,
    turns,
    webCalls,
    deskCalls,
    practiceCalls,
    telephoneCalls,
    onMailboxChange,
    onBotChange,
    answers,
    running,
    port,
    isOriginKnown,
  }: AppParts,
): RequestListener {
  const { config, log, storage } = context
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', config.trustedProxies ?? false)

  const steps = firstSteps(context, port)
  app.use(...steps)
  app.get('/health', (_req, res) => {
    const trouble = storage.trouble()
    const degraded = [
      ...(trouble ? [`storage_${trouble}`] : []),
      ...(storage.isLogLong() ? ['wal_long'] : []),
    ]
    const status = degraded.length > 0 ? 'degraded' : 'ok'
    res.json({ status, version: context.version, degraded })
  })

  const api = Router({ caseSensitive: true })
  api.use('/widget', preflight(isOriginKnown))
  const mounted = new Set<AnyEndpoint>()
  const paths = createPaths<RequestHandler>()
  api.use(dispatch(paths))
  const handle = createHandle({
    paths,
    gate,
    readBody: createBodyReader(config.limits, context.uploads.folder),
    pace: createPace(),
    origin: (req) => config.publicUrl ?? `http://${req.headers.host}`,
    checkReplies: config.checkReplies,
    mounted,
    trouble: storage.trouble,
    answers,
    pendingCommit: () => context.write.pending,
    running,
  })
  const features = {
    ...context,
    handle,
    gate,
    turns,
    webCalls,
    deskCalls,
    practiceCalls,
    telephoneCalls,
    onMailboxChange,
    onBotChange,
    rehearsals: createRehearsals(context),
    examplePages: createExamplePages(context),
    pendingSignIns: createPendingSignIns(context),
    serve: ((req, res) => answer(req, res)) as RequestListener,
    isOriginKnown,
  }
  mountEndpoints(features)
  assertComplete(mounted)

  app.use('/api', api)
  app.use('/api', referenceRoutes(context))
  app.use(previewRoutes(features))
  app.use(pageRoutes(context))
  app.use(widgetFileRoutes(context))
  app.use(recordingRoutes(context))
  app.use(restoreFileRoutes(context))
  app.use(attachmentFileRoutes(context))
  app.use(pictureFileRoutes(context))
  app.use(smsCallbackRoutes(features))
  app.use(messengerCloudHookRoutes(features))
  app.use(messengerFormHookRoutes(features))
  app.use(unsubscribeRoutes(features))
  app.use(mcpCallbackRoutes(features))
  app.use(features.examplePages.router)
  app.use(telephoneCallbackRoutes(features))
  app.use(telephoneMediaRoutes(features))
  app.use(voiceSocketRoutes(features))
  app.use(() => {
    throw notFound()
  })
  const onError = errorHandler(log, (error) => {
    if (!context.db.open) return stopping()
    const trouble = storage.note(error)
    return trouble && storageRefusal(trouble)
  })
  app.use(onError)

  const answer = createShortcut({ app, steps, paths, endpoints: mounted, onError })
  const repeat = createRepeater(answers, log, config.publicUrl)
  return (req, res) => {
    if (!repeat(req, res)) answer(req, res)
  }
}

/** Steps that every request passes, in order. */
const firstSteps = ({ config: { publicUrl }, log }: Context, port: () => number) => [
  requestId(publicUrl),
  requestLog(log),
  hostCheck({ port, publicUrl }),
]

/** @throws Error if the mounted endpoints differ from those of the contracts */
function assertComplete(mounted: ReadonlySet<AnyEndpoint>): void {
  const forgotten = allEndpoints.filter(({ endpoint }) => !mounted.has(endpoint))
  const listed = new Set(allEndpoints.map(({ endpoint }) => endpoint))
  const unlisted = [...mounted].filter((endpoint) => !listed.has(endpoint))
  const wrong = [
    ...forgotten.map(({ name }) => `${name} has no handler`),
    ...unlisted.map(({ path }) => `${path} is not in contracts/all.ts`),
  ]
  if (wrong.length > 0) throw new Error(wrong.join('; '))
}

/** Calls the handler of a path; a known path with another method gets a 405 that lists the allowed methods. */
function dispatch(paths: Paths<RequestHandler>): RequestHandler {
  return (req, res, next) => {
    const match = paths.find(req.method, req.path)
    if (!match) return next()
    if (!match.found)
      throw new AppError('method_not_allowed', { headers: { Allow: match.methods.join(', ') } })
    req.params = match.found.params
    return match.found.handler(req, res, next)
  }
}
