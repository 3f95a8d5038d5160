import type { Icon } from './icon.tsx'
import { CheckIcon } from './icons.tsx'
import { KeyHint } from './key-hint.tsx'

interface MenuItem {
  readonly label: string
  readonly icon?: Icon | undefined
  /** Second line. */
  readonly hint?: string | undefined
  readonly shortcut?: string | undefined
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** Set for entries that are on or off. */
  readonly isChecked?: boolean | undefined
  /** Link target, instead of an action. */
  readonly href?: string
  readonly onSelect?: () => void
}

/** An entry of a menu. */
export type MenuEntry = MenuItem | 'separator' | { readonly heading: string }

interface MenuRowProps {
  readonly entry: MenuEntry
  readonly onDone: () => void
}

/** An entry of a menu: an action, a link, a heading or a separator. */
export function MenuRow({ entry, onDone }: MenuRowProps) {
  if (entry === 'separator') return <hr class="menu-line" />
  if ('heading' in entry) {
    return (
      <p class="menu-heading" role="presentation">
        {entry.heading}
      </p>
    )
  }
  return <Item item={entry} onDone={onDone} />
}

function Item({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const { label, icon: Shape, hint, shortcut, isDanger, isDisabled, isChecked, href } = item
  const shared = {
    class: `menu-item ${isDanger ? 'is-danger' : ''}`,
    role: isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
    tabIndex: -1,
    'aria-disabled': isDisabled || undefined,
    ...(isChecked !== undefined && { 'aria-checked': isChecked }),
    onClick: (event: Event) => {
      if (isDisabled) return event.preventDefault()
      onDone()
      item.onSelect?.()
    },
  } as const
  const inside = (
    <>
      {isChecked !== undefined && (
        <span class="menu-check">{isChecked && <CheckIcon size={16} />}</span>
      )}
      {Shape && <Shape size={18} />}
      <span class="menu-words">
        {label}
        {hint && <span class="menu-hint">{hint}</span>}
      </span>
      {shortcut && <KeyHint keys={shortcut} />}
    </>
  )
  return href && !isDisabled ? (
    <a {...shared} href={href}>
      {inside}
    </a>
  ) : (
    <button type="button" {...shared}>
      {inside}
    </button>
  )
}
