import * as account from './account.ts'
import * as assistants from './assistants.ts'
import * as calls from './calls.ts'
import * as conversations from './conversations.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as knowledge from './knowledge.ts'
import * as lookups from './lookups.ts'
import * as money from './money.ts'
import * as phoneNumbers from './phone-numbers.ts'
import * as session from './session.ts'
import * as sms from './sms.ts'
import * as stream from './stream.ts'
import * as tools from './tools.ts'
import * as webhooks from './webhooks.ts'
import * as widget from './widget.ts'

/** Every endpoint by name and group, for OpenAPI, the docs and the tests that are generated from contracts. */
export const allEndpoints: readonly NamedEndpoint[] = Object.entries({
  Account: account,
  Assistants: assistants,
  Lookups: lookups,
  Conversations: conversations,
  Calls: calls,
  'Phone numbers': phoneNumbers,
  SMS: sms,
  Money: money,
  Tools: tools,
  Knowledge: knowledge,
  Webhooks: webhooks,
  'Live streams': stream,
  'Chat widget': widget,
  Session: session,
}).flatMap(([group, contracts]) =>
  Object.entries(contracts)
    .filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1]))
    .map(([name, endpoint]) => ({ name, group, endpoint })),
)

export interface NamedEndpoint {
  readonly name: string
  readonly group: string
  readonly endpoint: AnyEndpoint
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'
}
