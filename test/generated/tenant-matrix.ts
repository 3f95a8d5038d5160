import type { Kind } from './world.ts'

/** The kind of thing that an id refers to. */
export type Refers =
  | Kind
  /** Reference data, the same for everyone. */
  | 'shared'
  /** Chosen by the caller, or not an id at all despite its name. */
  | 'free'
  /** Public: knowing it is enough to use it. */
  | 'public'

/** The kinds that an endpoint's ids refer to, by path; several if an id may be given in several ways. */
type Row = Readonly<Record<string, Refers | readonly Refers[]>>

const ASSISTANT: Row = {
  'body.voice_id': 'voice',
  'body.language_id': 'shared',
  'body.llm_model_id': 'shared',
  'body.multimodal_model_id': 'multimodal model',
  'body.chat_llm_fallback_id': 'shared',
  'body.secondary_language_ids.*': 'shared',
  'body.knowledgebase_id': 'knowledge base',
  'body.phone_number_id': 'phone number',
  'body.tool_ids.*': 'tool',
  'body.mcp_tool_ids.*': 'mcp tool',
  'body.tools.*.outbound_phone_id': 'phone number',
  'body.tools.*.custom_caller_id': 'free',
  'body.tools.*.assistant_id': 'second assistant',
  'body.synthesizer_provider_id': 'synthesizer',
  'body.transcriber_provider_id': 'transcriber',
}

/** An assistant's folder and labels. */
const FILING: Row = { 'body.folder_id': 'folder', 'body.label_ids.*': 'assistant label' }

/** The fields of an assistant at another path in a body. */
const assistantIn = (place: string): Row =>
  Object.fromEntries(
    Object.entries(ASSISTANT).map(([name, refers]) => [name.replace('body', place), refers]),
  )

/** A draft's fields. */
const DRAFT: Row = {
  'body.fields.language_id': 'shared',
  'body.fields.llm_model_id': 'shared',
  'body.fields.chat_llm_fallback_id': 'shared',
  'body.fields.knowledgebase_id': 'knowledge base',
  'body.fields.secondary_language_ids.*': 'shared',
  'body.fields.tool_ids.*': 'tool',
  'body.fields.mcp_tool_ids.*': 'mcp tool',
  // Phone line tools are not validated in a chat.
  'body.fields.tools.*.outbound_phone_id': 'free',
  'body.fields.tools.*.custom_caller_id': 'free',
  // A draft hands nothing over.
  'body.fields.tools.*.assistant_id': 'free',
}

const CAMPAIGN: Row = {
  'body.assistant_id': 'assistant',
  'body.phone_number_ids.*': 'phone number',
}

const RULE: Row = {
  'body.conditions.assistant.ids.*': 'assistant',
  'body.conditions.label.ids.*': 'label',
  'body.actions.label_ids.*': 'label',
  'body.actions.assign.operator_ids.*': 'operator',
  'body.actions.assign.team_id': 'team',
  'body.actions.notify.operator_ids.*': 'operator',
}

const OWN_ASSISTANT: Row = { 'body.assistant_id': 'assistant' }
const ONE_ASSISTANT: Row = { 'params.id': 'assistant' }
const ONE_TEST: Row = { ...ONE_ASSISTANT, 'params.test_id': 'assistant test' }
const ONE_OPERATOR: Row = { 'params.id': 'operator' }
const ONE_CONVERSATION: Row = { 'params.uuid': 'conversation' }
const ONE_CALL: Row = { 'params.id': 'call' }
const ONE_NUMBER: Row = { 'params.id': 'phone number' }
const ONE_TRUNK: Row = { 'params.id': 'sip trunk' }
const ONE_SENDER: Row = { 'params.id': 'messenger sender' }
const ONE_TOOL: Row = { 'params.id': 'tool' }
const ONE_MCP_SERVER: Row = { 'params.id': 'mcp server' }
const ONE_BASE: Row = { 'params.id': 'knowledge base' }
const ONE_SPEECH_SERVICE: Row = { 'params.id': 'speech provider' }
const OF_LANGUAGE: Row = { 'query.language_id': 'shared' }
const OF_VISITOR: Row = { 'params.uuid': 'visitor conversation' }

