import type { ComponentChildren } from 'preact'

interface BadgeProps {
  readonly tone?: 'neutral' | 'ok' | 'ai' | 'person' | 'attention' | 'danger'
  readonly children: ComponentChildren
}

/** A word about a thing. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span class={`badge is-${tone}`}>{children}</span>
}

interface AvatarProps {
  readonly name: string
  /** What its colour is made from: the same id always has the same one. */
  readonly id: string
  readonly isOnline?: boolean | undefined
}

const HUES = 8

/** Who it is, at a glance. The name stands beside it, so it says nothing itself. */
export function Avatar({ name, id, isOnline }: AvatarProps) {
  return (
    <span class="avatar" data-hue={hueOf(id)} aria-hidden="true">
      {initials(name)}
      {isOnline && <span class="avatar-online" />}
    </span>
  )
}

function hueOf(id: string): number {
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
  readonly children: ComponentChildren
}

/** Things that belong together. */
export function Card({ title, note, children }: CardProps) {
  return (
    <section class="card">
      {title && (
        <header class="card-head">
          <h2>{title}</h2>
          {note && <p class="quiet">{note}</p>}
        </header>
      )}
      {children}
    </section>
  )
}

interface PageHeadProps {
  readonly title: string
  readonly lead?: ComponentChildren
  /** Where this page belongs. */
  readonly back?: { readonly href: string; readonly label: string }
  readonly children?: ComponentChildren
}

/** Head of a page: what it is, and what can be done. */
export function PageHead({ title, lead, back, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <div class="page-head-words">
        {back && (
          <a class="page-back" href={back.href}>
            <span aria-hidden="true">←</span> {back.label}
          </a>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p class="quiet">{lead}</p>}
      </div>
      {children && <div class="page-head-actions">{children}</div>}
    </header>
  )
}

interface PageProps {
  readonly width?: 'narrow' | 'wide'
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
