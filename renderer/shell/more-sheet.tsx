import type { Desk } from '../app/desk.ts'
import { t } from '../locales/translate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BellButton } from './bell.tsx'
import { Colleagues } from './colleagues.tsx'
import { PlaceList } from './navigation.tsx'
import { groupsFor, mainPlacesFor } from './places.ts'
import { Switcher } from './switcher.tsx'

interface MoreSheetProps {
  readonly desk: Desk
  readonly path: string
  readonly onClose: () => void
  readonly onFind: () => void
  readonly onHelp: () => void
  readonly onNotifications: () => void
}

/** The screens that do not fit in the bottom bar, and the account menu. */
export function MoreSheet(props: MoreSheetProps) {
  const { desk, path, onClose, onFind, onHelp, onNotifications } = props
  const { may } = desk.session
  return (
    <Dialog title={t('shell.navigation.more')} onClose={onClose}>
      <div class="more-sheet">
        <Switcher desk={desk} />
        <Button icon={SearchIcon} onClick={onFind}>
          {t('shell.navigation.find')}
        </Button>
        <BellButton desk={desk} onOpen={onNotifications} />
        {groupsFor(may, mainPlacesFor(may)).map(({ title, places }) => (
          <section key={title} class="navigation-group" aria-label={title}>
            <h3 class="navigation-title">{title}</h3>
            <PlaceList desk={desk} places={places} path={path} />
          </section>
        ))}
        <Colleagues desk={desk} />
        <AccountMenu
          desk={desk}
          onHelp={() => {
            onClose()
            onHelp()
          }}
        />
      </div>
    </Dialog>
  )
}
