import type { ComponentChildren } from 'preact'
import { formatNumber } from '../format/numbers.ts'
import { t } from '../locales/translate.ts'
import type { Icon } from './icon.tsx'
import { BackIcon } from './icons.tsx'

/** Meaning of a colour. */
export type Tone = 'neutral' | 'ok' | 'ai' | 'person' | 'attention' | 'danger'

interface BadgeProps {
  readonly tone?: Tone
  readonly icon?: Icon | undefined
  /** Shows a dot instead of an icon, such as for an active state. */
  readonly isDot?: boolean
  readonly children: ComponentChildren
}

/** A short status label. */
export function Badge({ tone = 'neutral', icon: Shape, isDot, children }: BadgeProps) {
  return (
    <span class={`badge is-${tone}`}>
      {isDot && <span class="badge-dot" aria-hidden="true" />}
      {Shape && <Shape size={14} />}
      {children}
    </span>
  )
}

interface CountProps {
  readonly value: number
  /** Larger values are shown as `99+`. */
  readonly max?: number
  /** Noun for screen readers. */
  readonly label?: string
  readonly tone?: 'accent' | 'quiet' | 'attention'
}

/** Count badge; renders nothing for zero. */
export function Count({ value, max = 99, label, tone = 'accent' }: CountProps) {
  if (value === 0) return null
  return (
    <span class={`count is-${tone}`}>
      {value > max ? `${formatNumber(max)}+` : formatNumber(value)}
      {label && <span class="visually-hidden"> {label}</span>}
    </span>
  )
}

interface AvatarProps {
  readonly name: string
  /** Seed of the colour: the same id always gets the same one. */
  readonly id: string
  /** One of the eight colours, instead of the id's. */
  readonly hue?: number | undefined
  /** Path of a picture, shown over the initials. */
  readonly picture?: string | null | undefined
  /** Shows a presence dot: filled when online, hollow when known to be away. */
  readonly isOnline?: boolean | undefined
  readonly size?: 'small' | 'medium' | 'large'
  /** Set if no visible name is next to it. */
  readonly isNamed?: boolean
}

const HUES = 8

/** Avatar of a person. Hidden from screen readers unless `isNamed`. */
export function Avatar(props: AvatarProps) {
  const { name, id, hue, picture, isOnline, size = 'medium', isNamed = false } = props
  const whole = isOnline ? `${name} (${t('common.online')})` : name
  return (
    <span
      class={`avatar is-${size}`}
      data-hue={hue ?? hueOf(id)}
      {...(isNamed ? { role: 'img', 'aria-label': whole, title: whole } : { 'aria-hidden': true })}
    >
      {initials(name)}
      {picture && <img key={picture} src={picture} alt="" />}
      {isOnline && <span class="avatar-online" />}
    </span>
  )
}

interface AvatarStackProps {
  readonly people: readonly {
    readonly id: string
    readonly name: string
    readonly picture?: string | null | undefined
    readonly isOnline?: boolean | undefined
  }[]
  readonly max?: number
  readonly size?: 'small' | 'medium'
  /** Description of the group, such as who is viewing. */
  readonly label: string
}

/** Overlapping avatars of several people. */
export function AvatarStack({ people, max = 3, size = 'small', label }: AvatarStackProps) {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const rest = people.slice(shown.length)
  if (people.length === 0) return null
  return (
    <span
      class="avatar-stack"
      role="img"
      aria-label={`${label}: ${people.map(({ name }) => name).join(', ')}`}
      title={people.map(({ name }) => name).join(', ')}
    >
      {shown.map((person) => (
        <Avatar key={person.id} {...person} size={size} />
      ))}
      {rest.length > 0 && (
        <span class={`avatar is-${size} is-rest`} aria-hidden="true">
          +{rest.length}
        </span>
      )}
    </span>
  )
}

/** Index of an id among the eight colours. */
export function hueOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 65_521
  return sum % HUES
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '?')][0]?.toLocaleUpperCase()).join('')
}

interface CardProps {
  readonly title?: string
  readonly note?: ComponentChildren
  /** Actions at the end of the card's head. */
  readonly actions?: ComponentChildren
  /** Anchor of the card. */
  readonly id?: string
  readonly children: ComponentChildren
}

/** Groups related content. */
export function Card({ title, note, actions, id, children }: CardProps) {
  return (
    <section class="card" id={id}>
      {title && (
        <header class={`card-head ${actions ? 'has-actions' : ''}`}>
          <div>
            <h2>{title}</h2>
            {note && <p class="quiet">{note}</p>}
          </div>
          {actions && <div class="card-actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

interface PageHeadProps {
  readonly title: string
  readonly lead?: ComponentChildren
  /** Link to the parent page. */
  readonly back?: { readonly href: string; readonly label: string }
  /** Shown next to the title, such as a badge. */
  readonly aside?: ComponentChildren
  /** Shown at the bottom of the head, such as tabs. */
  readonly foot?: ComponentChildren
  readonly children?: ComponentChildren
}

/** Page header: title and actions. */
export function PageHead({ title, lead, back, aside, foot, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <div class="page-head-words">
        {back && (
          <a class="page-back" href={back.href}>
            <BackIcon size={16} /> {back.label}
          </a>
        )}
        <div class="page-title">
          <h1 tabIndex={-1}>{title}</h1>
          {aside}
        </div>
        {lead && <p class="quiet">{lead}</p>}
      </div>
      {children && <div class="page-head-actions">{children}</div>}
      {foot && <div class="page-head-foot">{foot}</div>}
    </header>
  )
}

interface PageProps {
  readonly width?: 'narrow' | 'wide' | 'full'
  readonly children: ComponentChildren
}

/** A screen that scrolls as a whole. */
export function Page({ width = 'wide', children }: PageProps) {
  return (
    <main class={`page is-${width}`} id="main" tabIndex={-1}>
      <div class="page-inner">{children}</div>
    </main>
  )
}
