import type { RequestListener } from 'node:http'
import type { Context } from './context.ts'
import { accessRoutes } from './features/accounts/access/routes.ts'
import { operatorRoutes } from './features/accounts/operators/routes.ts'
import { pushRoutes } from './features/accounts/push/routes.ts'
import { roleRoutes } from './features/accounts/roles/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { sessionRoutes } from './features/accounts/sessions/routes.ts'
import { teamRoutes } from './features/accounts/teams/routes.ts'
import { usageRoutes } from './features/accounts/usage/routes.ts'
import { assistantTestRoutes } from './features/assistant-lab/assistant-tests/routes.ts'
import { blockedAssistantRoutes } from './features/assistant-lab/blocked-assistants/routes.ts'
import { playgroundRoutes } from './features/assistant-lab/playground/routes.ts'
import { replayRoutes } from './features/assistant-lab/replays/routes.ts'
import { assistantEditorRoutes } from './features/assistants/editor/routes.ts'
import { filingRoutes } from './features/assistants/filing/routes.ts'
import { assistantPictureRoutes } from './features/assistants/pictures/routes.ts'
import { assistantRoutes } from './features/assistants/routes.ts'
import { assistantWebhookRoutes } from './features/assistants/webhook-routes.ts'
import { restoreRoutes } from './features/backups/restores/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { budgetRoutes } from './features/billing/budgets/routes.ts'
import { moneyRoutes } from './features/billing/money/routes.ts'
import { campaignRoutes } from './features/calls/campaigns/routes.ts'
import type { DeskCalls } from './features/calls/desk/desk-calls.ts'
import { callDeskRoutes } from './features/calls/desk/routes.ts'
import { doNotCallRoutes } from './features/calls/do-not-call/routes.ts'
import { callExplanationRoutes } from './features/calls/explanations/routes.ts'
import { leadRoutes } from './features/calls/leads/routes.ts'
import type { PracticeCalls } from './features/calls/practice/practice-calls.ts'
import { practiceRoutes } from './features/calls/practice/routes.ts'
import { callReportRoutes } from './features/calls/report/routes.ts'
import { callRoutes } from './features/calls/routes.ts'
import type { TelephoneCalls } from './features/calls/telephone/calls.ts'
import type { createRehearsals } from './features/calls/telephone/rehearsals.ts'
import { telephoneSettingsRoutes } from './features/calls/telephone/settings-routes.ts'
import { webCallRoutes } from './features/calls/web/routes.ts'
import type { WebCalls } from './features/calls/web/web-calls.ts'
import { contactArchiveRoutes } from './features/contacts/archive/routes.ts'
import { identityRoutes } from './features/contacts/identity/routes.ts'
import { contactMergeRoutes } from './features/contacts/merges/routes.ts'
import { contactRoutes } from './features/contacts/routes.ts'
import { contactTimelineRoutes } from './features/contacts/timeline/routes.ts'
import { attachmentRoutes } from './features/conversations/attachments/routes.ts'
import { blockRoutes } from './features/conversations/blocks/routes.ts'
import { cannedReplyRoutes } from './features/conversations/canned-replies/routes.ts'
import { correctionRoutes } from './features/conversations/corrections/routes.ts'
import { dialRoutes } from './features/conversations/dial/routes.ts'
import { draftRoutes } from './features/conversations/drafts/routes.ts'
import { explanationRoutes } from './features/conversations/explanations/routes.ts'
import { holdRoutes } from './features/conversations/holds/routes.ts'
import { inboxRoutes } from './features/conversations/inbox/routes.ts'
import { viewRoutes } from './features/conversations/inbox-views/routes.ts'
import { labelRoutes } from './features/conversations/labels/routes.ts'
import { mcpServerRoutes } from './features/conversations/mcp-servers/routes.ts'
import type { PendingSignIns } from './features/conversations/mcp-sign-ins/pending.ts'
import { mcpSignInRoutes } from './features/conversations/mcp-sign-ins/routes.ts'
import { noteRoutes } from './features/conversations/notes/routes.ts'
import { presenceRoutes } from './features/conversations/presence/routes.ts'
import { proposalRoutes } from './features/conversations/proposals/routes.ts'
import { publicChatRoutes } from './features/conversations/public-chat/routes.ts'
import { ratingRoutes } from './features/conversations/ratings/routes.ts'
import { replyRoutes } from './features/conversations/replies/routes.ts'
import { replyTargetRoutes } from './features/conversations/reply-targets/routes.ts'
import { deskRoutes } from './features/conversations/routes.ts'
import { ruleRoutes } from './features/conversations/rules/routes.ts'
import { streamRoutes } from './features/conversations/streams/routes.ts'
import { toolApprovalRoutes } from './features/conversations/tool-approvals/routes.ts'
import { toolRoutes } from './features/conversations/tools/routes.ts'
import type { Turns } from './features/conversations/turns/run.ts'
import { unansweredRoutes } from './features/conversations/unanswered/routes.ts'
import { writingAidRoutes } from './features/conversations/writing-aid/routes.ts'
import { addressConfirmationRoutes } from './features/email/address-confirmations/routes.ts'
import { chatLinkRoutes } from './features/email/chat-links/routes.ts'
import type { ExamplePages } from './features/email/email-texts/pages.ts'
import { emailTextRoutes } from './features/email/email-texts/routes.ts'
import { invitationRoutes } from './features/email/invitations/routes.ts'
import { emailMailboxRoutes } from './features/email/mailbox/routes.ts'
import { operatorEmailRoutes } from './features/email/operator-emails/routes.ts'
import { emailReceivingRoutes } from './features/email/receiving/routes.ts'
import { emailRoutes } from './features/email/routes.ts'
import { emailSenderRoutes } from './features/email/sender/routes.ts'
import { balanceRoutes } from './features/home/balance/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { knowledgeEntryRoutes } from './features/knowledge/entries/routes.ts'
import { knowledgeRoutes } from './features/knowledge/routes.ts'
import { mcpRoutes } from './features/mcp/routes.ts'
import { messengerBotRoutes } from './features/messenger/bots/routes.ts'
import { messengerCloudRoutes } from './features/messenger/cloud/routes.ts'
import { messengerFormRoutes } from './features/messenger/form/routes.ts'
import { messengerRoutes } from './features/messenger/routes.ts'
import { messengerSenderRoutes } from './features/messenger/senders/routes.ts'
import { modelProviderRoutes } from './features/model-providers/routes.ts'
import { numberPurchaseRoutes } from './features/phone-numbers/purchase-routes.ts'
import { phoneNumberRoutes } from './features/phone-numbers/routes.ts'
import { sipTrunkRoutes } from './features/phone-numbers/sip-trunks/routes.ts'
import { lookupRoutes } from './features/platform/lookups/routes.ts'
import { networkRoutes } from './features/platform/network/routes.ts'
import { noticeRoutes } from './features/platform/notices/routes.ts'
import { notificationRoutes } from './features/platform/notifications/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { siteCheckRoutes } from './features/site-checks/routes.ts'
import { smsProviderRoutes } from './features/sms/provider/routes.ts'
import { smsRoutes } from './features/sms/routes.ts'
import { speechRoutes } from './features/speech/routes.ts'
import { systemRoutes } from './features/web/system/routes.ts'
import { webhookTestRoutes } from './features/webhook-tests/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { answerPackRoutes } from './features/widget/answer-packs/routes.ts'
import { widgetRoutes } from './features/widget/routes.ts'
import type { preflight } from './http/cors.ts'
import type { Http } from './http/routes.ts'

