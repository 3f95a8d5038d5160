import type { ScreenProps } from '../../screen.ts'
import { Page, PageHead } from '../../ui/display.tsx'
import { About } from './about.tsx'
import { Appearance } from './appearance.tsx'
import { Keys } from './keys.tsx'
import { Notifications } from './notifications.tsx'
import { Profile } from './profile.tsx'

/** What the operator can change about Parley and about this app. */
export function Settings({ desk }: ScreenProps) {
  return (
    <Page width="narrow">
      <PageHead title="Settings" />
      <Profile desk={desk} />
      <Appearance preferences={desk.preferences} />
      <Notifications preferences={desk.preferences} />
      <Keys desk={desk} />
      <About desk={desk} />
    </Page>
  )
}
