import { z } from 'zod'
import * as access from './access.ts'
import * as account from './accounts.ts'
import * as activities from './activities.ts'
import * as answerPacks from './answer-packs.ts'
import * as assistantDocument from './assistant-document.ts'
import * as embedding from './assistant-embedding.ts'
import * as assistantFields from './assistant-fields.ts'
import * as assistantFiling from './assistant-filing.ts'
import * as assistantFolders from './assistant-folders.ts'
import * as assistantLabels from './assistant-labels.ts'
import * as assistantPictures from './assistant-pictures.ts'
import * as assistantSettings from './assistant-settings.ts'
import * as assistantTests from './assistant-tests.ts'
import * as builtInTools from './assistant-tools.ts'
import * as assistantTransfer from './assistant-transfer.ts'
import * as assistantVersions from './assistant-versions.ts'
import * as assistantWebhooks from './assistant-webhooks.ts'
import * as assistants from './assistants.ts'
import * as attachmentFields from './attachment-fields.ts'
import * as attachments from './attachments.ts'
import * as backups from './backups.ts'
import * as balance from './balance.ts'
import * as blockedAssistants from './blocked-assistants.ts'
import * as blocks from './blocks.ts'
import * as budgets from './budgets.ts'
import * as callDesk from './call-desk.ts'
import * as callImport from './call-import.ts'
import * as callPractice from './call-practice.ts'
import * as callReport from './call-report.ts'
import * as calls from './calls.ts'
import * as campaigns from './campaigns.ts'
import * as cannedReplies from './canned-replies.ts'
import * as chatLinks from './chat-links.ts'
import * as checkedArchive from './checked-archive.ts'
import * as contactMerges from './contact-merges.ts'
import * as contactTimeline from './contact-timeline.ts'
import * as contacts from './contacts.ts'
import * as conversations from './conversations.ts'
import * as corrections from './corrections.ts'
import * as dial from './dial.ts'
import * as dialFields from './dial-fields.ts'
import * as doNotCall from './do-not-call.ts'
import * as drafts from './drafts.ts'
import * as email from './email.ts'
import * as emailConfirmations from './email-confirmations.ts'
import * as emailMailbox from './email-mailbox.ts'
import * as emailReceiving from './email-receiving.ts'
import * as emailTexts from './email-texts.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as enums from './enums.ts'
import * as evaluations from './evaluations.ts'
import * as events from './events.ts'
import * as explanations from './explanations.ts'
import * as holdFields from './hold-fields.ts'
import * as holds from './holds.ts'
import * as home from './home.ts'
import * as identity from './identity.ts'
import * as importedCall from './imported-call.ts'
import * as inbox from './inbox.ts'
import * as bulk from './inbox-bulk.ts'
import * as inboxFilter from './inbox-filter.ts'
import * as search from './inbox-search.ts'
import * as inboxViews from './inbox-views.ts'
import * as invitations from './invitations.ts'
import * as knowledge from './knowledge.ts'
import * as knowledgeCrawls from './knowledge-crawls.ts'
import * as knowledgeEntries from './knowledge-entries.ts'
import * as knowledgePassages from './knowledge-passages.ts'
import * as knowledgeSettings from './knowledge-settings.ts'
import * as labels from './labels.ts'

import * as leadImport from './lead-import.ts'
import * as leads from './leads.ts'
import * as lookups from './lookups.ts'
import * as mcp from './mcp.ts'
import * as mcpServers from './mcp-servers.ts'
import * as mcpSignIns from './mcp-sign-ins.ts'
import * as messenger from './messenger.ts'
import * as messengerBots from './messenger-bots.ts'
import * as messengerCloud from './messenger-cloud.ts'
import * as messengerForm from './messenger-form.ts'
import * as messengerSenders from './messenger-senders.ts'
import * as modelProviders from './model-providers.ts'
import * as money from './money.ts'
import * as network from './network.ts'
import * as notes from './notes.ts'
import * as notices from './notices.ts'
import * as notifications from './notifications.ts'
import * as operatorEmails from './operator-emails.ts'
import * as operators from './operators.ts'
import * as pages from './page.ts'
import * as phoneNumbers from './phone-numbers.ts'
import * as playground from './playground.ts'
import * as presence from './presence.ts'
import * as proposalFields from './proposal-fields.ts'
import * as proposals from './proposals.ts'
import * as publicChat from './public-chat.ts'
import * as push from './push.ts'
import * as ratings from './ratings.ts'
import * as replays from './replays.ts'
import * as replies from './replies.ts'
import * as replyDue from './reply-due.ts'
import * as replyTargets from './reply-targets.ts'
import * as reportMeasures from './report-measures.ts'
import * as reports from './reports.ts'
import * as restores from './restores.ts'
import * as roles from './roles.ts'
import * as ruleFields from './rule-fields.ts'
import * as rules from './rules.ts'
import * as scalars from './scalars.ts'
import * as session from './sessions.ts'
import * as sipTrunks from './sip-trunks.ts'
import * as siteChecks from './site-checks.ts'
import * as sms from './sms.ts'
import * as smsProvider from './sms-provider.ts'
import * as speechProviders from './speech-providers.ts'
import * as stream from './streams.ts'
import * as system from './system.ts'
import * as teams from './teams.ts'
import * as telephone from './telephone.ts'
import * as toolApprovals from './tool-approvals.ts'
import * as tools from './tools.ts'
import * as translations from './translations.ts'
import * as unanswered from './unanswered.ts'
import * as usage from './usage.ts'
import * as visitors from './visitors.ts'
import * as webCalls from './web-calls.ts'
import * as webhookTests from './webhook-tests.ts'
import * as webhooks from './webhooks.ts'
import * as widget from './widget.ts'
import * as writingAid from './writing-aid.ts'

