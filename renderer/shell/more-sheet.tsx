import type { Desk } from '../app/desk.ts'
import { t } from '../locales/translate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BellButton } from './bell.tsx'
import { Colleagues } from './colleagues.tsx'
import { PlaceLink } from './navigation.tsx'
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
  return (
    <Dialog title={t('shell.navigation.more')} onClose={onClose}>
      <div class="more-sheet">
        <Switcher desk={desk} />
        <Button icon={SearchIcon} onClick={onFind}>
          {t('shell.navigation.find')}
        </Button>
        <BellButton desk={desk} onOpen={onNotifications} />
        {groupsFor(desk.session.may).map(({ title, places }) => {
          const others = places.filter((place) => !mainPlacesFor(desk.session.may).includes(place))
          return (
            others.length > 0 && (
              <section key={title} class="navigation-group" aria-label={title}>
                <h3 class="navigation-title">{title}</h3>
                <ul>
                  {others.map((place) => (
                    <li key={place.href}>
                      <PlaceLink desk={desk} place={place} path={path} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
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
