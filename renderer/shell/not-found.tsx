import { t } from '../locales/translate.ts'
import { LinkButton } from '../ui/button.tsx'
import { Page, PageHead } from '../ui/display.tsx'
import { HOME } from './places.ts'

/** Shown for an unknown address. */
export function NotFound() {
  return (
    <Page>
      <PageHead title={t('shell.lost.title')} lead={t('shell.lost.lead')} />
      <p>
        <LinkButton href={HOME.href} kind="primary">
          {t('shell.lost.go')}
        </LinkButton>
      </p>
    </Page>
  )
}
