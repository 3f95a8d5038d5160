import type { RequestListener } from 'node:http'
import express, { type RequestHandler, Router } from 'express'
import { allEndpoints } from '#contracts/all.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import type { Context } from './context.ts'
import { AppError, notFound } from './errors.ts'
import { accessRoutes } from './features/accounts/access/routes.ts'
import { operatorRoutes } from './features/accounts/operators/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { sessionRoutes } from './features/accounts/sessions/routes.ts'
import { usageRoutes } from './features/accounts/usage/routes.ts'
import { assistantTestRoutes } from './features/assistant-lab/assistant-tests/routes.ts'
import { blockedAssistantRoutes } from './features/assistant-lab/blocked-assistants/routes.ts'
import { playgroundRoutes } from './features/assistant-lab/playground/routes.ts'
import { assistantEditorRoutes } from './features/assistants/editor/routes.ts'
import { filingRoutes } from './features/assistants/filing/routes.ts'
import { assistantRoutes } from './features/assistants/routes.ts'
import { assistantWebhookRoutes } from './features/assistants/webhook-routes.ts'
import { restoreFileRoutes } from './features/backups/restores/file-routes.ts'
import { restoreRoutes } from './features/backups/restores/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { budgetRoutes } from './features/billing/budgets/routes.ts'
import { moneyRoutes } from './features/billing/money/routes.ts'
import { campaignRoutes } from './features/calls/campaigns/routes.ts'
import type { DeskCalls } from './features/calls/desk/desk-calls.ts'
import { callDeskRoutes } from './features/calls/desk/routes.ts'
import { doNotCallRoutes } from './features/calls/do-not-call/routes.ts'
import { leadRoutes } from './features/calls/leads/routes.ts'
import type { PracticeCalls } from './features/calls/practice/practice-calls.ts'
import { practiceRoutes } from './features/calls/practice/routes.ts'
import { recordingRoutes } from './features/calls/recordings/routes.ts'
import { callReportRoutes } from './features/calls/report/routes.ts'
import { callRoutes } from './features/calls/routes.ts'
import type { TelephoneCalls } from './features/calls/telephone/calls.ts'
import { telephoneMediaRoutes } from './features/calls/telephone/media-routes.ts'
import { createRehearsals } from './features/calls/telephone/rehearsals.ts'
import { telephoneCallbackRoutes } from './features/calls/telephone/routes.ts'
import { telephoneSettingsRoutes } from './features/calls/telephone/settings-routes.ts'
import { webCallRoutes } from './features/calls/web/routes.ts'
import { voiceSocketRoutes } from './features/calls/web/socket-routes.ts'
import type { WebCalls } from './features/calls/web/web-calls.ts'
import { contactArchiveRoutes } from './features/contacts/archive/routes.ts'
import { identityRoutes } from './features/contacts/identity/routes.ts'
import { contactRoutes } from './features/contacts/routes.ts'
import { attachmentFileRoutes } from './features/conversations/attachments/file-routes.ts'
import { attachmentRoutes } from './features/conversations/attachments/routes.ts'
import { cannedReplyRoutes } from './features/conversations/canned-replies/routes.ts'
import { dialRoutes } from './features/conversations/dial/routes.ts'
import { draftRoutes } from './features/conversations/drafts/routes.ts'
import { explanationRoutes } from './features/conversations/explanations/routes.ts'
import { inboxRoutes } from './features/conversations/inbox/routes.ts'
import { labelRoutes } from './features/conversations/labels/routes.ts'
import { noteRoutes } from './features/conversations/notes/routes.ts'
import { presenceRoutes } from './features/conversations/presence/routes.ts'
import { proposalRoutes } from './features/conversations/proposals/routes.ts'
import { publicChatRoutes } from './features/conversations/public-chat/routes.ts'
import { ratingRoutes } from './features/conversations/ratings/routes.ts'
import { replyRoutes } from './features/conversations/replies/routes.ts'
import { deskRoutes } from './features/conversations/routes.ts'
import { streamRoutes } from './features/conversations/streams/routes.ts'
import { toolRoutes } from './features/conversations/tools/routes.ts'
import type { Turns } from './features/conversations/turns/run.ts'
import { emailRoutes } from './features/email/routes.ts'
import { emailSenderRoutes } from './features/email/sender/routes.ts'
import { unsubscribeRoutes } from './features/email/unsubscribe-routes.ts'
import { balanceRoutes } from './features/home/balance/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { knowledgeRoutes } from './features/knowledge/routes.ts'
import { mcpRoutes } from './features/mcp/routes.ts'
import { modelProviderRoutes } from './features/model-providers/routes.ts'
import { phoneNumberRoutes } from './features/phone-numbers/routes.ts'
import { lookupRoutes } from './features/platform/lookups/routes.ts'
import { networkRoutes } from './features/platform/network/routes.ts'
import { noticeRoutes } from './features/platform/notices/routes.ts'
import { widgetFileRoutes } from './features/platform/widget-files/routes.ts'
import { smsCallbackRoutes } from './features/sms/chat/routes.ts'
import { smsProviderRoutes } from './features/sms/provider/routes.ts'
import { smsRoutes } from './features/sms/routes.ts'
import { previewRoutes } from './features/speech/preview-routes.ts'
import { speechRoutes } from './features/speech/routes.ts'
import { pageRoutes } from './features/web/pages/routes.ts'
import { referenceRoutes } from './features/web/reference/routes.ts'
import { systemRoutes } from './features/web/system/routes.ts'
import { webhookTestRoutes } from './features/webhook-tests/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { widgetRoutes } from './features/widget/routes.ts'
import type { AnswerCache } from './http/answer-cache.ts'
import { preflight } from './http/cors.ts'
import { errorHandler } from './http/error-handler.ts'
import type { Gate } from './http/gate.ts'
import { createHandle } from './http/handle.ts'
import { hostCheck } from './http/host-check.ts'
import { createBodyReader } from './http/json-body.ts'
import { createPace } from './http/pace.ts'
import { createPaths, type Paths } from './http/paths.ts'
import { createRepeater } from './http/repeat.ts'
import { requestId } from './http/request-id.ts'
import { requestLog } from './http/request-log.ts'
import type { Routes } from './http/routes.ts'
import { createShortcut } from './http/shortcut.ts'

