import type { Source } from '#contracts/messages.ts'
import { t } from '../../../locales/translate.ts'
import { OutsideLink } from '../../../ui/outside-link.tsx'

/** Sources of an answer; pages are links. */
export function Sources({ sources }: { readonly sources: readonly Source[] }) {
  if (sources.length === 0) return null
  return (
    <ul class="sources" aria-label={t('thread.sources')}>
      <li aria-hidden="true">{t('thread.sources')}</li>
      {sources.map(({ title, url }) => (
        <li key={`${title} ${url}`} dir="auto">
          {url ? <OutsideLink href={url} label={title} /> : title}
        </li>
      ))}
    </ul>
  )
}
