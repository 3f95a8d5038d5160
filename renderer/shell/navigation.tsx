import type { Desk } from '../app/desk.ts'
import { t } from '../locales/translate.ts'
import { Brand } from '../ui/brand.tsx'
import { IconButton } from '../ui/button.tsx'
import { PanelIcon, SearchIcon } from '../ui/icons.tsx'
import { keyWords } from '../ui/key-hint.tsx'
import { useMedia } from '../ui/use-media.ts'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { Colleagues } from './colleagues.tsx'
import { groupsFor, HOME, INBOX, isAt, type Place, SETTINGS } from './places.ts'
import { Switcher } from './switcher.tsx'

interface NavigationProps {
  readonly desk: Desk
  readonly path: string
  readonly onFind: () => void
  readonly onHelp: () => void
  readonly onNotifications: () => void
}

/** Settings stay in sight, however low the window is: they say when an update is ready. */
const PINNED = [SETTINGS]

/** Sidebar navigation. */
export function Navigation({ desk, path, onFind, onHelp, onNotifications }: NavigationProps) {
  const { navigation } = desk.preferences
  const isSmall = useMedia('(width < 90rem)')
  const isNarrow = navigation.value === 'auto' ? isSmall : navigation.value === 'narrow'
  const [findKey] = desk.commands.keysOf('palette')
  return (
    <nav
      class="navigation"
      aria-label={t('shell.navigation.label')}
      data-width={isNarrow ? 'narrow' : 'wide'}
    >
      <div class="navigation-head">
        <a class="navigation-brand" href={HOME.href} aria-label={t('shell.navigation.home')}>
          <Brand />
          <span class="navigation-label">Parley</span>
        </a>
        <Bell desk={desk} onOpen={onNotifications} />
        <IconButton
          icon={PanelIcon}
          size="small"
          class="navigation-fold"
          label={isNarrow ? t('shell.navigation.expand') : t('shell.navigation.collapse')}
          aria-expanded={!isNarrow}
          onClick={() => {
            navigation.value = isNarrow ? 'wide' : 'narrow'
          }}
        />
      </div>
      <Switcher desk={desk} />
      <button
        type="button"
        class="navigation-find"
        title={
          findKey
            ? `${t('shell.navigation.find')} (${keyWords(findKey)})`
            : t('shell.navigation.find')
        }
        onClick={onFind}
      >
        <SearchIcon size={18} />
        <span class="navigation-label">{t('shell.navigation.find')}</span>
        {findKey && <kbd class="navigation-hint">{keyWords(findKey)}</kbd>}
      </button>
      <div class="navigation-places scroll-shadow">
        {groupsFor(desk.session.may, PINNED).map(({ title, places }) => (
          <section key={title} class="navigation-group" aria-label={title}>
            <p class="navigation-title" aria-hidden="true">
              {title}
            </p>
            <PlaceList desk={desk} places={places} path={path} />
          </section>
        ))}
      </div>
      <div class="navigation-foot">
        {PINNED.map((place) => (
          <PlaceLink key={place.href} desk={desk} place={place} path={path} />
        ))}
        <Colleagues desk={desk} />
        <AccountMenu desk={desk} onHelp={onHelp} />
      </div>
    </nav>
  )
}

interface PlaceLinkProps {
  readonly desk: Desk
  readonly place: Place
  readonly path: string
}

interface PlaceListProps extends Pick<PlaceLinkProps, 'desk' | 'path'> {
  readonly places: readonly Place[]
}

/** The links of a group. */
export function PlaceList({ desk, places, path }: PlaceListProps) {
  return (
    <ul>
      {places.map((place) => (
        <li key={place.href}>
          <PlaceLink desk={desk} place={place} path={path} />
        </li>
      ))}
    </ul>
  )
}

/** Number of items pending at a screen, with their description. */
function waitingAt(place: Place, { inbox, updateReady }: Desk) {
  // Each link reads only its own signals, so that only that link re-renders.
  const unread = place === INBOX ? inbox.unread.value : 0
  if (unread > 0) return { count: unread, words: t('shell.navigation.unread', { count: unread }) }
  const version = place === SETTINGS ? updateReady.value : undefined
  return version ? { count: 1, words: t('updates.ready', { version }) } : undefined
}

/** A link to a screen, with its number of pending items. */
export function PlaceLink({ desk, place, path }: PlaceLinkProps) {
  const { href, label, icon: Icon } = place
  const waiting = waitingAt(place, desk)
  return (
    <a
      class="navigation-item"
      href={href}
      title={label}
      aria-current={isAt(path, place) ? 'page' : undefined}
    >
      <Icon />
      <span class="navigation-label">{label}</span>
      {waiting && (
        <span class="count">
          <span aria-hidden="true">{waiting.count > 99 ? '99+' : waiting.count}</span>
          <span class="visually-hidden">, {waiting.words}</span>
        </span>
      )}
    </a>
  )
}
