/**
 * Operator permissions, each with a description. Every endpoint names the one it requires; `http/policy.ts` maps them to roles.
 * Those prefixed `server.` concern the whole server and are limited to the account that owns it.
 */
export const CAPABILITIES = {
  desk: 'Be signed in: the own account, search, the live stream',
  conversations: 'Read and answer conversations',
  contacts: 'Read and change contacts',
  knowledge: 'Read and change knowledge bases',
  records: 'Read calls and text messages',
  directory: 'Read the names of assistants, voices, languages, models and people',
  exports: 'Export lists as files',
  outreach: 'Place calls and send text messages, which cost money',
  assistants: 'Read and change assistants, their tools and tests',
  webhooks: 'Read and change webhooks and their secret',
  numbers: 'Read and change phone numbers',
  spending: 'Read the balance, the ledger and the budgets',
  budgets: 'Change budgets and where text messages may go',
  account: 'Change the account, and read its notices',
  keys: 'Create and revoke API keys',
  people: 'Invite and remove people, and sign them in',
  access: 'See who and what can get in, and end it',
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
  embed: 'Ask for the chat of an assistant from a website',
  anybody: 'What needs no credential',
} as const

export type Capability = keyof typeof CAPABILITIES
