import { shellTexts } from '../../texts/shell.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { HOME } from './places.ts'

const t = shellTexts.lost

/** An address that leads nowhere. */
export function Lost() {
  return (
    <Page>
      <PageHead title={t.title} lead={t.lead} />
      <LinkButton href={HOME.href} kind="primary">
        {t.go}
      </LinkButton>
    </Page>
  )
}
