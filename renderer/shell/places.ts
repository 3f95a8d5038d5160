import type { ShortcutId } from '../app/keys/shortcut-list.ts'
import { t } from '../locales/translate.ts'
import type { Icon } from '../ui/icon.tsx'
import {
  AssistantIcon,
  BalanceIcon,
  ChatsIcon,
  ContactsIcon,
  HomeIcon,
  InboxIcon,
  KeyIcon,
  NumbersIcon,
  PeopleIcon,
  PhoneIcon,
  SettingsIcon,
  SmsIcon,
  WebhookIcon,
} from '../ui/icons.tsx'
import { BookIcon, ToolIcon } from '../ui/icons-work.tsx'

/** A screen that one can go to from everywhere. */
export interface Place {
  readonly href: string
  readonly label: string
  readonly icon: Icon
  /** The key that goes there. */
  readonly command?: ShortcutId
}

export const HOME: Place = {
  href: '/app/home',
  label: t('shell.screens.home'),
  icon: HomeIcon,
  command: 'go.home',
}
export const INBOX: Place = {
  href: '/app/inbox',
  label: t('shell.screens.inbox'),
  icon: InboxIcon,
  command: 'go.inbox',
}
const CONTACTS: Place = {
  href: '/app/contacts',
  label: t('shell.screens.contacts'),
  icon: ContactsIcon,
  command: 'go.contacts',
}
const ASSISTANTS: Place = {
  href: '/app/assistants',
  label: t('shell.screens.assistants'),
  icon: AssistantIcon,
  command: 'go.assistants',
}
export const SETTINGS: Place = {
  href: '/app/settings',
  label: t('shell.screens.settings'),
  icon: SettingsIcon,
  command: 'go.settings',
}

/** The screens, as they stand in the navigation. */
export const PLACES: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  { title: t('shell.groups.work'), places: [HOME, INBOX, CONTACTS] },
  {
    title: t('shell.groups.records'),
    places: [
      {
        href: '/app/conversations',
        label: t('shell.screens.conversations'),
        icon: ChatsIcon,
        command: 'go.conversations',
      },
      { href: '/app/calls', label: t('shell.screens.calls'), icon: PhoneIcon, command: 'go.calls' },
      { href: '/app/sms', label: t('shell.screens.sms'), icon: SmsIcon, command: 'go.sms' },
      {
        href: '/app/webhooks',
        label: t('shell.screens.webhooks'),
        icon: WebhookIcon,
        command: 'go.webhooks',
      },
    ],
  },
  {
    title: t('shell.groups.setup'),
    places: [
      ASSISTANTS,
      {
        href: '/app/knowledge',
        label: t('shell.screens.knowledge'),
        icon: BookIcon,
        command: 'go.knowledge',
      },
      { href: '/app/tools', label: t('shell.screens.tools'), icon: ToolIcon, command: 'go.tools' },
      { href: '/app/phone-numbers', label: t('shell.screens.phoneNumbers'), icon: NumbersIcon },
      { href: '/app/balance', label: t('shell.screens.balance'), icon: BalanceIcon },
      { href: '/app/users', label: t('shell.screens.users'), icon: PeopleIcon },
      { href: '/app/api-keys', label: t('shell.screens.apiKeys'), icon: KeyIcon },
      SETTINGS,
    ],
  },
]

/** Those within reach of the thumb. */
export const MAIN_PLACES: readonly Place[] = [HOME, INBOX, CONTACTS, ASSISTANTS]

/** Every screen of the navigation. */
export const ALL_PLACES: readonly Place[] = PLACES.flatMap(({ places }) => places)

/** Reports whether an address is this screen or below it. */
export function isAt(path: string, { href }: Place): boolean {
  return path === href || path.startsWith(`${href}/`)
}