/** Dependencies of the endpoints besides the context. */
export interface EndpointParts extends Http {
  readonly turns: Turns
  readonly webCalls: WebCalls
  readonly deskCalls: DeskCalls
  readonly practiceCalls: PracticeCalls
  readonly telephoneCalls: TelephoneCalls
  /** Applies new settings of the mailbox. */
  readonly onMailboxChange: () => void
  readonly examplePages: ExamplePages
  readonly pendingSignIns: PendingSignIns
  /** Applies new settings of bots. */
  readonly onBotChange: () => void
  readonly rehearsals: ReturnType<typeof createRehearsals>
  /** Answers a request made in this process. */
  readonly serve: RequestListener
  /** Reports whether any assistant may be shown by the requesting page. */
  readonly isOriginKnown: Parameters<typeof preflight>[0]
}

/** Mounts the endpoints of all features. */
export function mountEndpoints(features: Context & EndpointParts): void {
  accountRoutes(features)
  usageRoutes(features)
  sessionRoutes(features)
  accessRoutes(features)
  homeRoutes(features)
  operatorRoutes(features)
  roleRoutes(features)
  teamRoutes(features)
  lookupRoutes(features)
  assistantRoutes(features)
  assistantPictureRoutes(features)
  assistantWebhookRoutes(features)
  filingRoutes(features)
  assistantEditorRoutes(features)
  playgroundRoutes(features)
  blockedAssistantRoutes(features)
  assistantTestRoutes(features)
  replayRoutes(features)
  inboxRoutes(features)
  reportRoutes(features)
  viewRoutes(features)
  labelRoutes(features)
  blockRoutes(features)
  deskRoutes(features)
  explanationRoutes(features)
  callExplanationRoutes(features)
  noteRoutes(features)
  draftRoutes(features)
  attachmentRoutes(features)
  cannedReplyRoutes(features)
  correctionRoutes(features)
  unansweredRoutes(features)
  ruleRoutes(features)
  replyTargetRoutes(features)
  contactRoutes(features)
  contactMergeRoutes(features)
  contactTimelineRoutes(features)
  contactArchiveRoutes(features)
  dialRoutes(features)
  proposalRoutes(features)
  holdRoutes(features)
  writingAidRoutes(features)
  // Must precede the routes with a call id.
  callReportRoutes(features)
  callRoutes(features)
  campaignRoutes(features)
  leadRoutes(features)
  doNotCallRoutes(features)
  webCallRoutes(features)
  callDeskRoutes(features)
  practiceRoutes(features)
  telephoneSettingsRoutes(features)
  phoneNumberRoutes(features)
  numberPurchaseRoutes(features)
  sipTrunkRoutes(features)
  smsRoutes(features)
  smsProviderRoutes(features)
  messengerRoutes(features)
  messengerSenderRoutes(features)
  messengerBotRoutes(features)
  messengerCloudRoutes(features)
  messengerFormRoutes(features)
  emailRoutes(features)
  emailSenderRoutes(features)
  emailMailboxRoutes(features)
  emailReceivingRoutes(features)
  chatLinkRoutes(features)
  operatorEmailRoutes(features)
  addressConfirmationRoutes(features)
  emailTextRoutes(features)
  invitationRoutes(features)
  balanceRoutes(features)
  budgetRoutes(features)
  moneyRoutes(features)
  toolRoutes(features)
  toolApprovalRoutes(features)
  mcpServerRoutes(features)
  mcpSignInRoutes(features)
  knowledgeRoutes(features)
  knowledgeEntryRoutes(features)
  webhookRoutes(features)
  webhookTestRoutes(features)
  siteCheckRoutes(features)
  streamRoutes(features)
  presenceRoutes(features)
  systemRoutes(features)
  networkRoutes(features)
  modelProviderRoutes(features)
  speechRoutes(features)
  noticeRoutes(features)
  notificationRoutes(features)
  pushRoutes(features)
  backupRoutes(features)
  restoreRoutes(features)
  publicChatRoutes(features)
  replyRoutes(features)
  widgetRoutes(features)
  answerPackRoutes(features)
  ratingRoutes(features)
  identityRoutes(features)
  mcpRoutes(features)
}
