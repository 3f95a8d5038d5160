import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optional, requiredText } from './scalars.ts'

export const callMcp = endpoint({
  method: 'post',
  path: '/mcp',
  capability: 'desk',
  summary: 'Model Context Protocol: offer this Parley as tools to an AI assistant',
  description:
    'The Streamable HTTP transport, without sessions: each message is answered in its own response, as JSON. `tools/list` names the tools that the key may use; each calls one endpoint of this API, with its rules and limits. Clients that ask for an address need `<origin>/api/mcp`, and the key as `Authorization: Bearer`.',
  body: z.looseObject({
    jsonrpc: z.literal('2.0').meta({ examples: ['2.0'] }),
    id: optional(z.union([z.string(), z.number()])),
    method: optional(requiredText(255).meta({ examples: ['tools/list'] })),
    params: optional(z.looseObject({})),
  }),
  refusals: ['bad_request'],
  stream: true,
  protocol: 'json-rpc',
  reply: z
    .looseObject({ jsonrpc: z.string(), id: z.union([z.string(), z.number()]) })
    .partial()
    .describe('The response of the protocol; a notification is answered with 202 and no body.'),
})
