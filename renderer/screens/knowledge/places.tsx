import './places.css'
import { t } from '../../locales/translate.ts'

/** The screens about knowledge, with their addresses. */
const PLACES = {
  bases: '/app/knowledge',
  entries: '/app/knowledge/entries',
  corrections: '/app/knowledge/corrections',
} as const

interface KnowledgePlacesProps {
  readonly current: keyof typeof PLACES
}

/** Links between the screens about knowledge. */
export function KnowledgePlaces({ current }: KnowledgePlacesProps) {
  const places = Object.entries(PLACES) as [keyof typeof PLACES, string][]
  return (
    <nav class="tabs is-line knowledge-places" aria-label={t('knowledge.title')}>
      {places.map(([name, href]) => (
        <a key={name} class="tab" href={href} aria-current={name === current ? 'page' : undefined}>
          {t(`knowledge.places.${name}`)}
        </a>
      ))}
    </nav>
  )
}