/**
 * Every position at which a caller passes an id, by endpoint: ids that must belong to the caller are probed
 * with an own, a foreign and a missing one.
 */
export const TENANT_MATRIX: Readonly<Record<string, Row>> = {
  deleteApiKey: { 'params.id': 'api key' },
  createOperator: { 'body.custom_role_id': 'role' },
  updateOperator: { ...ONE_OPERATOR, 'body.custom_role_id': 'role' },
  createOperatorLink: ONE_OPERATOR,
  revokeOperatorLinks: ONE_OPERATOR,
  emailInvitation: ONE_OPERATOR,
  deleteOperator: ONE_OPERATOR,
  createTeam: { 'body.operator_ids.*': 'operator' },
  updateTeam: { 'params.id': 'team', 'body.operator_ids.*': 'operator' },
  deleteTeam: { 'params.id': 'team' },
  updateRole: { 'params.id': 'role' },
  deleteRole: { 'params.id': 'role', 'query.custom_role_id': 'second role' },
  endSession: { 'params.id': 'session' },
  // For the owner only, about any account.
  topUpBalance: { 'body.user_id': 'free' },
  allowAddress: { 'body.user_id': 'free' },
  disallowAddress: { 'query.user_id': 'free' },

  createAssistant: { ...ASSISTANT, ...FILING },
  listAssistantTests: ONE_ASSISTANT,
  createAssistantTest: ONE_ASSISTANT,
  updateAssistantTest: ONE_TEST,
  deleteAssistantTest: ONE_TEST,
  runAssistantTests: {
    ...ONE_ASSISTANT,
    'body.test_ids.*': 'assistant test',
    'body.llm_model_id': 'shared',
  },
  listTestRuns: ONE_ASSISTANT,
  getTestRun: { ...ONE_ASSISTANT, 'params.run_id': 'test run' },
  estimateReplay: { ...ONE_ASSISTANT, ...DRAFT },
  runReplay: { ...ONE_ASSISTANT, ...DRAFT },
  listReplays: ONE_ASSISTANT,
  getReplay: { ...ONE_ASSISTANT, 'params.replay_id': 'replay' },
  updateAssistant: { ...ONE_ASSISTANT, ...ASSISTANT, ...FILING },
  listAssistants: { 'query.folder_id': 'folder', 'query.label_id': 'assistant label' },
  updateFolder: { 'params.id': 'folder' },
  deleteFolder: { 'params.id': 'folder' },
  updateAssistantLabel: { 'params.id': 'assistant label' },
  deleteAssistantLabel: { 'params.id': 'assistant label' },
  getAssistant: ONE_ASSISTANT,
  deleteAssistant: ONE_ASSISTANT,
  activateAssistant: ONE_ASSISTANT,
  deactivateAssistant: ONE_ASSISTANT,
  getAssistantSettings: ONE_ASSISTANT,
  updateAssistantSettings: { ...ONE_ASSISTANT, ...ASSISTANT },
  getAssistantDefaults: OF_LANGUAGE,
  listAssistantVersions: ONE_ASSISTANT,
  getAssistantVersion: ONE_ASSISTANT,
  restoreAssistantVersion: ONE_ASSISTANT,
  duplicateAssistant: ONE_ASSISTANT,
  undeleteAssistant: ONE_ASSISTANT,
  exportAssistant: ONE_ASSISTANT,
  importAssistant: assistantIn('body.replacements'),
  startPracticeCall: { ...ONE_ASSISTANT, ...assistantIn('body.fields') },
  tryDraft: { 'body.assistant_id': 'assistant', ...DRAFT },
  getEmbedding: ONE_ASSISTANT,
  updateEmbedding: ONE_ASSISTANT,
  setAssistantPicture: ONE_ASSISTANT,
  deleteAssistantPicture: ONE_ASSISTANT,
  getAnswerPack: ONE_ASSISTANT,
  publishAnswerPack: { ...ONE_ASSISTANT, 'body.passage_ids.*': 'passage' },
  downloadAnswerPack: ONE_ASSISTANT,
  getIdentitySecret: ONE_ASSISTANT,
  rotateIdentitySecret: ONE_ASSISTANT,
  enableWebhook: OWN_ASSISTANT,
  enableWebhookOf: { 'params.id': ['assistant', 'assistant uuid'] },
  disableWebhook: OWN_ASSISTANT,
  enableInboundWebhook: OWN_ASSISTANT,
  disableInboundWebhook: OWN_ASSISTANT,
  enableConversationEndedWebhook: OWN_ASSISTANT,
  enableConversationEndedWebhookOf: { 'params.id': ['assistant', 'assistant uuid'] },
  disableConversationEndedWebhook: OWN_ASSISTANT,

  listVoices: OF_LANGUAGE,
  listSynthesizerProviders: OF_LANGUAGE,
  listTranscriberProviders: OF_LANGUAGE,

  getHome: { 'query.assistant_id': 'assistant' },
  listInbox: { 'query.assistant_id': 'assistant' },
  countInbox: { 'query.assistant_id': 'assistant' },
  // Ids that do not exist are omitted from the file.
  exportInbox: { 'query.assistant_id': 'assistant', 'query.ids': 'free' },
  // Without search words nothing is found; search.test.ts covers foreign data.
  searchAll: { 'query.assistant_id': 'free' },
  createInboxView: { 'body.filters.assistant_id': 'free' },
  updateInboxView: { 'params.id': 'inbox view', 'body.filters.assistant_id': 'free' },
  deleteInboxView: { 'params.id': 'inbox view' },
  restoreInboxView: { 'params.id': 'inbox view' },
  sortInboxViews: { 'body.ids.*': 'inbox view' },
  dismissNotice: { 'params.id': 'notice' },
  // A place in the caller's own list.
  listNotifications: { 'query.before': 'free' },
  readNotification: { 'params.id': 'notification' },
  readConversationNotifications: ONE_CONVERSATION,
  // A time of day.
  updateNotificationSettings: { 'body.quiet_hours.from': 'free' },
  // Of the whole Parley, for its owner; in-memory data has none.
  deleteBackup: { 'params.id': 'shared' },
  restoreBackup: { 'params.id': 'shared' },
  applyRestore: { 'params.id': 'shared' },
  // The owner's, for everyone.
  updateModelProvider: { 'params.id': 'shared' },
  deleteModelProvider: { 'params.id': 'shared' },
  testModelProvider: { 'body.id': 'shared' },
  createSpeechService: { 'body.voices.*.language_id': 'shared' },
  updateSpeechService: { ...ONE_SPEECH_SERVICE, 'body.voices.*.language_id': 'shared' },
  deleteSpeechService: ONE_SPEECH_SERVICE,
  testSpeechService: { 'body.id': 'speech provider', 'body.language_id': 'shared' },
  addFoundSpeechService: { 'params.port': 'free' },
  updateLabel: { 'params.id': 'label' },
  deleteLabel: { 'params.id': 'label' },
  getLabelUses: { 'params.id': 'other label', 'query.into': 'label' },
  mergeLabel: { 'params.id': 'other label', 'body.into': 'label' },
  restoreLabel: { 'params.id': 'deleted label' },
  getSender: ONE_CONVERSATION,
  blockSender: ONE_CONVERSATION,
  unblockSender: { 'params.id': 'block' },
  restoreBlock: { 'params.id': 'lifted block' },
  // Ids that do not exist are not among those changed.
  changeInBulk: {
    'body.ids.*': 'free',
    'body.filter.assistant_id': 'free',
    'body.value.assignee_id': 'free',
    'body.value.team_id': 'free',
    'body.value.label_id': 'free',
  },
  getBulkOperation: { 'params.id': 'bulk operation' },
  undoBulkOperation: { 'params.id': 'bulk operation' },
  listConversations: { 'query.assistant_id': 'assistant' },
  exportConversations: { 'query.assistant_id': 'assistant' },
  getConversation: ONE_CONVERSATION,
  readConversation: ONE_CONVERSATION,
  typeInConversation: ONE_CONVERSATION,
  replyToConversation: {
    ...ONE_CONVERSATION,
    'body.client_id': 'free',
    'body.attachment_ids.*': 'attachment',
  },
  endConversation: ONE_CONVERSATION,
  continueAnswer: ONE_CONVERSATION,
  listMessages: ONE_CONVERSATION,
  listNotes: ONE_CONVERSATION,
  createNote: { ...ONE_CONVERSATION, 'body.client_id': 'free' },
  getAnswerExplanation: { ...ONE_CONVERSATION, 'params.id': 'answer' },
  updateNote: { ...ONE_CONVERSATION, 'params.id': 'note' },
  deleteNote: { ...ONE_CONVERSATION, 'params.id': 'note' },
  restoreNote: { ...ONE_CONVERSATION, 'params.id': 'note' },
  getDrafts: ONE_CONVERSATION,
  saveDraft: ONE_CONVERSATION,
  uploadAttachment: ONE_CONVERSATION,
  deleteAttachment: { ...ONE_CONVERSATION, 'params.id': 'attachment' },
  updateCannedReply: { 'params.id': 'canned reply' },
  deleteCannedReply: { 'params.id': 'canned reply' },
  listCorrections: { 'query.assistant_id': 'assistant' },
  updateCorrection: { 'params.id': 'correction' },
  listUnanswered: { 'query.assistant_id': 'assistant' },
  getUnanswered: { 'params.id': 'question group' },
  updateUnanswered: { 'params.id': 'question group' },
  createRule: RULE,
  updateRule: { 'params.id': 'rule', ...RULE },
  deleteRule: { 'params.id': 'rule' },
  sortRules: { 'body.ids.*': 'rule' },
  tryRule: RULE,
  getRepliesMet: { 'query.assistant_id': 'assistant' },
  getReport: { 'query.assistant_id': 'assistant' },
  exportReport: { 'query.assistant_id': 'assistant' },
  setReplyTargets: { 'body.overrides.*.assistant_id': 'assistant' },
  listRuleRuns: { 'query.rule_id': 'free' },
  getContact: { 'params.id': 'contact' },
  getContactArchive: { 'params.id': 'contact' },
  updateContact: { 'params.id': 'contact' },
  previewContactMerge: { 'params.id': 'contact', 'query.contact_id': 'second contact' },
  listContactMerges: { 'params.id': 'contact' },
  mergeContacts: { 'params.id': 'contact', 'body.contact_id': 'second contact' },
  splitContacts: { 'params.id': 'contact', 'params.merge_id': 'contact merge' },
  listDuplicateContacts: { 'params.id': 'contact' },
  getContactTimeline: { 'params.id': 'contact' },
  callMcp: { 'body.id': 'free' },
  generateReply: { 'body.assistant_id': ['assistant', 'assistant uuid'] },
  turnDial: ONE_CONVERSATION,
  // A draft of another conversation is stale here, whoever owns it.
  approveToolCall: { ...ONE_CONVERSATION, 'params.id': 'asked call' },
  declineToolCall: { ...ONE_CONVERSATION, 'params.id': 'asked call' },
  sendProposal: { ...ONE_CONVERSATION, 'body.proposal_id': 'free' },
  regenerateProposal: ONE_CONVERSATION,
  dismissProposal: ONE_CONVERSATION,
  holdAnswer: { ...ONE_CONVERSATION, 'body.tab': 'free' },
  releaseAnswer: ONE_CONVERSATION,
  rewriteAnswer: ONE_CONVERSATION,
  discardAnswer: ONE_CONVERSATION,
  getWritingAid: ONE_CONVERSATION,
  askWritingAid: ONE_CONVERSATION,
  translateMessage: { ...ONE_CONVERSATION, 'params.id': 'answer' },
  disableAi: ONE_CONVERSATION,
  enableAi: ONE_CONVERSATION,
  // The three public chat endpoints require no key: a conversation's UUID is sufficient.
  startConversation: { 'body.assistant_id': 'public' },
  readPublicConversation: { 'params.uuid': 'public' },
  sendPublicMessage: { 'params.uuid': 'public' },

  listLeads: { 'query.campaign_id': 'campaign' },
  exportLeads: { 'query.campaign_id': 'campaign' },
  importLeads: { 'body.campaign_id': 'campaign', 'body.progress_id': 'free' },
  createLead: { 'body.campaign_id': 'campaign' },
  getLead: { 'params.id': 'lead' },
  updateLead: { 'params.id': 'lead', 'body.campaign_id': 'campaign' },
  deleteLead: { 'params.id': 'lead' },
  removeFromDoNotCall: { 'params.id': 'listed number' },
  createCampaign: CAMPAIGN,
  getCampaign: { 'params.id': 'campaign' },
  updateCampaign: { 'params.id': 'campaign', ...CAMPAIGN },
  updateCampaignStatus: { 'body.campaign_id': 'campaign' },
  estimateCampaign: { 'params.id': 'campaign' },
  deleteCampaign: { 'params.id': 'campaign' },

  listCalls: { 'query.assistant_id': 'assistant', 'query.campaign_id': 'campaign' },
  getCallReport: { 'query.assistant_id': 'assistant' },
  exportCalls: { 'query.assistant_id': 'assistant', 'query.campaign_id': 'campaign' },
  getCall: ONE_CALL,
  getCallTimeline: ONE_CALL,
  getSpokenExplanation: { ...ONE_CALL, 'params.explanation_id': 'spoken answer' },
  endCall: ONE_CALL,
  listenToCall: ONE_CALL,
  whisperToAssistant: ONE_CALL,
  transferCall: ONE_CALL,
  deleteCall: ONE_CALL,
  makeCall: { 'body.assistant_id': ['assistant', 'assistant uuid'] },
  simulateCall: OWN_ASSISTANT,
  importCalls: { 'body.calls.*.assistant_id': 'assistant' },

  createPhoneNumber: { 'body.account_id': 'free', 'body.sms_assistant_id': 'assistant' },
  updatePhoneNumber: { ...ONE_NUMBER, 'body.sms_assistant_id': 'assistant' },
  deletePhoneNumber: ONE_NUMBER,
  keepPhoneNumber: ONE_NUMBER,
  getSipTrunk: ONE_TRUNK,
  updateSipTrunk: ONE_TRUNK,
  getSms: { 'params.id': 'sms' },
  sendSms: { 'body.from': 'phone number' },
  createMessengerSender: {
    'body.phone_number_id': 'phone number',
    'body.assistant_id': 'assistant',
  },
  updateMessengerSender: {
    ...ONE_SENDER,
    'body.phone_number_id': 'phone number',
    'body.assistant_id': 'assistant',
  },
  deleteMessengerSender: ONE_SENDER,
  createMessengerBot: { 'body.assistant_id': 'assistant' },
  reconnectMessengerBot: { 'params.id': 'messenger bot' },
  createMessengerCloudNumber: {
    'body.assistant_id': 'assistant',
    'body.phone_number_id': 'free',
    'body.business_id': 'free',
  },
  reconnectMessengerCloudNumber: { 'params.id': 'messenger cloud number' },
  testMessengerCloudNumber: { 'body.phone_number_id': 'free', 'body.business_id': 'free' },
  getMessengerCloudHook: { 'params.id': 'messenger cloud number' },
  createMessengerFormNumber: { 'body.assistant_id': 'assistant' },
  getMessengerSecret: ONE_SENDER,
  listMessengerTemplates: ONE_SENDER,
  createMessengerTemplate: ONE_SENDER,
  syncMessengerTemplates: { 'params.id': 'messenger cloud number' },
  deleteMessengerTemplate: { ...ONE_SENDER, 'params.template': 'messenger template' },
  listMessengerMessages: ONE_SENDER,
  getMessengerSession: { 'query.sender_id': 'messenger sender' },
  sendMessengerTemplate: {
    'body.sender_id': 'messenger sender',
    'body.template_id': 'messenger template',
  },
  sendMessengerText: { 'body.sender_id': 'messenger sender' },
  simulateMessenger: {
    'body.sender_id': 'messenger sender',
    'body.from': 'free',
    'body.message_sid': 'free',
  },
  getMessengerChannel: ONE_CONVERSATION,
  getEmail: { 'params.id': 'email' },
  setEmailFollowUp: ONE_ASSISTANT,
  revokeChatLinks: ONE_CONVERSATION,
  previewEmail: { 'body.assistant_id': 'assistant' },
  sendTestEmail: { 'body.assistant_id': 'assistant' },
  getReceivedEmail: { 'params.id': 'received email' },
  setEmailReception: { 'body.assistant_id': 'assistant' },

  getKnowledgeBase: ONE_BASE,
  updateKnowledgeBase: ONE_BASE,
  deleteKnowledgeBase: ONE_BASE,
  listDocuments: ONE_BASE,
  createDocument: ONE_BASE,
  getDocument: { ...ONE_BASE, 'params.document_id': 'document' },
  updateDocument: { ...ONE_BASE, 'params.document_id': 'document' },
  deleteDocument: { ...ONE_BASE, 'params.document_id': 'document' },
  startCrawl: { ...ONE_BASE, 'params.document_id': 'document' },
  updateCrawl: { ...ONE_BASE, 'params.document_id': 'document' },
  stopCrawl: { ...ONE_BASE, 'params.document_id': 'document' },
  listPages: { ...ONE_BASE, 'params.document_id': 'document' },
  listPassages: { ...ONE_BASE, 'params.document_id': 'document' },
  searchKnowledgeBase: ONE_BASE,
  listKnowledgeEntries: { 'query.knowledgebase_id': 'knowledge base' },
  createKnowledgeEntry: {
    'body.knowledgebase_id': 'knowledge base',
    'body.conversation_id': 'conversation',
  },
  updateKnowledgeEntry: {
    'params.id': 'knowledge entry',
    'body.knowledgebase_id': 'knowledge base',
  },
  deleteKnowledgeEntry: { 'params.id': 'knowledge entry' },

  getWebhookDelivery: { 'params.id': 'delivery' },
  replayWebhookDelivery: { 'params.id': 'delivery' },
  listWebhookDeliveries: { 'query.assistant_id': 'assistant' },
  // Another account's assistant has sent nothing of this account.
  replayFailedWebhooks: { 'body.assistant_id': 'assistant' },
  sendTestWebhook: OWN_ASSISTANT,
  checkSite: ONE_ASSISTANT,

  getTool: ONE_TOOL,
  updateTool: ONE_TOOL,
  deleteTool: ONE_TOOL,
  updateMcpServer: ONE_MCP_SERVER,
  deleteMcpServer: ONE_MCP_SERVER,
  refreshMcpServer: ONE_MCP_SERVER,
  startMcpSignIn: { ...ONE_MCP_SERVER, 'body.client_id': 'free' },
  endMcpSignIn: ONE_MCP_SERVER,

  attend: { 'body.conversation_id': 'conversation', 'body.tab': 'free' },
  followAccount: { 'query.tab': 'free' },

  getPublicAssistant: { 'params.uuid': 'public' },
  openVisitorSession: { 'body.assistant_id': 'public' },
  openVisitorConversation: { 'body.client_id': 'free' },
  getVisitorConversation: OF_VISITOR,
  sendVisitorMessage: {
    ...OF_VISITOR,
    'body.client_id': 'free',
    'body.attachment_ids.*': 'visitor attachment',
  },
  startVisitorCall: OF_VISITOR,
  stopAnswer: OF_VISITOR,
  continueVisitorAnswer: OF_VISITOR,
  setVisitorVariables: OF_VISITOR,
  uploadVisitorFile: OF_VISITOR,
  typeAsVisitor: OF_VISITOR,
  readAsVisitor: OF_VISITOR,
  rateConversation: OF_VISITOR,
  endVisitorConversation: OF_VISITOR,
}
