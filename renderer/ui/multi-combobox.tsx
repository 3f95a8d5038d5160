import { useState } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { Listbox } from './listbox.tsx'
import { Tag, type TagColor } from './tag.tsx'
import { useCombobox } from './use-combobox.ts'
import type { Option, Search } from './use-options.ts'

interface MultiComboboxProps {
  /** Accessible name, if no field labels it. */
  readonly label?: string
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
  readonly values: readonly string[]
  readonly options?: readonly Option[]
  /** Labels of values that are not among the options. */
  readonly selected?: readonly Option[]
  readonly onChange: (values: string[]) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly search?: Search
  readonly onCreate?: (text: string) => void
  readonly colorOf?: (value: string) => TagColor | undefined
}

const NONE: readonly Option[] = []

/** Selects several options, shown as chips. Backspace in an empty field removes the last one. */
export function MultiCombobox(props: MultiComboboxProps) {
  const { label, values, options: given = NONE, onChange, onCreate, placeholder } = props
  const [known, learn] = useState<readonly Option[]>(NONE)
  const box = useCombobox({
    given,
    search: props.search,
    canCreate: onCreate !== undefined,
    onTake: (option) => {
      learn([...known, option])
      toggle(option.value)
    },
    onCreate: (text) => onCreate?.(text),
  })

  function toggle(value: string): void {
    onChange(
      values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
    )
  }

  const all = [...given, ...(props.selected ?? NONE), ...known, ...box.options]
  const labelOf = (value: string) => all.find((option) => option.value === value)?.label ?? value

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing beside the field is pressing the field
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field inside has the keys
    <div
      class="combobox is-many control"
      ref={box.wrapper}
      aria-disabled={props.disabled}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('button, .listbox'))
          box.input.current?.focus()
      }}
    >
      {values.map((value) => (
        <Tag
          key={value}
          color={props.colorOf?.(value)}
          {...(!props.disabled && {
            onRemove: () => {
              toggle(value)
              box.input.current?.focus()
            },
          })}
        >
          {labelOf(value)}
        </Tag>
      ))}
      <input
        {...box.aria}
        ref={box.input}
        id={props.id}
        type="text"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        placeholder={values.length === 0 ? placeholder : undefined}
        disabled={props.disabled}
        value={box.text}
        onInput={({ currentTarget }) => box.edit(currentTarget.value)}
        onClick={box.open}
        onKeyDown={(event) => {
          const last = values.at(-1)
          if (event.key === 'Backspace' && box.text === '' && last !== undefined) toggle(last)
          else box.onKeyDown(event)
        }}
      />
      {box.isOpen && (
        <Listbox
          id={box.listId}
          label={label ?? placeholder ?? t('common.options')}
          floating={box.floating}
          options={box.options}
          isChosen={(value) => values.includes(value)}
          isMany
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
