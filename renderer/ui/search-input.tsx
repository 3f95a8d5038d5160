import type { Ref } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { CloseIcon, SearchIcon } from './icons.tsx'
import { KeyHint } from './key-hint.tsx'

interface SearchInputProps {
  readonly label: string
  readonly value: string
  readonly onEdit: (value: string) => void
  readonly placeholder?: string
  /** Shortcut that focuses it, shown while the field is empty. */
  readonly shortcut?: string | undefined
  readonly isBusy?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** A search field. Escape clears it, then leaves it. */
export function SearchInput(props: SearchInputProps) {
  const { label, value, onEdit, placeholder, shortcut, isBusy, inputRef, onKeyDown } = props
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element is not known by all browsers
    <div class="search" role="search" aria-label={label}>
      {isBusy ? <span class="spinner" aria-hidden="true" /> : <SearchIcon size={18} />}
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <input
        id={id}
        ref={inputRef ?? null}
        type="search"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder ?? label}
        value={value}
        onInput={({ currentTarget }) => onEdit(currentTarget.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key !== 'Escape' || event.defaultPrevented) return
          // In an empty field, Escape is left to the surrounding dialog.
          if (value === '' && event.currentTarget.closest('dialog')) return
          event.preventDefault()
          if (value === '') event.currentTarget.blur()
          else onEdit('')
        }}
      />
      {value !== '' && (
        <button
          type="button"
          class="search-clear"
          aria-label={t('common.clearOf', { label })}
          onClick={({ currentTarget }) => {
            onEdit('')
            currentTarget.parentElement?.querySelector('input')?.focus()
          }}
        >
          <CloseIcon size={16} />
        </button>
      )}
      {value === '' && shortcut && <KeyHint keys={shortcut} />}
    </div>
  )
}
