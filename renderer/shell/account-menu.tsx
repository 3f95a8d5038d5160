import { chooseLanguage } from '../app/choose-language.ts'
import type { Desk } from '../app/desk.ts'
import { signOut } from '../app/session/sign-out.ts'
import { LANGUAGES, language } from '../locales/language.ts'
import { t } from '../locales/translate.ts'
import { Avatar } from '../ui/display.tsx'
import {
  AutoIcon,
  CodeIcon,
  GlobeIcon,
  KeyboardIcon,
  LeaveIcon,
  MoonIcon,
  PersonIcon,
  SunIcon,
} from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'

interface AccountMenuProps {
  readonly desk: Desk
  readonly onHelp: () => void
}

/** Account menu: the signed-in operator and common settings. */
export function AccountMenu({ desk, onHelp }: AccountMenuProps) {
  const { preferences, session, team } = desk
  const name = team.me.value?.name ?? session.account.value?.name ?? ''
  const { theme, status } = preferences
  const isAway = status.value === 'away'

  return (
    <Menu
      label={name}
      items={[
        { heading: t('shell.account.status') },
        {
          label: t('shell.account.available'),
          isChecked: !isAway,
          onSelect: () => {
            status.value = 'available'
          },
        },
        {
          label: t('shell.account.away'),
          hint: t('shell.account.awayHint'),
          isChecked: isAway,
          onSelect: () => {
            status.value = 'away'
          },
        },
        { heading: t('shell.account.theme') },
        ...(['auto', 'light', 'dark'] as const).map((value) => ({
          label: t(`shell.account.${value}`),
          icon: { auto: AutoIcon, light: SunIcon, dark: MoonIcon }[value],
          isChecked: theme.value === value,
          onSelect: () => {
            theme.value = value
          },
        })),
        { heading: t('shell.account.language') },
        ...Object.entries(LANGUAGES).map(([code, label]) => ({
          label,
          isChecked: code === language,
          onSelect: () => chooseLanguage(desk.storage, code),
        })),
        'separator',
        { label: t('shell.account.profile'), icon: PersonIcon, href: '/app/settings/profile' },
        {
          label: t('shell.account.shortcuts'),
          icon: KeyboardIcon,
          shortcut: '?',
          onSelect: onHelp,
        },
        {
          label: t('shell.account.demo'),
          icon: GlobeIcon,
          onSelect: () => void open('/demo', '_blank', 'noopener'),
        },
        {
          label: t('shell.account.reference'),
          icon: CodeIcon,
          onSelect: () => void open('/api/docs', '_blank', 'noopener'),
        },
        'separator',
        { label: t('shell.account.signOut'), icon: LeaveIcon, onSelect: () => void signOut(desk) },
      ]}
      trigger={(props) => (
        <button type="button" class="navigation-account" title={name} {...props}>
          <span class="account-face" data-status={status.value}>
            <Avatar
              name={name}
              id={String(team.me.value?.id ?? name)}
              picture={team.me.value?.picture}
              isOnline={!isAway}
            />
          </span>
          <span class="navigation-label">
            <bdi>{name}</bdi>
            {isAway && <small class="quiet">{t('shell.account.away')}</small>}
            <span class="visually-hidden">, {t('shell.account.menu')}</span>
          </span>
        </button>
      )}
    />
  )
}
