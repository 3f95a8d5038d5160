import { t } from '../locales/translate.ts'
import { CloseIcon, ExpandIcon } from './icons.tsx'
import { Listbox } from './listbox.tsx'
import { useCombobox } from './use-combobox.ts'
import type { Option, Search } from './use-options.ts'

interface ComboboxProps {
  /** Accessible name, if no field labels it. */
  readonly label?: string
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
  readonly value: string | null
  readonly options?: readonly Option[]
  /** Label of a value that is not among the options. */
  readonly selected?: Option | undefined
  readonly onChoose: (value: string | null) => void
  readonly placeholder?: string
  readonly isClearable?: boolean
  readonly disabled?: boolean
  readonly size?: 'medium' | 'small'
  /** Searches options for a text. */
  readonly search?: Search
  /** Creates an option from the typed text. */
  readonly onCreate?: (text: string) => void
}

const NONE: readonly Option[] = []

/** Selects one of many options: typing filters, arrow keys move, Enter selects, Escape restores the previous value. */
export function Combobox(props: ComboboxProps) {
  const { label, value, options: given = NONE, onChoose, onCreate, size = 'medium' } = props
  const box = useCombobox({
    given,
    search: props.search,
    canCreate: onCreate !== undefined,
    chosen: value ?? undefined,
    onTake: (option) => {
      onChoose(option.value)
      box.close()
    },
    onCreate: (text) => {
      onCreate?.(text)
      box.close()
    },
  })
  const chosen =
    [...given, ...box.options].find((option) => option.value === value) ?? props.selected
  const name = value === null ? '' : (chosen?.label ?? value)
  const ChosenIcon = chosen?.icon
  const isClearable = props.isClearable && value !== null && !props.disabled

  return (
    <div class={`combobox is-${size}`} ref={box.wrapper}>
      {ChosenIcon && !box.isOpen && <ChosenIcon size={18} />}
      <input
        {...box.aria}
        ref={box.input}
        id={props.id}
        class="control"
        type="text"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        placeholder={box.isOpen && name ? name : props.placeholder}
        disabled={props.disabled}
        value={box.isOpen ? box.text : name}
        onInput={({ currentTarget }) => box.edit(currentTarget.value)}
        onClick={box.open}
        onKeyDown={box.onKeyDown}
      />
      {isClearable ? (
        <button
          type="button"
          class="combobox-button"
          aria-label={t('common.clearOf', { label: label ?? name })}
          onClick={() => {
            onChoose(null)
            box.close()
            box.input.current?.focus()
          }}
        >
          <CloseIcon size={16} />
        </button>
      ) : (
        <span class="combobox-button" aria-hidden="true">
          <ExpandIcon size={16} />
        </span>
      )}
      {box.isOpen && (
        <Listbox
          id={box.listId}
          label={label ?? props.placeholder ?? t('common.options')}
          floating={box.floating}
          options={box.options}
          isChosen={(option) => option === value}
          active={box.active}
          isBusy={box.isBusy}
          hasFailed={box.hasFailed}
          create={box.create}
          onTake={box.take}
        />
      )}
    </div>
  )
}
