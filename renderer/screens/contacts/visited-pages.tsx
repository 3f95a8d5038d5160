import './contact.css'
import { useState } from 'preact/hooks'
import type { VisitedPage } from '#contracts/contacts.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Time } from '../../ui/time.tsx'

/** Number of pages shown initially. */
const FIRST = 5

/** Pages that a visitor has visited, with times, newest first. */
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

/** The part of a page's URL that distinguishes it within its site. */
function pathOf(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : pathname
}
