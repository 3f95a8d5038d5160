import { LinkButton } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'

/** An address that leads nowhere. */
export function Lost() {
  return (
    <Page>
      <PageHead title="There is nothing here" lead="The address may be from an older version." />
      <LinkButton href="/app/inbox" kind="primary">
        Go to the inbox
      </LinkButton>
    </Page>
  )
}
