/*
 * GET    /user/tools             listTools
 * GET    /user/tools/assistants  listToolUsers
 * POST   /user/tools             createTool
 * GET    /user/tools/:id         getTool
 * PUT    /user/tools/:id         updateTool
 * DELETE /user/tools/:id         deleteTool
 * POST   /user/tools/test        testTool
 */
import {
  createTool,
  deleteTool,
  getTool,
  listTools,
  listToolUsers,
  type NewTool,
  type ToolChange,
  testTool,
  updateTool,
} from '#contracts/tools.ts'
import type { Tx } from '../../../db/write.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { presentTool } from './present.ts'
import { type ToolRow, toolQueries } from './queries.ts'
import { tryOut } from './try-out.ts'

export const toolRoutes: Routes = (context) => {
  const { handle, gate, db, write, now } = context
  const tools = toolQueries(db)

  handle(listTools, ({ principal }) => tools.list(principal.userId).map(presentTool))

  handle(listToolUsers, ({ principal }) => ({ data: tools.users(principal.userId) }))

  handle(createTool, async ({ principal, body }) => ({
    message: 'Tool created successfully',
    data: presentTool(await write((tx) => tools.insert(tx, principal.userId, body, now()))),
  }))

  handle(getTool, ({ principal, params }) => presentTool(find(principal.userId, params.id)))

  handle(updateTool, async ({ principal, params, body }) => ({
    message: 'Tool updated successfully',
    data: presentTool(await write((tx) => change(tx, principal.userId, params.id, body))),
  }))

  handle(deleteTool, async ({ principal, params }) => {
    if (!(await write((tx) => tools.remove(tx, principal.userId, params.id)))) throw toolNotFound()
    return { message: 'Tool deleted successfully' }
  })

  handle(testTool, ({ principal, body, localizer }) => {
    gate.limit('toolTests', String(principal.userId))
    return tryOut(onBehalfOf(context, principal.userId), body.tool, body.arguments, localizer)
  })

  function change(tx: Tx, userId: number, id: number, changes: ToolChange): ToolRow {
    const { created_at: _, id: __, ...tool } = presentTool(find(userId, id))
    // Omitted fields have no key, so no field becomes undefined.
    return tools.update(tx, userId, id, { ...tool, ...(changes as Partial<NewTool>) })
  }

  function find(userId: number, id: number): ToolRow {
    const tool = tools.find(userId, id)
    if (!tool) throw toolNotFound()
    return tool
  }
}

const toolNotFound = () => notFound('tool_not_found')
