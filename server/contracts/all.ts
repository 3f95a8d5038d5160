import { z } from 'zod'
import * as account from './account.ts'
import * as assistantFields from './assistant-fields.ts'
import * as builtInTools from './assistant-tools.ts'
import * as assistantWebhooks from './assistant-webhooks.ts'
import * as assistants from './assistants.ts'
import * as calls from './calls.ts'
import * as conversations from './conversations.ts'
import * as embedding from './embedding.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as knowledge from './knowledge.ts'
import * as lookups from './lookups.ts'
import * as money from './money.ts'
import * as operators from './operators.ts'
import * as pages from './page.ts'
import * as phoneNumbers from './phone-numbers.ts'
import * as scalars from './scalars.ts'
import * as session from './session.ts'
import * as sms from './sms.ts'
import * as stream from './stream.ts'
import * as tools from './tools.ts'
import * as webhooks from './webhooks.ts'
import * as widget from './widget.ts'

/** The contracts by group, in the order of the reference. */
const GROUPS = {
  Account: { ...account, ...operators },
  Assistants: { ...assistants, ...assistantWebhooks, ...embedding },
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
}

/** Every endpoint by name and group, for OpenAPI, the docs and the tests that are generated from contracts. */
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

/** Every schema that is exported, by its name: what the reference calls by name instead of spelling it out. */
export const allSchemas: readonly (readonly [name: string, schema: z.ZodType])[] = Object.values({
  ...GROUPS,
  assistantFields,
  builtInTools,
  pages,
  scalars,
}).flatMap((contracts) =>
  Object.entries(contracts).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  ),
)

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'
}
