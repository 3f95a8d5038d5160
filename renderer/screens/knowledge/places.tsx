import './places.css'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/translate.ts'

/** The screens about knowledge, with their addresses. */
const PLACES = {
  bases: '/app/knowledge',
  entries: '/app/knowledge/entries',
  unanswered: '/app/knowledge/unanswered',
  corrections: '/app/knowledge/corrections',
} as const

interface KnowledgePlacesProps {
  readonly current: keyof typeof PLACES
}

/** Links between the screens about knowledge. */
export function KnowledgePlaces({ current }: KnowledgePlacesProps) {
  const here = useRef<HTMLAnchorElement>(null)
  const places = Object.entries(PLACES) as [keyof typeof PLACES, string][]
  // On phones the links are wider than the window.
  useEffect(() => here.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [])
  return (
    <nav class="tabs is-line knowledge-places" aria-label={t('knowledge.title')}>
      {places.map(([name, href]) => (
        <a
          key={name}
          class="tab"
          href={href}
          aria-current={name === current ? 'page' : undefined}
          ref={name === current ? here : null}
        >
          {t(`knowledge.places.${name}`)}
        </a>
      ))}
    </nav>
  )
}
