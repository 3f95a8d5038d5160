import type { ShortcutId } from '../../shortcut-list.ts'
import { shellTexts } from '../../texts/shell.ts'
import type { Icon } from '../../ui/icon.tsx'
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
} from '../../ui/icons.tsx'
import { BookIcon, ToolIcon } from '../../ui/icons-work.tsx'

/** A screen that one can go to from everywhere. */
export interface Place {
  readonly href: string
  readonly label: string
  readonly icon: Icon
  /** The key that goes there. */
  readonly command?: ShortcutId
}

const { screens, groups } = shellTexts

export const HOME: Place = {
  href: '/app/home',
  label: screens.home,
  icon: HomeIcon,
  command: 'go.home',
}
export const INBOX: Place = {
  href: '/app/inbox',
  label: screens.inbox,
  icon: InboxIcon,
  command: 'go.inbox',
}
const CONTACTS: Place = {
  href: '/app/contacts',
  label: screens.contacts,
  icon: ContactsIcon,
  command: 'go.contacts',
}
const ASSISTANTS: Place = {
  href: '/app/assistants',
  label: screens.assistants,
  icon: AssistantIcon,
  command: 'go.assistants',
}
export const SETTINGS: Place = {
  href: '/app/settings',
  label: screens.settings,
  icon: SettingsIcon,
  command: 'go.settings',
}

/** The screens, as they stand in the navigation. */
export const PLACES: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  { title: groups.work, places: [HOME, INBOX, CONTACTS] },
  {
    title: groups.records,
    places: [
      {
        href: '/app/conversations',
        label: screens.conversations,
        icon: ChatsIcon,
        command: 'go.conversations',
      },
      { href: '/app/calls', label: screens.calls, icon: PhoneIcon, command: 'go.calls' },
      { href: '/app/sms', label: screens.sms, icon: SmsIcon, command: 'go.sms' },
      {
        href: '/app/webhooks',
        label: screens.webhooks,
        icon: WebhookIcon,
        command: 'go.webhooks',
      },
    ],
  },
  {
    title: groups.setup,
    places: [
      ASSISTANTS,
      {
        href: '/app/knowledge',
        label: screens.knowledge,
        icon: BookIcon,
        command: 'go.knowledge',
      },
      { href: '/app/tools', label: screens.tools, icon: ToolIcon, command: 'go.tools' },
      { href: '/app/phone-numbers', label: screens.phoneNumbers, icon: NumbersIcon },
      { href: '/app/balance', label: screens.balance, icon: BalanceIcon },
      { href: '/app/users', label: screens.users, icon: PeopleIcon },
      { href: '/app/api-keys', label: screens.apiKeys, icon: KeyIcon },
      SETTINGS,
    ],
  },
]

/** Those within reach of the thumb. */
export const MAIN_PLACES: readonly Place[] = [HOME, INBOX, CONTACTS, ASSISTANTS]

/** Every screen of the navigation. */
export const ALL_PLACES: readonly Place[] = PLACES.flatMap(({ places }) => places)

/** Whether an address is this screen or below it. */
export function isAt(path: string, { href }: Place): boolean {
  return path === href || path.startsWith(`${href}/`)
}