/** Dependencies of the app besides the context. */
export interface AppParts {
  readonly gate: Gate
  readonly turns: Turns
  readonly webCalls: WebCalls
  readonly deskCalls: DeskCalls
  readonly practiceCalls: PracticeCalls
  readonly telephoneCalls: TelephoneCalls
  readonly answers: AnswerCache
  /** The port this server listens on. */
  readonly port: () => number
  /** Reports whether any assistant may be shown by the requesting page. */
  readonly isOriginKnown: Parameters<typeof preflight>[0]
}

const ASSISTANT_ROUTES: readonly Routes[] = [
  assistantRoutes,
  assistantWebhookRoutes,
  filingRoutes,
  assistantEditorRoutes,
]

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
    answers,
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
    rehearsals: createRehearsals(context),
    serve: ((req, res) => answer(req, res)) as RequestListener,
    isOriginKnown,
  }
  accountRoutes(features)
  usageRoutes(features)
  sessionRoutes(features)
  accessRoutes(features)
  homeRoutes(features)
  operatorRoutes(features)
  lookupRoutes(features)
  for (const routes of ASSISTANT_ROUTES) routes(features)
  playgroundRoutes(features)
  blockedAssistantRoutes(features)
  assistantTestRoutes(features)
  inboxRoutes(features)
  labelRoutes(features)
  deskRoutes(features)
  explanationRoutes(features)
  noteRoutes(features)
  draftRoutes(features)
  attachmentRoutes(features)
  cannedReplyRoutes(features)
  contactRoutes(features)
  contactArchiveRoutes(features)
  dialRoutes(features)
  proposalRoutes(features)
  outreachRoutes(features)
  webCallRoutes(features)
  callDeskRoutes(features)
  practiceRoutes(features)
  telephoneSettingsRoutes(features)
  phoneNumberRoutes(features)
  smsRoutes(features)
  smsProviderRoutes(features)
  emailRoutes(features)
  emailSenderRoutes(features)
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
  speechRoutes(features)
  noticeRoutes(features)
  backupRoutes(features)
  restoreRoutes(features)
  publicChatRoutes(features)
  replyRoutes(features)
  widgetRoutes(features)
  ratingRoutes(features)
  identityRoutes(features)
  mcpRoutes(features)
  assertComplete(mounted)

  app.use('/api', api)
  app.use('/api', referenceRoutes(context))
  app.use(previewRoutes(features))
  app.use(pageRoutes(context))
  app.use(widgetFileRoutes(context))
  app.use(recordingRoutes(context))
  app.use(restoreFileRoutes(context))
  app.use(attachmentFileRoutes(context))
  app.use(smsCallbackRoutes(features))
  app.use(unsubscribeRoutes(features))
  app.use(telephoneCallbackRoutes(features))
  app.use(telephoneMediaRoutes(features))
  app.use(voiceSocketRoutes(features))
  app.use(() => {
    throw notFound()
  })
  const onError = errorHandler(log, storage.note)
  app.use(onError)

  const answer = createShortcut({ app, steps, paths, endpoints: mounted, onError })
  const repeat = createRepeater(answers, log, config.publicUrl)
  return (req, res) => {
    if (!repeat(req, res)) answer(req, res)
  }
}

/** Calls, whom they go to and who is not to be called. */
const outreachRoutes: Routes = (features) => {
  // Must precede the routes with a call id.
  callReportRoutes(features)
  callRoutes(features)
  campaignRoutes(features)
  leadRoutes(features)
  doNotCallRoutes(features)
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
