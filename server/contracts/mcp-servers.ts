import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fault, issue } from './faults.ts'
import { AllowableAddress } from './network.ts'
import { DateTime, defaulted, Flag, Id, ReplyId, requiredText, WebUrl } from './scalars.ts'

/* Servers of the Model Context Protocol whose tools an account's assistants may use. */

/** Maximum tools of a server that can be switched off, or set to ask first. */
const MAX_NAMES = 200

const ServerTool = z.object({
  id: ReplyId.describe(
    'For the `mcp_tool_ids` of assistants. It stays when the tools are listed again.',
  ),
  name: z.string(),
  function_name: z.string().describe('Name for models.'),
  description: z.string().describe('As models are told it.'),
  is_read_only: z
    .boolean()
    .describe(
      'Whether the server says that it changes nothing. Only such tools are used in drafts.',
    ),
  is_enabled: z.boolean(),
  asks_first: z.boolean().describe('Whether a person approves each call before it is made.'),
  is_available: z.boolean().describe('Whether the server listed it when last asked.'),
})

const SignIn = z.object({
  state: z
    .enum(['needed', 'signed_in', 'expired'])
    .describe('`expired` if the server no longer accepts it: somebody has to sign in again.'),
  host: z
    .string()
    .meta({ examples: ['auth.example.com'] })
    .describe('Host of the page on which a person signs in.'),
  can_register: z
    .boolean()
    .describe('Whether Parley registers itself there. If not, a client ID is needed.'),
  client_id: z.string().nullable().describe('The client ID that was entered.'),
  error: z.string().nullable().describe('Reason why the last attempt to sign in failed.'),
})

export const McpServer = z.object({
  id: ReplyId,
  name: z.string(),
  url: z.string(),
  has_token: z
    .boolean()
    .describe('Whether a token is stored. Tokens are encrypted and never returned.'),
  sign_in: SignIn.nullable().describe(
    'Sign-in by OAuth; `null` unless the server has asked for one.',
  ),
  is_enabled: z.boolean(),
  tools_off: z
    .array(z.string())
    .meta({ examples: [['delete_article']] })
    .describe('Names of the tools that no assistant may use.'),
  tools_ask: z
    .array(z.string())
    .meta({ examples: [['order_article']] })
    .describe('Names of the tools whose calls wait until a person has approved them.'),
  tools: z.array(ServerTool).meta({
    examples: [
      [
        {
          id: 7,
          name: 'find_article',
          function_name: 'warehouse__find_article',
          description: 'Finds an article by its name.',
          is_read_only: true,
          is_enabled: true,
          asks_first: false,
          is_available: true,
        },
      ],
    ],
  }),
  error: z
    .string()
    .nullable()
    .describe(
      'Reason why its tools could not be listed when that was last tried; `null` if it was the missing sign-in.',
    ),
  allowable_address: AllowableAddress,
  refreshed_at: DateTime.nullable().describe('Time at which its tools were last listed.'),
  created_at: DateTime,
})
export type McpServer = z.output<typeof McpServer>

const name = requiredText(100)
const token = requiredText(4000).regex(/^[\x21-\x7e]+$/, { error: issue('not_ascii') })
const toolNames = z.array(requiredText(128)).max(MAX_NAMES)

const params = z.object({ id: Id })
const refusals = ['mcp_server_not_found'] as const
const Saved = z.object({ message: z.string(), data: McpServer })

export const listMcpServers = endpoint({
  method: 'get',
  path: '/user/mcp-servers',
  capability: 'assistants',
  summary: 'List MCP servers with their tools',
  reply: z.object({ data: z.array(McpServer) }),
})

export const createMcpServer = endpoint({
  method: 'post',
  path: '/user/mcp-servers',
  capability: 'assistants',
  summary: 'Add an MCP server whose tools assistants may use',
  description: 'It is not contacted: its tools are listed by a refresh.',
  body: z.object({
    name,
    url: WebUrl.meta({ examples: ['https://mcp.example.com/mcp'] }).describe(
      'Address of its Streamable HTTP transport.',
    ),
    token: token
      .nullable()
      .optional()
      .describe('Sent as `Authorization: Bearer`; stored encrypted and never returned.'),
    is_enabled: defaulted(Flag, true),
    tools_off: defaulted(toolNames, []),
    tools_ask: defaulted(toolNames, []),
  }),
  status: 201,
  refusals: [fault('too_many_mcp_servers', { max: 50 })],
  examples: {
    body: { name: 'Warehouse', url: 'https://mcp.example.com/mcp' },
    reply: { message: 'MCP server created successfully' },
  },
  reply: Saved,
})

export const updateMcpServer = endpoint({
  method: 'put',
  path: '/user/mcp-servers/:id',
  capability: 'assistants',
  summary: 'Update an MCP server; omitted fields are unchanged',
  description:
    'A token belongs to the address it was entered for: with a different host or port it must be sent again. `null` deletes it.',
  params,
  body: z.object({
    name: name.optional(),
    url: WebUrl.optional(),
    token: token.nullable().optional(),
    is_enabled: Flag.optional(),
    tools_off: toolNames.optional(),
    tools_ask: toolNames.optional(),
  }),
  refusals,
  examples: { reply: { message: 'MCP server updated successfully' } },
  reply: Saved,
})

export const deleteMcpServer = endpoint({
  method: 'delete',
  path: '/user/mcp-servers/:id',
  capability: 'assistants',
  summary: 'Delete an MCP server and its token; its tools are removed from assistants',
  params,
  refusals,
  confirm: 'Remove this MCP server? Assistants can no longer use its tools.',
  examples: { reply: { message: 'MCP server deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const refreshMcpServer = endpoint({
  method: 'post',
  path: '/user/mcp-servers/:id/refresh',
  capability: 'assistants',
  summary: 'Connect to an MCP server and list its tools',
  description:
    'Assistants are offered the tools as they were listed: a server cannot change them later. If it cannot be reached, the tools stay as they were.',
  params,
  refusals,
  examples: { reply: { ok: true, message: '3 tools.' } },
  reply: z.object({
    ok: z.boolean(),
    message: z.string().describe('Result, as a sentence.'),
    data: McpServer,
  }),
})
