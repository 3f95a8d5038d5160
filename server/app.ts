import type { RequestListener } from 'node:http'
import express, { type RequestHandler, Router } from 'express'
import { allEndpoints } from '#contracts/all.ts'
import type { Context } from './context.ts'
import { AppError, notFound } from './errors.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { assistantEditorRoutes } from './features/assistant-editor/routes.ts'
import { assistantTestRoutes } from './features/assistant-tests/routes.ts'
import { assistantRoutes } from './features/assistants/routes.ts'
import { attachmentFileRoutes } from './features/attachment-files/routes.ts'
import { attachmentRoutes } from './features/attachments/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { balanceRoutes } from './features/balance/routes.ts'
import { budgetRoutes } from './features/budgets/routes.ts'
import { callRoutes } from './features/calls/routes.ts'
import { cannedReplyRoutes } from './features/canned-replies/routes.ts'
import { contactArchiveRoutes } from './features/contact-archive/routes.ts'
import { contactRoutes } from './features/contacts/routes.ts'
import { deskRoutes } from './features/desk/routes.ts'
import { dialRoutes } from './features/dial/routes.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { inboxRoutes } from './features/inbox/routes.ts'
import { knowledgeRoutes } from './features/knowledge/routes.ts'
import { labelRoutes } from './features/labels/routes.ts'
import { lookupRoutes } from './features/lookups/routes.ts'
import { modelProviderRoutes } from './features/model-providers/routes.ts'
import { moneyRoutes } from './features/money/routes.ts'
import { networkRoutes } from './features/network/routes.ts'
import { noteRoutes } from './features/notes/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { operatorRoutes } from './features/operators/routes.ts'
import { pageRoutes } from './features/pages/routes.ts'
import { phoneNumberRoutes } from './features/phone-numbers/routes.ts'
import { playgroundRoutes } from './features/playground/routes.ts'
import { presenceRoutes } from './features/presence/routes.ts'
import { publicChatRoutes } from './features/public-chat/routes.ts'
import { ratingRoutes } from './features/ratings/routes.ts'
import { recordingRoutes } from './features/recordings/routes.ts'
import { referenceRoutes } from './features/reference/routes.ts'
import { replyRoutes } from './features/replies/routes.ts'
import { restoreFileRoutes } from './features/restore-files/routes.ts'
import { restoreRoutes } from './features/restores/routes.ts'
import { smsRoutes } from './features/sms/routes.ts'
import { smsCallbackRoutes } from './features/sms-chat/routes.ts'
import { smsProviderRoutes } from './features/sms-provider/routes.ts'
import { streamRoutes } from './features/streams/routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { toolRoutes } from './features/tools/routes.ts'
import type { Turns } from './features/turns/run.ts'
import { webhookTestRoutes } from './features/webhook-tests/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { widgetRoutes } from './features/widget/routes.ts'
import { widgetFileRoutes } from './features/widget-files/routes.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import { preflight } from './http/cors.ts'
import { errorHandler } from './http/error-handler.ts'
import type { Gate } from './http/gate.ts'
import { createHandle } from './http/handle.ts'
import { hostCheck } from './http/host-check.ts'
import { createBodyReader } from './http/json-body.ts'
import { createRepeater } from './http/repeat.ts'
import { requestId } from './http/request-id.ts'
import { requestLog } from './http/request-log.ts'

/** What the app is built on beside the context. */
export interface AppParts {
  readonly gate: Gate
  readonly turns: Turns
  readonly answers: AnswerCache
  /** The port this server listens on. */
  readonly port: () => number
  /** Whether any assistant may be shown by the page that asks. */
  readonly isOriginKnown: Parameters<typeof preflight>[0]
}

