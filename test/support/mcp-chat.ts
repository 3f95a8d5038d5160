import { getAssistant, updateAssistant } from '#contracts/assistants.ts'
import { createMcpServer, refreshMcpServer } from '#contracts/mcp-servers.ts'
import type { startMcpServer } from './mcp-server.ts'
import { allowing, type TestServer } from './server.ts'
import { talking } from './talking.ts'

/** Adds a server; the id. */
export async function addedMcpServer(
  { call }: Pick<TestServer, 'call'>,
  url: string,
  fields: { readonly name?: string; readonly token?: string } = {},
) {
  const { data } = await call(createMcpServer, { body: { name: 'Warehouse', url, ...fields } })
  return data.id
}

/** Has its tools listed. */
export const refreshedMcpServer = (server: Pick<TestServer, 'call'>, id: number) =>
  server.call(refreshMcpServer, { params: { id } })

/** A call that a scripted model asks for. */
export const asksFor = (args: object, name = 'warehouse__find_stock') => ({
  calls: [{ name, args }],
})

/** A chat whose assistant may use all tools of a server. */
export async function chattingWith(
  mcp: Awaited<ReturnType<typeof startMcpServer>>,
  script: readonly object[],
  { token, limits = {} }: { readonly token?: string; readonly limits?: object } = {},
) {
  const chat = await talking({
    standIn: { script: script as [] },
    server: { ...allowing(mcp.host), limits },
  })
  const { call } = chat.server
  const id = await addedMcpServer(chat.server, mcp.url, token === undefined ? {} : { token })
  const { data } = await refreshedMcpServer(chat.server, id)
  const ids = data.tools.map((tool) => tool.id)
  const params = { id: chat.assistantId }
  const before = await call(getAssistant, { params })
  await call(updateAssistant, { params, body: { mcp_tool_ids: ids } })
  const after = await call(getAssistant, { params })
  return { chat, id, ids, before, after }
}
