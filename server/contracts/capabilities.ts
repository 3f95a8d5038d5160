/**
 * Operator permissions, each with a description. Every endpoint names the one it requires; `http/policy.ts` maps them to roles.
 * Those prefixed `server.` concern the whole server and are limited to the account that owns it.
 */
export const CAPABILITIES = {
  desk: 'Use the desk: one’s own profile, search, the live stream',
  conversations: 'Read conversations',
  'conversations.change': 'Answer, assign, label and end conversations',
  contacts: 'Read and change contacts',
  knowledge: 'Read and change knowledge bases',
  records: 'Read calls and text messages',
  directory: 'Read the names of assistants, voices, languages, models and people',
  exports: 'Export lists as files',
  reports: 'Read and export reports on conversations and the people who answer them',
  outreach: 'Place calls and send text messages, which cost money',
  assistants: 'Read and change assistants, their tools and tests',
  rules: 'Read and change rules that act on conversations',
  webhooks: 'Read and change webhooks and their secret',
  numbers: 'Read, buy and change phone numbers',
  spending: 'Read the balance, the ledger and the budgets',
  budgets: 'Change budgets and allowed destinations of text messages',
  account: 'Change the account, and read its notices',
  keys: 'Create and revoke API keys',
  people: 'Invite and remove people, and create sign-in links for them',
  access: 'See and end sessions, and revoke sign-in links',
  roles: 'Create, change and delete roles',
  'server.accounts': 'See, open and credit accounts',
  'server.providers':
    'Change the providers of models, speech, text messages and telephone calls, and prices',
  'server.discovery': 'Look for models and speech servers on this machine and use them',
  'server.network': 'Read which private addresses may be called, and which addresses are blocked',
  'server.network.change':
    'Change which private addresses may be called, and which addresses are blocked',
  'server.backups': 'Read and make backups',
  'server.restore': 'Change, delete, export and restore backups',
  chat: 'Chat as a visitor, with a token',
  embed: 'Load the chat of an assistant on a website',
  anybody: 'Everything that needs no credentials',
} as const

export type Capability = keyof typeof CAPABILITIES

/**
 * Capabilities that a custom role may grant. Every operator has `desk`, `conversations` and `directory` as well; the others stay
 * with the owner.
 */
export const GRANTABLE = [
  'conversations.change',
  'contacts',
  'knowledge',
  'records',
  'exports',
  'reports',
  'outreach',
  'assistants',
  'rules',
  'webhooks',
  'numbers',
  'spending',
  'budgets',
  'account',
  'keys',
  'people',
  'access',
] as const satisfies readonly Capability[]

/** Capabilities that the role `agent` adds to those of every operator. */
export const AGENT_GRANTS: readonly Capability[] = [
  'conversations.change',
  'contacts',
  'knowledge',
  'records',
]

export type GrantableCapability = (typeof GRANTABLE)[number]
