import type { Desk } from '../../desk.ts'
import { LANGUAGES, language } from '../../texts/language.ts'
import { settingsTexts } from '../../texts/settings.ts'
import { shellTexts } from '../../texts/shell.ts'
import { workspacesTexts } from '../../texts/workspaces.ts'
import {
  AssistantIcon,
  AutoIcon,
  ClockIcon,
  GlobeIcon,
  KeyIcon,
  LeaveIcon,
  MoonIcon,
  PersonIcon,
  PlusIcon,
  SettingsIcon,
  SmsIcon,
  SunIcon,
} from '../../ui/icons.tsx'
import { LaptopIcon, ServerIcon, ToolIcon } from '../../ui/icons-work.tsx'
import { workspaceChoices } from '../../workspace-choices.ts'
import { listedParts } from '../settings/parts.ts'
import { chooseLanguage } from '../shell/choose-language.ts'
import { ALL_PLACES } from '../shell/places.ts'
import { signOut } from '../shell/sign-out.ts'
import type { Entry, Section } from './palette-model.ts'

const { palette: t, account } = shellTexts

/** What the palette knows without asking anybody. */
export function createLocal(desk: Desk) {
  const actions = actionsOf(desk)
  const settings = settingsOf()
  return (isBlank: boolean): readonly Section<Entry>[] => {
    const sections = [
      { title: t.groups.here, entries: commandsOf(desk) },
      { title: t.groups.screens, entries: screensOf(desk) },
      { title: t.groups.actions, entries: [...workspacesOf(desk), ...actions] },
    ]
    if (isBlank) return [{ title: t.groups.recent, entries: recentOf(desk) }, ...sections]
    return [...sections, { title: t.groups.settings, entries: settings }]
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

const screensOf = ({ commands }: Desk): Entry[] =>
  ALL_PLACES.map(({ href, label, icon, command }) => ({
    id: href,
    label,
    icon,
    href,
    keys: command && commands.keysOf(command)[0],
  }))

const settingsOf = (): readonly Entry[] =>
  listedParts().map((part) => ({
    id: `settings:${part}`,
    label: settingsTexts.parts[part],
    hint: settingsTexts.leads[part],
    keywords: `${settingsTexts.title} ${settingsTexts.keywords[part]}`,
    icon: SettingsIcon,
    href: `/app/settings/${part}`,
  }))

/** The other workspaces of the desktop app, if this page is in it. */
function workspacesOf(desk: Desk): Entry[] {
  const found = workspaceChoices(desk)
  if (!found) return []
  const keywords = workspacesTexts.words
  return [
    ...found.choices
      .filter(({ isShown }) => !isShown)
      .map(({ id, name, choose }) => ({
        id: `workspace:${id}`,
        label: workspacesTexts.switchTo(name),
        icon: id === 'local' ? LaptopIcon : ServerIcon,
        keywords,
        run: choose,
      })),
    {
      id: 'workspace-add',
      label: workspacesTexts.add,
      icon: PlusIcon,
      keywords,
      run: found.add,
    },
  ]
}

function actionsOf(desk: Desk): Entry[] {
  const { theme, status } = desk.preferences
  const icons = { auto: AutoIcon, light: SunIcon, dark: MoonIcon }
  return [
    {
      id: 'new-assistant',
      label: t.actions.newAssistant,
      icon: AssistantIcon,
      href: '/app/assistants/new',
    },
    { id: 'new-tool', label: t.actions.newTool, icon: ToolIcon, href: '/app/tools/new' },
    { id: 'new-sms', label: t.actions.newSms, icon: SmsIcon, href: '/app/sms/new' },
    { id: 'new-key', label: t.actions.apiKey, icon: KeyIcon, href: '/app/api-keys' },
    { id: 'new-person', label: t.actions.addPerson, icon: PlusIcon, href: '/app/users' },
    ...(['auto', 'light', 'dark'] as const).map((value) => ({
      id: `theme:${value}`,
      label: t.actions.theme(account[value]),
      icon: icons[value],
      keywords: t.actions.words.theme,
      run: () => {
        theme.value = value
      },
    })),
    ...Object.entries(LANGUAGES)
      .filter(([code]) => code !== language)
      .map(([code, name]) => ({
        id: `language:${code}`,
        label: t.actions.language(name),
        icon: GlobeIcon,
        keywords: t.actions.words.language,
        run: () => chooseLanguage(desk.storage, code),
      })),
    ...(['available', 'away'] as const).map((value) => ({
      id: `status:${value}`,
      label: t.actions[value],
      icon: PersonIcon,
      keywords: t.actions.words.status,
      run: () => {
        status.value = value
      },
    })),
    { id: 'sign-out', label: account.signOut, icon: LeaveIcon, run: () => void signOut(desk) },
  ]
}
