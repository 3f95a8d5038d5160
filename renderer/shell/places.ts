import type { Capability } from '#contracts/capabilities.ts'
import type { ShortcutId } from '../app/keys/shortcut-list.ts'
import { t } from '../locales/translate.ts'
import type { Icon } from '../ui/icon.tsx'
import {
  AssistantIcon,
  BalanceIcon,
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
import {
  BookIcon,
  CallOffIcon,
  CampaignIcon,
  ChartIcon,
  LeadIcon,
  ToolIcon,
} from '../ui/icons-work.tsx'

/** A screen reachable from anywhere. */
export interface Place {
  readonly href: string
  readonly label: string
  readonly icon: Icon
  /** Capability required to list it. */
  readonly capability?: Capability
  /** Shortcut that opens it. */
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
const REPORTS: Place = {
  href: '/app/reports',
  capability: 'reports',
  label: t('shell.screens.reports'),
  icon: ChartIcon,
}
const CONTACTS: Place = {
  href: '/app/contacts',
  capability: 'contacts',
  label: t('shell.screens.contacts'),
  icon: ContactsIcon,
  command: 'go.contacts',
}
const ASSISTANTS: Place = {
  href: '/app/assistants',
  capability: 'assistants',
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

/** Reports whether the signed-in operator has a capability. */
type May = (capability: Capability) => boolean

/** The screens in navigation order. */
const PLACES: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  { title: t('shell.groups.work'), places: [HOME, INBOX, CONTACTS, REPORTS] },
  {
    title: t('shell.groups.records'),
    places: [
      {
        href: '/app/calls',
        capability: 'records',
        label: t('shell.screens.calls'),
        icon: PhoneIcon,
        command: 'go.calls',
      },
      {
        href: '/app/campaigns',
        capability: 'records',
        label: t('shell.screens.campaigns'),
        icon: CampaignIcon,
        command: 'go.campaigns',
      },
      {
        href: '/app/leads',
        capability: 'records',
        label: t('shell.screens.leads'),
        icon: LeadIcon,
        command: 'go.leads',
      },
      {
        href: '/app/do-not-call',
        capability: 'records',
        label: t('shell.screens.doNotCall'),
        icon: CallOffIcon,
      },
      {
        href: '/app/sms',
        capability: 'records',
        label: t('shell.screens.sms'),
        icon: SmsIcon,
        command: 'go.sms',
      },
      {
        href: '/app/webhooks',
        capability: 'webhooks',
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
        capability: 'knowledge',
        label: t('shell.screens.knowledge'),
        icon: BookIcon,
        command: 'go.knowledge',
      },
      {
        href: '/app/tools',
        capability: 'assistants',
        label: t('shell.screens.tools'),
        icon: ToolIcon,
        command: 'go.tools',
      },
      {
        href: '/app/phone-numbers',
        capability: 'numbers',
        label: t('shell.screens.phoneNumbers'),
        icon: NumbersIcon,
      },
      {
        href: '/app/balance',
        capability: 'spending',
        label: t('shell.screens.balance'),
        icon: BalanceIcon,
      },
      {
        href: '/app/users',
        capability: 'people',
        label: t('shell.screens.users'),
        icon: PeopleIcon,
      },
      {
        href: '/app/api-keys',
        capability: 'keys',
        label: t('shell.screens.apiKeys'),
        icon: KeyIcon,
      },
      SETTINGS,
    ],
  },
]

/** Screens in the bottom bar. */
const MAIN_PLACES: readonly Place[] = [HOME, INBOX, CONTACTS, ASSISTANTS]

const shown = (places: readonly Place[], may: May) =>
  places.filter(({ capability }) => capability === undefined || may(capability))

/** Navigation groups with the screens that the operator may see, except those that are shown elsewhere. */
export const groupsFor = (may: May, elsewhere: readonly Place[] = []) =>
  PLACES.map(({ title, places }) => ({
    title,
    places: shown(places, may).filter((place) => !elsewhere.includes(place)),
  })).filter(({ places }) => places.length > 0)

/** The operator's screens in the bottom bar. */
export const mainPlacesFor = (may: May): readonly Place[] => shown(MAIN_PLACES, may)

/** All screens of the operator. */
export const placesFor = (may: May): readonly Place[] =>
  groupsFor(may).flatMap(({ places }) => places)

/** Reports whether a path is this screen or one below it. */
export function isAt(path: string, { href }: Place): boolean {
  return path === href || path.startsWith(`${href}/`)
}

/** Path of the screen in the navigation that a path is at or below; otherwise the path itself. */
export const placeAt = (path: string): string =>
  PLACES.flatMap(({ places }) => places).find((place) => isAt(path, place))?.href ?? path