/** Every mount, in order. */
export function createApp(
  context: Context,
  { gate, turns, answers, port, isOriginKnown }: AppParts,
): RequestListener {
  const { config, log, storage } = context
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', config.trustedProxies ?? false)

  app.use(requestId())
  app.use(requestLog(log))
  app.use(hostCheck({ port, publicUrl: config.publicUrl }))
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
  const handle = createHandle({
    router: api,
    gate,
    readBody: createBodyReader(config.limits),
    origin: (req) => config.publicUrl ?? `http://${req.headers.host}`,
    checkReplies: config.checkReplies,
    trouble: storage.trouble,
    answers,
  })
  api.use(refuseOtherMethodsOfFixedPaths)
  const features = { ...context, handle, gate, turns }
  accountRoutes(features)
  homeRoutes(features)
  operatorRoutes(features)
  lookupRoutes(features)
  assistantRoutes(features)
  assistantEditorRoutes(features)
  playgroundRoutes(features)
  assistantTestRoutes(features)
  inboxRoutes(features)
  labelRoutes(features)
  deskRoutes(features)
  noteRoutes(features)
  draftRoutes(features)
  attachmentRoutes(features)
  cannedReplyRoutes(features)
  contactRoutes(features)
  contactArchiveRoutes(features)
  dialRoutes(features)
  callRoutes(features)
  phoneNumberRoutes(features)
  smsRoutes(features)
  smsProviderRoutes(features)
  balanceRoutes(features)
  budgetRoutes(features)
  moneyRoutes(features)
  toolRoutes(features)
  knowledgeRoutes(features)
  webhookRoutes(features)
  webhookTestRoutes(features)
  streamRoutes(features)
  presenceRoutes(features)
  systemRoutes(features)
  networkRoutes(features)
  modelProviderRoutes(features)
  noticeRoutes(features)
  backupRoutes(features)
  restoreRoutes(features)
  publicChatRoutes(features)
  replyRoutes(features)
  widgetRoutes(features)
  ratingRoutes(features)
  identityRoutes(features)
  refuseOtherMethods(api)

  app.use('/api', referenceRoutes(context))
  app.use(pageRoutes(context))
  app.use(widgetFileRoutes(context))
  app.use(recordingRoutes(context))
  app.use(restoreFileRoutes(context))
  app.use(attachmentFileRoutes(context))
  app.use(smsCallbackRoutes(features))
  app.use('/api', api)
  app.use(() => {
    throw notFound()
  })
  app.use(errorHandler(log, storage.note))

  const repeat = createRepeater(answers, log)
  return (req, res) => {
    if (!repeat(req, res)) app(req, res)
  }
}

/** The methods of each path. */
const METHODS = new Map(
  [...Map.groupBy(allEndpoints, ({ endpoint }) => endpoint.path)].map(([path, endpoints]) => {
    const methods = endpoints.map(({ endpoint }) => endpoint.method.toUpperCase())
    return [path, [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])]]
  }),
)

/** A known path with another method is 405 and says which methods it has. */
function refuseOtherMethods(api: Router): void {
  for (const [path, methods] of METHODS) {
    api.all(path, () => {
      throw methodNotAllowed(methods)
    })
  }
}

/** Paths with ids that a path with one more id would take, such as `/:id/tests/run` beside `/:id/tests/:test_id`. */
const OVERSHADOWED = [...METHODS.keys()]
  .filter((path) => path.includes(':') && [...METHODS.keys()].some((other) => takes(other, path)))
  .map((path) => ({ methods: METHODS.get(path)!, takes: (target: string) => takes(path, target) }))

/** Whether a path is another one but for an id in place of a word. */
function takes(path: string, target: string): boolean {
  const [own, its] = [path.split('/'), target.split('/')]
  if (path === target || own.length !== its.length) return false
  return own.every((word, index) => word === its[index] || word.startsWith(':'))
}

/** The same for `/all`, before `/:id` takes it for an id. */
const refuseOtherMethodsOfFixedPaths: RequestHandler = ({ path, method }, _res, next) => {
  const methods = METHODS.get(path) ?? OVERSHADOWED.find((one) => one.takes(path))?.methods
  if (methods && !methods.includes(method)) throw methodNotAllowed(methods)
  next()
}

const methodNotAllowed = (methods: readonly string[]) =>
  new AppError('method_not_allowed', 'Method not allowed.', { Allow: methods.join(', ') })
