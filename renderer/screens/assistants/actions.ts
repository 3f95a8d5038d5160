import type { AssistantSummary } from '#contracts/assistants.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { saveJson } from '../../app/save-file.ts'
import { t } from '../../locales/translate.ts'

type One = Pick<AssistantSummary, 'id' | 'name' | 'status'>

/** Actions on an entire assistant. */
export function createActions({ api, toasts, address }: Pick<Desk, 'api' | 'toasts' | 'address'>) {
  async function attempt<result>(action: () => Promise<result>): Promise<result | undefined> {
    try {
      return await action()
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
      return undefined
    }
  }

  return {
    async duplicate({ id }: One): Promise<void> {
      const copy = await attempt(() => api.duplicateAssistant({ params: { id } }))
      if (!copy) return
      const { data } = copy
      toasts.show(t('assistants.duplicated', { name: data.name }), {
        action: {
          label: t('assistants.edit'),
          onSelect: () => address.go(`/app/assistants/${data.id}`),
        },
      })
    },
    async exportJson({ id, name }: One, withSecrets: boolean): Promise<void> {
      const query = withSecrets ? { secrets: 'include' } : {}
      const document = await attempt(() => api.exportAssistant({ params: { id }, query }))
      if (document) saveJson(document, `${name.replaceAll(/[\\/:*?"<>|]/g, '-')}.assistant.json`)
    },
    /** Deletes an assistant and offers Undo; resolves to whether it was deleted. */
    async remove({ id, name, status }: One): Promise<boolean> {
      const params = { id }
      const gone = await attempt(() => api.deleteAssistant({ params }))
      if (!gone) return false
      toasts.undo(t('assistants.deleted', { name }), () =>
        attempt(async () => {
          await api.undeleteAssistant({ params })
          if (status === 'active') await api.activateAssistant({ params })
        }),
      )
      return true
    },
  }
}
