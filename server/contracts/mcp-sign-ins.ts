import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { McpServer } from './mcp-servers.ts'
import { DateTime, Id, requiredText } from './scalars.ts'

/* Sign-ins by OAuth at MCP servers. */

const params = z.object({ id: Id })
const secret = (max: number) =>
  requiredText(max).regex(/^[\x21-\x7e]+$/, { error: issue('not_ascii') })

export const startMcpSignIn = endpoint({
  method: 'post',
  path: '/user/mcp-servers/:id/sign-in',
  capability: 'assistants',
  summary: 'Start signing in at an MCP server',
  description:
    'Returns the page of its authorization server, which leads the browser back to Parley. Only a browser session can start it, and the same browser finishes it. Tokens are stored encrypted, sent to the URL of the server only, and renewed by themselves.',
  params,
  body: z.object({
    client_id: secret(1000)
      .nullable()
      .optional()
      .meta({ examples: ['parley-7f3a'] })
      .describe(
        'Needed once if Parley cannot register itself at the authorization server. `null` drops the one that was entered, and Parley registers itself.',
      ),
    client_secret: secret(4000)
      .nullable()
      .optional()
      .meta({ examples: ['k7Qm2xV9tL4bWc1Z'] })
      .describe('The secret of that client, if it has one; stored encrypted and never returned.'),
  }),
  refusals: ['mcp_server_not_found', 'mcp_sign_in_at_desk'],
  examples: {
    body: {},
    reply: {
      ok: true,
      message: 'The sign-in can start.',
      authorization_url: 'https://auth.example.com/authorize?response_type=code',
    },
  },
  reply: z.object({
    ok: z.boolean(),
    message: z.string().describe('Result, as a sentence.'),
    authorization_url: z
      .string()
      .nullable()
      .describe('To be opened in the same browser. Null if the sign-in cannot start.'),
    expires_at: DateTime.nullable().describe('Time until which the sign-in must be finished.'),
    data: McpServer,
  }),
})

export const endMcpSignIn = endpoint({
  method: 'delete',
  path: '/user/mcp-servers/:id/sign-in',
  capability: 'assistants',
  summary: 'Sign out of an MCP server',
  description: 'The tokens are deleted, and revoked if the authorization server can do that.',
  params,
  refusals: ['mcp_server_not_found'],
  confirm: 'Sign out of this MCP server? Assistants cannot use its tools until somebody signs in.',
  examples: { reply: { message: 'Signed out', is_revoked: true } },
  reply: z.object({
    message: z.string(),
    is_revoked: z.boolean().describe('Whether the authorization server has revoked the tokens.'),
    data: McpServer,
  }),
})
