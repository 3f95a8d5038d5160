import './contact.css'
import { useState } from 'preact/hooks'
import type { VisitedPage } from '#contracts/contacts.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Time } from '../../ui/time.tsx'

/** As many pages are shown at first. */
const FIRST = 5

/** Pages that a visitor has visited, with times, the newest first. */
export function VisitedPages({ pages }: { readonly pages: readonly VisitedPage[] }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? pages : pages.slice(0, FIRST)
  return (
    <>
      <ol class="pages-path">
        {shown.map(({ url, title, at }) => (
          <li key={`${at} ${url}`}>
            <OutsideLink href={url} label={title || pathOf(url)} />
            <Time at={at} />
          </li>
        ))}
      </ol>
      {shown.length < pages.length && (
        <Button size="small" kind="quiet" onClick={() => setAll(true)}>
          {t('details.morePages', { count: pages.length - shown.length })}
        </Button>
      )}
    </>
  )
}

/** Part of a page's address that distinguishes it from others of its site. */
function pathOf(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : pathname
}
