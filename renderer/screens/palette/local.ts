import { chooseLanguage } from '../../app/choose-language.ts'
import type { Desk } from '../../app/desk.ts'
import { workspaceChoices } from '../../app/desktop/workspace-choices.ts'
import { signOut } from '../../app/session/sign-out.ts'
import { LANGUAGES, language } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { placesFor } from '../../shell/places.ts'
import {
  AssistantIcon,
  AutoIcon,
  ClockIcon,
  GlobeIcon,
  KeyIcon,
  LeaveIcon,
  MoonIcon,
  NumbersIcon,
  PersonIcon,
  PlusIcon,
  SettingsIcon,
  SmsIcon,
  SunIcon,
} from '../../ui/icons.tsx'
import { LaptopIcon, ServerIcon, ToolIcon } from '../../ui/icons-work.tsx'
import { listedParts } from '../settings/parts.ts'
import type { Entry, Section } from './palette-model.ts'

/** Palette entries that need no request. */
export function createLocal(desk: Desk) {
  const actions = actionsOf(desk)
  const settings = settingsOf(desk)
  return (isBlank: boolean): readonly Section<Entry>[] => {
    const sections = [
      { title: t('shell.palette.groups.here'), entries: commandsOf(desk) },
      { title: t('shell.palette.groups.screens'), entries: screensOf(desk) },
      { title: t('shell.palette.groups.actions'), entries: [...workspacesOf(desk), ...actions] },
    ]
    if (isBlank)
      return [{ title: t('shell.palette.groups.recent'), entries: recentOf(desk) }, ...sections]
    return [...sections, { title: t('shell.palette.groups.settings'), entries: settings }]
  }
}

const recentOf = ({ recent }: Desk): Entry[] =>
  recent.items.value
    .slice(0, 5)
    .map(({ href, label }) => ({ id: `recent:${href}`, label, icon: ClockIcon, href }))

const commandsOf = ({ commands }: Desk): Entry[] =>
  commands.list.value.map((command) => ({
    id: command.id,
    label: commands.titleOf(command),
    hint: command.group,
    icon: command.icon,
    keys: commands.keysOf(command.id)[0],
    keywords: command.keywords,
    run: () => command.run(),
  }))

const screensOf = ({ commands, session }: Desk): Entry[] =>
  placesFor(session.may).map(({ href, label, icon, command }) => ({
    id: href,
    label,
    icon,
    href,
    keys: command && commands.keysOf(command)[0],
  }))

const settingsOf = ({ session }: Desk): readonly Entry[] =>
  listedParts(session.may).map((part) => ({
    id: `settings:${part}`,
    label: t(`settings.parts.${part}`),
    hint: t(`settings.leads.${part}`),
    keywords: `${t('settings.title')} ${t(`settings.keywords.${part}`)}`,
    icon: SettingsIcon,
    href: `/app/settings/${part}`,
  }))

/** The other workspaces of the desktop app, if this page is in it. */
function workspacesOf(desk: Desk): Entry[] {
  const found = workspaceChoices(desk)
  if (!found) return []
  const keywords = t('workspaces.words')
  return [
    ...found.choices
      .filter(({ isShown }) => !isShown)
      .map(({ id, name, choose }) => ({
        id: `workspace:${id}`,
        label: t('workspaces.switchTo', { name }),
        icon: id === 'local' ? LaptopIcon : ServerIcon,
        keywords,
        run: choose,
      })),
    {
      id: 'workspace-add',
      label: t('workspaces.add'),
      icon: PlusIcon,
      keywords,
      run: found.add,
    },
  ]
}

function actionsOf(desk: Desk): Entry[] {
  const { theme, status } = desk.preferences
  const { may } = desk.session
  const icons = { auto: AutoIcon, light: SunIcon, dark: MoonIcon }
  const actions: readonly (Entry | false)[] = [
    may('assistants') && {
      id: 'new-assistant',
      label: t('shell.palette.actions.newAssistant'),
      icon: AssistantIcon,
      href: '/app/assistants/new',
    },
    may('assistants') && {
      id: 'new-tool',
      label: t('shell.palette.actions.newTool'),
      icon: ToolIcon,
      href: '/app/tools/new',
    },
    may('outreach') && {
      id: 'new-sms',
      label: t('shell.palette.actions.newSms'),
      icon: SmsIcon,
      href: '/app/sms/new',
    },
    may('numbers') && {
      id: 'buy-number',
      label: t('shell.palette.actions.buyNumber'),
      icon: NumbersIcon,
      href: '/app/phone-numbers?edit=buy',
    },
    may('keys') && {
      id: 'new-key',
      label: t('shell.palette.actions.apiKey'),
      icon: KeyIcon,
      href: '/app/api-keys',
    },
    may('people') && {
      id: 'new-person',
      label: t('shell.palette.actions.addPerson'),
      icon: PlusIcon,
      href: '/app/users',
    },
    ...(['auto', 'light', 'dark'] as const).map((value) => ({
      id: `theme:${value}`,
      label: t('shell.palette.actions.theme', { name: t(`shell.account.${value}`) }),
      icon: icons[value],
      keywords: t('shell.palette.actions.words.theme'),
      run: () => {
        theme.value = value
      },
    })),
    ...Object.entries(LANGUAGES)
      .filter(([code]) => code !== language)
      .map(([code, name]) => ({
        id: `language:${code}`,
        label: t('shell.palette.actions.language', { name }),
        icon: GlobeIcon,
        keywords: t('shell.palette.actions.words.language'),
        run: () => chooseLanguage(desk.storage, code),
      })),
    ...(['available', 'away'] as const).map((value) => ({
      id: `status:${value}`,
      label: t(`shell.palette.actions.${value}`),
      icon: PersonIcon,
      keywords: t('shell.palette.actions.words.status'),
      run: () => {
        status.value = value
      },
    })),
    {
      id: 'sign-out',
      label: t('shell.account.signOut'),
      icon: LeaveIcon,
      run: () => void signOut(desk),
    },
  ]
  return actions.filter((action) => action !== false)
}
