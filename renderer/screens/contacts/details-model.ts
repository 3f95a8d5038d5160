import { signal } from '@preact/signals'
import type { Contact } from '#contracts/contacts.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { type Keep, storedJson } from '../../app/storage.ts'

/** Details that operators can edit. */
export type DetailName = 'name' | 'email' | 'phone' | 'notes'
export type ContactDetails = Readonly<Record<DetailName, string | null>>

interface Needs {
  readonly api: Api
  readonly storage: Keep
  readonly contact: string
  /** The operator may not edit them. */
  readonly isReadOnly?: boolean
  /** Called with the new details: optimistically, and again with the server's response. */
  readonly onChange: (details: Partial<Contact>) => void
}

interface Editing {
  readonly name: DetailName
  readonly text: string
}

const NAMES: readonly DetailName[] = ['name', 'email', 'phone', 'notes']

function editingFrom(value: unknown): Editing | undefined {
  const { name, text } = (value ?? {}) as Partial<Editing>
  const isValid = name !== undefined && NAMES.includes(name) && typeof text === 'string'
  return isValid ? { name, text } : undefined
}

export type DetailsModel = ReturnType<typeof createDetailsModel>

/** Editing of a contact's details, one at a time. */
export function createDetailsModel({ api, storage, contact, isReadOnly = false, onChange }: Needs) {
  /** The detail being edited, with the typed text, which survives a reload. */
  const editing = storedJson<Editing | undefined>(
    storage,
    `parley.contact.${contact}`,
    editingFrom,
    undefined,
  )
  const error = signal<string>()
  const isSaving = signal(false)
  /** Restored text waits without taking the focus from whatever the page is opened for. */
  let isRestored = editing.peek() !== undefined

  function edit(name: DetailName, text: string | null): void {
    isRestored = false
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

  return {
    isReadOnly,
    editing,
    error,
    isSaving,
    /** Reports whether the field takes the focus when it appears. */
    takesFocus: () => !isRestored,
    edit,
    type,
    cancel,
    save,
  }
}
