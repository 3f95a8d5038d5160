/*
 * GET    /user/assistants/:id/settings                  getAssistantSettings
 * PUT    /user/assistants/:id/settings                  updateAssistantSettings
 * GET    /user/assistants/defaults                      getAssistantDefaults
 * GET    /user/assistants/:id/versions                  listAssistantVersions
 * GET    /user/assistants/:id/versions/:number          getAssistantVersion
 * POST   /user/assistants/:id/versions/:number/restore  restoreAssistantVersion
 * POST   /user/assistants/:id/duplicate                 duplicateAssistant
 * POST   /user/assistants/:id/undelete                  undeleteAssistant
 * GET    /user/assistants/:id/export                    exportAssistant
 * POST   /user/assistants/import                        importAssistant
 */
import {
  getAssistantDefaults,
  getAssistantSettings,
  type SettingDefaults,
  updateAssistantSettings,
} from '#contracts/assistant-settings.ts'
import { exportAssistant, importAssistant } from '#contracts/assistant-transfer.ts'
import {
  duplicateAssistant as duplicateEndpoint,
  getAssistantVersion,
  listAssistantVersions,
  restoreAssistantVersion,
  undeleteAssistant as undeleteEndpoint,
} from '#contracts/assistant-versions.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { languageDefaults } from '../../platform/lookups/language-defaults.ts'
import { lookupQueries } from '../../platform/lookups/queries.ts'
import { authorOf } from '../author.ts'
import { defaultsOf } from '../fields.ts'
import { summarize } from '../present.ts'
import { type AssistantWithLanguage, assistantQueries } from '../queries.ts'
import { undeleteAssistant } from '../undelete.ts'
import { changeFaults } from '../update.ts'
import { versionQueries, type WholeVersionRow } from '../version-queries.ts'
import { presentVersion } from '../versions.ts'
import { duplicateAssistant } from './duplicate.ts'
import { exportDocument } from './export.ts'
import { formOf } from './form.ts'
import { importDocument } from './import.ts'
import { restoreVersion } from './restore.ts'
import { saveSettings } from './save.ts'

/** Endpoints of the assistant form that the API family does not have. */
export const assistantEditorRoutes: Routes = (context) => {
  const { handle, db, now } = context
  const assistants = assistantQueries(db)
  const versions = versionQueries(db)
  const lookups = lookupQueries(db)

  handle(getAssistantSettings, ({ principal, params }) =>
    formOf(db, find(principal.userId, params.id)),
  )

  handle(
    updateAssistantSettings,
    async ({ principal, params, body: { version, note, ...change } }) => {
      const saving = { change, version, note, author: authorOf(db, principal) }
      return formOf(db, await saveSettings(context, find(principal.userId, params.id), saving))
    },
    (change, { userId }, params) => changeFaults(context, find(userId, params.id), change),
  )

  handle(getAssistantDefaults, ({ query: { mode, language_id } }) => {
    const id = language_id ?? lookups.languages().find(({ iso_2 }) => iso_2 === 'en')?.id ?? 0
    const defaults = defaultsOf(mode, languageDefaults(db, id))
    // The contract of the reply defines which of them are never null.
    return {
      secondary_language_ids: [],
      tool_ids: [],
      mcp_tool_ids: [],
      ...defaults,
    } as SettingDefaults
  })

  handle(listAssistantVersions, ({ principal, params }) => {
    const assistant = find(principal.userId, params.id)
    return { data: versions.list(assistant.id).map(presentVersion) }
  })

  handle(getAssistantVersion, ({ principal, params }) => {
    const version = findVersion(find(principal.userId, params.id), params.number)
    return { ...presentVersion(version), fields: JSON.parse(version.settings) }
  })

  handle(restoreAssistantVersion, async ({ principal, params }) => {
    const assistant = find(principal.userId, params.id)
    const version = findVersion(assistant, params.number)
    return formOf(db, await restoreVersion(context, assistant, version, authorOf(db, principal)))
  })

  handle(duplicateEndpoint, async ({ principal, params }) => {
    const assistant = find(principal.userId, params.id)
    const copy = await duplicateAssistant(context, assistant, { author: authorOf(db, principal) })
    return { message: 'Assistant duplicated successfully', data: summarize(copy) }
  })

  handle(undeleteEndpoint, async ({ principal, params }) => {
    const assistant = assistants.findAny(principal.userId, params.id)
    if (!assistant) throw notFound('assistant_not_found')
    const back = await undeleteAssistant(context, assistant)
    return { message: 'Assistant restored successfully', data: summarize(back) }
  })

  handle(exportAssistant, ({ principal, params, query }) =>
    exportDocument({ db, now }, find(principal.userId, params.id), query.secrets === 'include'),
  )

  handle(importAssistant, ({ principal, body, localizer }) =>
    importDocument(context, principal.userId, body, authorOf(db, principal), localizer),
  )

  function find(userId: number, id: number): AssistantWithLanguage {
    const assistant = assistants.find(userId, id)
    if (!assistant) throw notFound('assistant_not_found')
    return assistant
  }

  function findVersion(assistant: AssistantWithLanguage, number: number): WholeVersionRow {
    const version = versions.find(assistant.id, number)
    if (!version) throw notFound('version_not_found')
    return version
  }
}
