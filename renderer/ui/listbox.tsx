import './overlay-panels.css'
import './combobox.css'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { CheckIcon, PlusIcon } from './icons.tsx'
import type { Option } from './use-options.ts'

interface ListboxProps {
  readonly id: string
  readonly label: string
  readonly floating: RefObject<HTMLDivElement | null>
  readonly options: readonly Option[]
  readonly isChosen: (value: string) => boolean
  readonly isMany?: boolean
  /** Index of the option that Enter selects. */
  readonly active: number
  readonly isBusy: boolean
  readonly hasFailed: boolean
  /** Label of the last entry, which creates an option from the typed text. */
  readonly create?: string | undefined
  readonly onTake: (index: number) => void
}

/** Listbox of a combobox. Focus stays in the text field. */
export function Listbox(props: ListboxProps) {
  const { id, label, floating, options, isChosen, active, isBusy, hasFailed, create } = props
  useEffect(() => {
    floating.current?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div class="listbox" popover="manual" ref={floating}>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={props.isMany || undefined}
        aria-busy={isBusy || undefined}
      >
        {options.map((option, index) => (
          <Entry
            key={option.value}
            {...props}
            option={option}
            index={index}
            isFirstOfGroup={
              option.group !== undefined && option.group !== options[index - 1]?.group
            }
            isOn={isChosen(option.value)}
          />
        ))}
        {create !== undefined && (
          <Entry
            {...props}
            option={{ value: '', label: t('common.createOf', { text: create }), icon: PlusIcon }}
            index={options.length}
            isFirstOfGroup={false}
            isOn={false}
          />
        )}
      </div>
      <p class="listbox-note" role="status">
        {noteOf(options.length + (create === undefined ? 0 : 1), isBusy, hasFailed)}
      </p>
    </div>
  )
}

function noteOf(count: number, isBusy: boolean, hasFailed: boolean): string {
  if (hasFailed) return t('common.searchFailed')
  if (isBusy && count === 0) return `${t('common.loading')} …`
  return count === 0 ? t('common.nothingFound') : ''
}

interface EntryProps extends ListboxProps {
  readonly option: Option
  readonly index: number
  readonly isFirstOfGroup: boolean
  readonly isOn: boolean
}

function Entry({ id, option, index, isFirstOfGroup, isOn, active, onTake }: EntryProps) {
  const { label, hint, icon: Shape, disabled } = option
  return (
    <>
      {isFirstOfGroup && (
        <p class="menu-heading" role="presentation">
          {option.group}
        </p>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys */}
      <div
        id={`${id}-${index}`}
        class={`option ${index === active ? 'is-active' : ''}`}
        role="option"
        aria-selected={isOn}
        aria-disabled={disabled || undefined}
        // Otherwise the field would lose focus, and the list would close before the click.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => !disabled && onTake(index)}
      >
        {Shape && <Shape size={18} />}
        <span class="menu-words">
          <span dir="auto">{label}</span>
          {hint && (
            <span class="menu-hint" dir="auto">
              {hint}
            </span>
          )}
        </span>
        {isOn && <CheckIcon size={16} />}
      </div>
    </>
  )
}
