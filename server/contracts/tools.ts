import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ToolMethod } from './enums.ts'
import { issue } from './faults.ts'
import { AllowableAddress } from './network.ts'
import {
  DateTime,
  defaulted,
  Flag,
  Id,
  integer,
  JsonObject,
  ReplyId,
  requiredText,
  text,
  WebUrl,
} from './scalars.ts'

/*
 * Custom tools: HTTP requests that an assistant may make during a conversation (docs/spec/decisions.md, section 3). Arguments are
 * sent as a JSON body, or as query parameters for GET.
 */

/** Maximum headers and arguments per tool. */
const MAX_HEADERS = 20
const MAX_ARGUMENTS = 50

const DEFAULT_TIMEOUT = 10

/** Headers set by the HTTP client itself: connection, length and encoding of the body. */
const OWN_HEADERS =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i

/** A request header of a tool. Its value may be a secret; it is returned to its owner as stored. */
export const ToolHeader = z.object({
  name: requiredText(128)
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: issue('not_header_name') })
    .refine((name) => !OWN_HEADERS.test(name), {
      error: issue('reserved_header'),
    }),
  value: text(4096).regex(/^[\t\x20-\x7e\xa0-\xff]*$/, {
    error: issue('not_header_value'),
  }),
})

/** An argument that the model fills in. */
export const ToolArgument = z.object({
  name: requiredText(64).regex(/^[\w.-]+$/, {
    error: issue('not_parameter_name'),
  }),
  type: z.enum(['string', 'number', 'boolean']),
  description: requiredText(1000),
})

const Arguments = z
  .array(ToolArgument)
  .max(MAX_ARGUMENTS)
  .superRefine((all, context) => {
    for (const [index, { name }] of all.entries()) {
      if (all.findIndex((other) => other.name === name) === index) continue
      const message = issue('duplicate')
      context.addIssue({ code: 'custom', path: [index, 'name'], message })
    }
  })

const name = requiredText(64).regex(/^[a-z][a-z_]*$/, {
  error: issue('not_function_name'),
})
const description = requiredText(1000)
const timeout = integer(1, 30).meta({ description: 'Timeout, seconds.' })
const headers = z.array(ToolHeader).max(MAX_HEADERS)
const asksFirst = Flag.meta({
  description: 'Whether a person approves each call before it is made.',
})

export const NewTool = z.object({
  name,
  description,
  endpoint: WebUrl,
  method: ToolMethod,
  timeout: defaulted(timeout, DEFAULT_TIMEOUT),
  headers: defaulted(headers, []),
  schema: defaulted(Arguments, []),
  asks_first: defaulted(asksFirst, false),
})
export type NewTool = z.output<typeof NewTool>

/** Omitted fields stay; `null` resets an optional field to its default. */
export const ToolChange = z.object({
  name: name.optional(),
  description: description.optional(),
  endpoint: WebUrl.optional(),
  method: ToolMethod.optional(),
  timeout: orDefault(timeout, DEFAULT_TIMEOUT),
  headers: orDefault(headers, []),
  schema: orDefault(Arguments, []),
  asks_first: orDefault(asksFirst, false),
})
export type ToolChange = z.output<typeof ToolChange>

function orDefault<schema extends z.ZodType>(schema: schema, value: z.output<schema>) {
  return schema
    .nullable()
    .transform((sent) => sent ?? value)
    .optional()
}

export const Tool = z.object({
  id: ReplyId,
  name: z.string(),
  description: z.string(),
  endpoint: z.string(),
  method: ToolMethod,
  timeout: z.int(),
  headers: z.array(ToolHeader),
  schema: z.array(ToolArgument),
  asks_first: z.boolean(),
  created_at: DateTime,
})
export type Tool = z.output<typeof Tool>

const params = z.object({ id: Id })
const refusals = ['tool_not_found'] as const
const Saved = z.object({ message: z.string(), data: Tool })

export const listTools = endpoint({
  method: 'get',
  path: '/user/tools',
  capability: 'assistants',
  summary: 'List custom tools',
  reply: z.array(Tool),
})

export const listToolUsers = endpoint({
  method: 'get',
  path: '/user/tools/assistants',
  capability: 'assistants',
  summary: 'List the tools used by each assistant',
  reply: z.object({
    data: z.array(z.object({ tool_id: z.int(), assistant_id: z.int(), name: z.string() })),
  }),
})

export const createTool = endpoint({
  method: 'post',
  path: '/user/tools',
  capability: 'assistants',
  summary: 'Create a custom tool',
  body: NewTool,
  status: 201,
  reply: Saved,
})

export const getTool = endpoint({
  method: 'get',
  path: '/user/tools/:id',
  capability: 'assistants',
  summary: 'Get a custom tool',
  params,
  refusals,
  reply: Tool,
})

export const updateTool = endpoint({
  method: 'put',
  path: '/user/tools/:id',
  capability: 'assistants',
  summary: 'Update a custom tool; omitted fields are unchanged',
  params,
  body: ToolChange,
  refusals,
  reply: Saved,
})

export const deleteTool = endpoint({
  method: 'delete',
  path: '/user/tools/:id',
  capability: 'assistants',
  summary: 'Delete a custom tool; it is removed from assistants',
  params,
  refusals,
  reply: z.object({ message: z.string() }),
})

/** Result of a manual test call. */
export const ToolTest = z.object({
  status: z
    .enum(['done', 'failed', 'refused'])
    .describe('`refused`: the arguments were invalid, and nothing was sent.'),
  result: z.string().describe('Result as a model would receive it.'),
  detail: z.string().nullable().describe('Reason why there is no complete response.'),
  allowable_address: AllowableAddress,
  request: z
    .object({
      method: ToolMethod,
      url: z.string(),
      headers: z
        .array(z.object({ name: z.string(), value: z.string() }))
        .describe('Values of the tool’s own headers are masked.'),
      body: z.string().nullable(),
    })
    .nullable()
    .describe('The request sent; null if none was sent.'),
  http_status: z.int().nullable(),
  duration_ms: z.int(),
})
export type ToolTest = z.output<typeof ToolTest>

export const testTool = endpoint({
  method: 'post',
  path: '/user/tools/test',
  capability: 'assistants',
  summary: 'Call a tool once, as a model would; it need not be saved',
  description:
    'The call is real, with all its side effects. Address and headers are those in `tool`, and nothing is stored.',
  body: z.object({ tool: NewTool, arguments: defaulted(JsonObject, {}) }),
  reply: ToolTest,
})
