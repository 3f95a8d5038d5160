/*
 * GET    /user/folders      listFolders
 * POST   /user/folders      createFolder
 * PUT    /user/folders/:id  updateFolder
 * DELETE /user/folders/:id  deleteFolder
 * GET    /user/labels       listAssistantLabels
 * POST   /user/labels       createAssistantLabel
 * PUT    /user/labels/:id   updateAssistantLabel
 * DELETE /user/labels/:id   deleteAssistantLabel
 */
import type { z } from 'zod'
import type { FiledChange, Folder, NewFiled } from '#contracts/assistant-filing.ts'
import {
  createFolder,
  deleteFolder,
  listFolders,
  updateFolder,
} from '#contracts/assistant-folders.ts'
import {
  createAssistantLabel,
  deleteAssistantLabel,
  listAssistantLabels,
  updateAssistantLabel,
} from '#contracts/assistant-labels.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import type { Pager } from '../../../http/pagination.ts'
import type { Routes } from '../../../http/routes.ts'
import { type FiledKind, filingQueries } from './queries.ts'

/** Folders and labels of assistants. */
export const filingRoutes: Routes = (context) => {
  const { handle } = context
  const folders = shelfOf(context, 'folder')
  const labels = shelfOf(context, 'label')

  handle(listFolders, ({ principal, page }) => folders.list(principal.userId, page))
  handle(createFolder, async ({ principal, body }) => ({
    message: 'Folder created successfully',
    data: await folders.create(principal.userId, body),
  }))
  handle(updateFolder, async ({ principal, params, body }) => ({
    message: 'Folder updated successfully',
    data: await folders.update(principal.userId, params.id, body),
  }))
  handle(deleteFolder, async ({ principal, params }) => {
    await folders.remove(principal.userId, params.id)
    return { message: 'Folder deleted successfully' }
  })

  handle(listAssistantLabels, ({ principal, page }) => labels.list(principal.userId, page))
  handle(createAssistantLabel, async ({ principal, body }) => ({
    message: 'Label created successfully',
    data: await labels.create(principal.userId, body),
  }))
  handle(updateAssistantLabel, async ({ principal, params, body }) => ({
    message: 'Label updated successfully',
    data: await labels.update(principal.userId, params.id, body),
  }))
  handle(deleteAssistantLabel, async ({ principal, params }) => {
    await labels.remove(principal.userId, params.id)
    return { message: 'Label deleted successfully' }
  })
}

const NOT_FOUND = { folder: 'folder_not_found', label: 'label_not_found' } as const

/** Verbs of one kind of things that assistants are filed under. */
function shelfOf({ db, write, events, now }: Context, kind: FiledKind) {
  const shelf = filingQueries(db)[kind]

  return {
    list: (userId: number, page: Pager) =>
      page.of(shelf.total(userId), (slice) => shelf.page(userId, slice)),
    create: (userId: number, { name, color }: z.output<typeof NewFiled>) =>
      write((tx) => {
        refuseTaken(userId, name)
        return changed(tx, userId, shelf.insert(tx, userId, { name, color: color ?? null }, now()))
      }),
    update: (userId: number, id: number, change: z.output<typeof FiledChange>) =>
      write((tx) => {
        const before = find(userId, id)
        const { name = before.name } = change
        refuseTaken(userId, name, id)
        shelf.update(tx, id, {
          name,
          color: 'color' in change ? (change.color ?? null) : before.color,
        })
        return changed(tx, userId, id)
      }),
    remove: (userId: number, id: number) =>
      write((tx) => {
        shelf.remove(tx, find(userId, id).id)
        events.record(tx, { userId, type: `assistant_${kind}.deleted`, payload: { id } })
      }),
  }

  function changed(tx: Tx, userId: number, id: number): Folder {
    const data = shelf.find(userId, id)!
    events.record(tx, { userId, type: `assistant_${kind}.saved`, payload: data })
    return data
  }

  function refuseTaken(userId: number, name: string, own?: number): void {
    const taken = shelf.named(userId, name)
    if (taken !== undefined && taken !== own) throw new InvalidFields({ name: [fault('taken')] })
  }

  function find(userId: number, id: number): Folder {
    const row = shelf.find(userId, id)
    if (!row) throw notFound(NOT_FOUND[kind])
    return row
  }
}
