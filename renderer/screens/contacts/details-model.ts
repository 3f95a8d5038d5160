import { signal } from '@preact/signals'
import type { Contact } from '#contracts/contacts.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'

/** Details that operators can edit. */
export type DetailName = 'name' | 'email' | 'phone' | 'notes'
export type ContactDetails = Readonly<Record<DetailName, string | null>>

interface Needs {
  readonly api: Api
  readonly contact: string
  /** Called with the new details: optimistically, and again with the server's response. */
  readonly onChange: (details: Partial<Contact>) => void
}

export type DetailsModel = ReturnType<typeof createDetailsModel>

/** Editing of a contact's details, one at a time. */
export function createDetailsModel({ api, contact, onChange }: Needs) {
  /** The detail being edited, with the typed text. */
  const editing = signal<{ readonly name: DetailName; readonly text: string }>()
  const error = signal<string>()
  const isSaving = signal(false)

  function edit(name: DetailName, text: string | null): void {
    editing.value = { name, text: text ?? '' }
    error.value = undefined
  }

  function type(text: string): void {
    if (editing.value) editing.value = { ...editing.value, text }
    error.value = undefined
  }

  function cancel(): void {
    editing.value = undefined
    error.value = undefined
  }

  /** Saves the typed text; on failure it stays in the field, with the reason. */
  async function save(before: ContactDetails): Promise<void> {
    const change = editing.value
    if (!change || isSaving.value) return
    const value = change.text.trim() === '' ? null : change.text.trim()
    if (value === before[change.name]) return cancel()
    isSaving.value = true
    try {
      const { data } = await api.updateContact({
        params: { id: contact },
        body: { [change.name]: value },
      })
      onChange(data)
      cancel()
    } catch (failure) {
      error.value = fieldErrors(failure)?.[change.name] ?? explain(failure)
    } finally {
      isSaving.value = false
    }
  }

  return { editing, error, isSaving, edit, type, cancel, save }
}
