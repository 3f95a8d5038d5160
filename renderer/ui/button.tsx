import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import type { Icon } from './icons.tsx'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'size' | 'label'>

interface ButtonProps extends Native {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
  readonly icon?: Icon | undefined
  /** Something is under way because of this button. */
  readonly busy?: boolean
  readonly children: ComponentChildren
}

/** A button with words on it. */
export function Button({
  kind = 'secondary',
  size = 'medium',
  icon: Icon,
  busy = false,
  class: name = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button is-${kind} is-${size} ${name}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span class="spinner" aria-hidden="true" /> : Icon && <Icon size={18} />}
      <span>{children}</span>
    </button>
  )
}

interface IconButtonProps extends Native {
  readonly icon: Icon
  /** What the button does: its name, and its tooltip. */
  readonly label: string
}

/** A button that is an icon; its label is there for everybody who asks. */
export function IconButton({ icon: Icon, label, class: name = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} class={`icon-button ${name}`} aria-label={label}>
      <Icon size={20} />
    </button>
  )
}

interface LinkButtonProps {
  readonly href: string
  readonly kind?: 'primary' | 'secondary' | 'quiet'
  readonly size?: 'medium' | 'small'
  readonly icon?: Icon
  /** Opens beside the app. */
  readonly isOutside?: boolean
  readonly 'aria-label'?: string
  readonly children: ComponentChildren
}

/** A link that looks like a button, because it is the next step. */
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
