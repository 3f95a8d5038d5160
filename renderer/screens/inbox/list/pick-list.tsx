import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { explain, fieldErrors } from '../../../app/api.ts'
import { CheckIcon, PlusIcon } from '../../../ui/icons.tsx'

/** An item to pick. */
export interface Pick {
  readonly key: string
  readonly label: string
  readonly isOn: boolean
  /** Shown before the name. */
  readonly mark?: ComponentChildren
}

interface PickListProps {
  readonly label: string
  readonly picks: readonly Pick[]
  readonly onPick: (key: string) => void
  /** Creates an item from the typed text; shown with `createLabel`. */
  readonly onCreate?: (name: string) => Promise<void>
  readonly createLabel?: (name: string) => string
  /** Message if there are no items. */
  readonly empty?: string
}

const NEW = '\0new'

/** A filter field above a list: arrow keys move, Enter picks. */
export function PickList({ label, picks, onPick, onCreate, createLabel, empty }: PickListProps) {
  const id = useId()
  const text = useSignal('')
  const marked = useSignal(0)
  const error = useSignal('')
  const wanted = text.value.trim().toLowerCase()
  const found = picks.filter((pick) => pick.label.toLowerCase().includes(wanted))
  const isNew =
    onCreate && wanted !== '' && !picks.some((pick) => pick.label.toLowerCase() === wanted)
  const all: readonly Pick[] = isNew
    ? [
        ...found,
        {
          key: NEW,
          label: createLabel!(text.value.trim()),
          isOn: false,
          mark: <PlusIcon size={16} />,
        },
      ]
    : found
  const at = Math.min(marked.value, all.length - 1)

  function take(pick: Pick | undefined): void {
    if (!pick) return
    if (pick.key === NEW) return void create()
    onPick(pick.key)
    text.value = ''
    marked.value = 0
  }

  /** Creates the typed item; keeps the text if that is refused. */
  async function create(): Promise<void> {
    try {
      await onCreate?.(text.value.trim())
    } catch (failure) {
      error.value = fieldErrors(failure)?.['name'] ?? explain(failure)
    }
  }

  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) marked.value = (at + step + all.length) % Math.max(1, all.length)
    else if (event.key === 'Enter') take(all[at])
    else return
    event.preventDefault()
  }

  return (
    <div class="pick-list">
      <input
        class="control is-medium"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={all[at] && `${id}-${at}`}
        aria-invalid={error.value !== '' || undefined}
        aria-describedby={`${id}-error`}
        placeholder={label}
        autocomplete="off"
        // The list is the dialog's only purpose.
        autofocus
        dir="auto"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
          error.value = ''
          marked.value = 0
        }}
        onKeyDown={move}
      />
      <p class="field-error" id={`${id}-error`} role="alert">
        {error.value}
      </p>
      <div class="picks" id={`${id}-list`} role="listbox" aria-label={label} aria-multiselectable>
        {all.map((pick, index) => (
          <button
            key={pick.key}
            id={`${id}-${index}`}
            type="button"
            class={`pick ${index === at ? 'is-marked' : ''}`}
            role="option"
            // Focus stays in the field, which references the active option.
            tabIndex={-1}
            aria-selected={pick.isOn}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => {
              marked.value = index
            }}
            onClick={() => take(pick)}
          >
            <span class="pick-mark">{pick.mark}</span>
            <span dir="auto">{pick.label}</span>
            {pick.isOn && <CheckIcon size={16} />}
          </button>
        ))}
      </div>
      {all.length === 0 && empty && <p class="quiet">{empty}</p>}
    </div>
  )
}
