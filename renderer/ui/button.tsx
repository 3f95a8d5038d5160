import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import type { Icon } from './icon.tsx'
import { KeyHint } from './key-hint.tsx'
import { Tooltip } from './tooltip.tsx'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'size' | 'label'>

interface ButtonProps extends Native {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
  readonly icon?: Icon | undefined
  /** Icon after the label, such as the arrow of a menu. */
  readonly iconEnd?: Icon | undefined
  /** True while the button's action is in progress. */
  readonly busy?: boolean
  /** Fills the width of its container. */
  readonly isWide?: boolean
  /** Equivalent shortcut, shown on the button. */
  readonly shortcut?: string | undefined
  readonly children: ComponentChildren
}

/** A button with a text label. */
export function Button({
  kind = 'secondary',
  size = 'medium',
  icon: Icon,
  iconEnd: IconEnd,
  busy = false,
  isWide = false,
  shortcut,
  class: name = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button is-${kind} is-${size} ${isWide ? 'is-wide' : ''} ${name}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span class="spinner" aria-hidden="true" /> : Icon && <Icon size={18} />}
      <span>{children}</span>
      {shortcut && <KeyHint keys={shortcut} />}
      {IconEnd && <IconEnd size={16} />}
    </button>
  )
}

interface IconButtonProps extends Native {
  readonly icon: Icon
  /** Accessible name and tooltip. */
  readonly label: string
  readonly kind?: 'quiet' | 'secondary' | 'danger'
  readonly size?: 'medium' | 'small'
  readonly busy?: boolean
  /** Equivalent shortcut, shown in the tooltip. */
  readonly shortcut?: string | undefined
}

/** An icon button; its label is its accessible name and tooltip. */
export function IconButton({
  icon: Icon,
  label,
  kind = 'quiet',
  size = 'medium',
  busy = false,
  shortcut,
  class: name = '',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} isName>
      <button
        type="button"
        {...rest}
        class={`icon-button is-${kind} is-${size} ${name}`}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      >
        {busy ? (
          <span class="spinner" aria-hidden="true" />
        ) : (
          <Icon size={size === 'small' ? 18 : 20} />
        )}
      </button>
    </Tooltip>
  )
}

interface LinkButtonProps {
  readonly href: string
  readonly kind?: 'primary' | 'secondary' | 'quiet'
  readonly size?: 'medium' | 'small'
  readonly icon?: Icon
  /** Opens in a new tab. */
  readonly isOutside?: boolean
  /** File name of the download. */
  readonly download?: string
  readonly 'aria-label'?: string
  readonly children: ComponentChildren
}

/** A link styled as a button, for a next step. */
export function LinkButton({
  href,
  kind = 'secondary',
  size = 'medium',
  icon: Icon,
  isOutside = false,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a
      {...rest}
      href={href}
      class={`button is-${kind} is-${size}`}
      {...(isOutside && { target: '_blank', rel: 'noopener' })}
    >
      {Icon && <Icon size={18} />}
      <span>{children}</span>
    </a>
  )
}

interface ToggleButtonProps {
  readonly label: string
  readonly icon?: Icon
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  /** Shows only the icon; the label is its accessible name and tooltip. */
  readonly isIconOnly?: boolean
  readonly size?: 'medium' | 'small'
  readonly shortcut?: string
  readonly disabled?: boolean
}

/** A button that stays pressed while it is on. */
export function ToggleButton(props: ToggleButtonProps) {
  const { label, icon, isOn, onSwitch, isIconOnly = false, ...rest } = props
  const state = { 'aria-pressed': isOn, onClick: () => onSwitch(!isOn) } as const
  if (isIconOnly && icon) {
    return <IconButton {...rest} {...state} icon={icon} label={label} class="is-toggle" />
  }
  return (
    <Button {...rest} {...state} icon={icon} class="is-toggle">
      {label}
    </Button>
  )
}

/** Related buttons, joined at their edges. */
export function ButtonGroup(props: {
  readonly label: string
  readonly children: ComponentChildren
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of form fields
    <div class="button-group" role="group" aria-label={props.label}>
      {props.children}
    </div>
  )
}
