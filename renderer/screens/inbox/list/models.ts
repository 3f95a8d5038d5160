import type { Desk } from '../../../app/desk.ts'
import { saveTo } from '../../records/save-to.ts'
import { createBulkModel } from './bulk-model.ts'
import { createExportModel } from './export-model.ts'
import { createListModel } from './list-model.ts'
import { createResolving } from './resolving.ts'
import { createSearchModel } from './search-model.ts'
import { createViewsModel } from './views-model.ts'

export type InboxModels = ReturnType<typeof createInboxModels>

/** Creates the models of the list. */
export function createInboxModels(desk: Desk) {
  const views = createViewsModel(desk)
  const list = createListModel({
    ...desk,
    views,
    me: () => desk.team.me.value?.id,
    myTeams: () => desk.team.mine.value,
  })
  const search = createSearchModel({ ...desk, list })
  const bulk = createBulkModel({
    ...desk,
    list,
    labels: () => views.labels.value,
    people: () => desk.team.people.value,
    teams: () => desk.team.teams.value,
  })
  const resolving = createResolving({ ...desk, list, bulk })
  const exports = createExportModel({ ...desk, list, bulk, saveTo })
  void views.load()
  return {
    list,
    views,
    search,
    bulk,
    resolving,
    exports,
    stop(): void {
      for (const model of [list, views, search, bulk, exports]) model.stop()
    },
  }
}
