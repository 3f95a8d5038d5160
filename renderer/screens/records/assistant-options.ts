import { type Signal, signal } from '@preact/signals'
import type { Api } from '../../app/api.ts'

/** An assistant as an option of filters and forms. */
export interface AssistantOption {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly isActive: boolean
}

/** The account's assistants by name; empty until loaded. A failure is ignored, because only filters depend on it. */
export function assistantOptions(api: Api): Signal<readonly AssistantOption[]> {
  const options = signal<readonly AssistantOption[]>([])
  void api
    .listAllAssistants()
    .then((assistants) => {
      options.value = assistants
        .map(({ id, uuid, name, status }) => ({ id, uuid, name, isActive: status === 'active' }))
        .sort((a, b) => a.name.localeCompare(b.name))
    })
    .catch(() => undefined)
  return options
}
