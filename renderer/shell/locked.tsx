import { t } from '../locales/translate.ts'
import { LinkButton } from '../ui/button.tsx'
import { Page, PageHead } from '../ui/display.tsx'
import { HOME } from './places.ts'

/** Shown for a screen that the signed-in operator may not open. */
export function Locked() {
  return (
    <Page>
      <PageHead title={t('shell.locked.title')} lead={t('shell.locked.lead')} />
      <p>
        <LinkButton href={HOME.href} kind="primary">
          {t('shell.lost.go')}
        </LinkButton>
      </p>
    </Page>
  )
}