/** The contracts by group, in the order of the API reference. */
const GROUPS = {
  Account: {
    ...account,
    ...usage,
    ...operators,
    ...invitations,
    ...roles,
    ...teams,
    ...access,
    ...home,
    ...notices,
    ...notifications,
    ...push,
  },
  Assistants: {
    ...assistants,
    ...assistantWebhooks,
    ...assistantFolders,
    ...assistantLabels,
    ...embedding,
    ...assistantPictures,
    ...answerPacks,
    ...siteChecks,
    ...assistantSettings,
    ...assistantVersions,
    ...assistantTransfer,
    ...assistantTests,
    ...replays,
    ...playground,
    ...blockedAssistants,
  },
  Lookups: lookups,
  Models: modelProviders,
  Speech: speechProviders,
  Conversations: {
    ...inbox,
    ...inboxViews,
    ...search,
    ...bulk,
    ...labels,
    ...blocks,
    ...conversations,
    ...visitors,
    ...publicChat,
    ...replies,
    ...explanations,
    ...notes,
    ...drafts,
    ...attachments,
    ...dial,
    ...proposals,
    ...corrections,
    ...holds,
    ...writingAid,
    ...translations,
    ...toolApprovals,
    ...unanswered,
  },
  'Canned replies': cannedReplies,
  Rules: { ...rules, ...replyTargets },
  Reports: reports,
  Contacts: { ...contacts, ...contactMerges, ...contactTimeline },
  Leads: { ...leads, ...leadImport, ...doNotCall },
  Campaigns: campaigns,
  Calls: { ...calls, ...callDesk, ...callImport, ...callPractice, ...callReport, ...telephone },
  'Phone numbers': { ...phoneNumbers, ...sipTrunks },
  SMS: { ...sms, ...smsProvider },
  Messenger: {
    ...messengerSenders,
    ...messengerBots,
    ...messengerCloud,
    ...messengerForm,
    ...messenger,
  },
  Email: {
    ...chatLinks,
    ...email,
    ...emailMailbox,
    ...emailReceiving,
    ...emailTexts,
    ...operatorEmails,
    ...emailConfirmations,
  },
  Money: { ...balance, ...money, ...budgets },
  Tools: { ...tools, ...mcpServers, ...mcpSignIns },
  Knowledge: { ...knowledge, ...knowledgeCrawls, ...knowledgePassages, ...knowledgeEntries },
  Webhooks: { ...webhooks, ...webhookTests },
  'Model Context Protocol': mcp,
  Network: network,
  'Live streams': { ...stream, ...events, ...presence },
  'Chat widget': { ...widget, ...webCalls, ...identity, ...ratings },
  Session: session,
  Backups: { ...backups, ...restores },
  System: system,
}

type Group = (typeof GROUPS)[keyof typeof GROUPS]
type AllOf<union> = (union extends unknown ? (_: union) => void : never) extends (
  _: infer all,
) => void
  ? all
  : never
type Contracts = AllOf<Group>

/** Every endpoint by name, for clients that import the types but not the values. */
export type Endpoints = {
  readonly [name in keyof Contracts as Contracts[name] extends AnyEndpoint
    ? name
    : never]: Contracts[name]
}

/** Every endpoint with its name and group, for OpenAPI, the docs and the tests generated from contracts. */
export const allEndpoints: readonly NamedEndpoint[] = Object.entries(GROUPS).flatMap(
  ([group, contracts]) =>
    Object.entries(contracts)
      .filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]) => ({ name, group, endpoint })),
)

export interface NamedEndpoint {
  readonly name: string
  readonly group: string
  readonly endpoint: AnyEndpoint
}

/** Every exported schema by name; the reference links to these by name instead of inlining them. */
export const allSchemas: readonly (readonly [name: string, schema: z.ZodType])[] = Object.values({
  ...GROUPS,
  activities,
  assistantDocument,
  assistantFields,
  assistantFiling,
  attachmentFields,
  checkedArchive,
  dialFields,
  enums,
  evaluations,
  holdFields,
  importedCall,
  inboxFilter,
  builtInTools,
  knowledgeSettings,
  pages,
  proposalFields,
  replyDue,
  reportMeasures,
  ruleFields,
  scalars,
}).flatMap((contracts) =>
  Object.entries(contracts).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  ),
)

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'
}
