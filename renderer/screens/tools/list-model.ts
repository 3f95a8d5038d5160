import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { Tool } from '#contracts/tools.ts'
import { type Api, explain } from '../../app/api.ts'

/** Names of assistants, by the id of the tool that they use. */
export type ToolUsers = ReadonlyMap<number, readonly string[]>

export type ToolsModel = ReturnType<typeof createToolsModel>

/** The account's tools, and the assistants that use them. */
export function createToolsModel(api: Api) {
  const tools = signal<readonly Tool[]>()
  const users = signal<ToolUsers>(new Map())
  const error = signal<string>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const [list, used] = await Promise.all([api.listTools(), toolUsersOf(api)])
      tools.value = list
      users.value = used
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Deletes a tool; rejects with a message for the user. */
  async function remove(id: number): Promise<void> {
    await removeTool(api, id)
    tools.value = tools.value?.filter((tool) => tool.id !== id)
  }

  return { tools, users, error, load, remove }
}

/** Deletes a tool, ignoring that it may already be gone; rejects with a message for the user. */
export async function removeTool(api: Api, id: number): Promise<void> {
  try {
    await api.deleteTool({ params: { id } })
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return
    throw new Error(explain(failure), { cause: failure })
  }
}

/** Finds the assistants that use each tool; empty if the list cannot be loaded. */
export async function toolUsersOf(api: Api): Promise<ToolUsers> {
  const { data } = await api.listToolUsers().catch(() => ({ data: [] }))
  const users = new Map<number, readonly string[]>()
  for (const { tool_id, name } of data) users.set(tool_id, [...(users.get(tool_id) ?? []), name])
  return users
}
