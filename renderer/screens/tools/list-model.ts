import { signal } from '@preact/signals'
import { ApiError, type Call } from '#contracts/client.ts'
import { deleteTool, listTools, listToolUsers, type Tool } from '#contracts/tools.ts'
import { explain } from '../../api.ts'

/** Names of assistants, by the id of the tool that they have. */
export type ToolUsers = ReadonlyMap<number, readonly string[]>

export type ToolsModel = ReturnType<typeof createToolsModel>

/** The account's tools, and who has them. */
export function createToolsModel(call: Call) {
  const tools = signal<readonly Tool[]>()
  const users = signal<ToolUsers>(new Map())
  const error = signal<string>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const [list, used] = await Promise.all([call(listTools), toolUsersOf(call)])
      tools.value = list
      users.value = used
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Deletes a tool; rejects with a reason for a person. */
  async function remove(id: number): Promise<void> {
    await removeTool(call, id)
    tools.value = tools.value?.filter((tool) => tool.id !== id)
  }

  return { tools, users, error, load, remove }
}

/** Deletes a tool, which may be gone already; rejects with a reason for a person. */
export async function removeTool(call: Call, id: number): Promise<void> {
  try {
    await call(deleteTool, { params: { id } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return
    throw new Error(explain(failure), { cause: failure })
  }
}

/** Which assistants have which tools; none while nobody can say. */
export async function toolUsersOf(call: Call): Promise<ToolUsers> {
  const { data } = await call(listToolUsers).catch(() => ({ data: [] }))
  const users = new Map<number, readonly string[]>()
  for (const { tool_id, name } of data) users.set(tool_id, [...(users.get(tool_id) ?? []), name])
  return users
}
