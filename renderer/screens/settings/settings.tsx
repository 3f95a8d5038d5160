import './settings.css'
import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { lazy } from 'preact-iso'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { Count, Page, PageHead } from '../../ui/display.tsx'
import { LockIcon } from '../../ui/icons-work.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Banner } from '../../ui/states.tsx'
import { About } from './about.tsx'
import { Access } from './access/access.tsx'
import { Accounts } from './accounts/accounts.tsx'
import { Appearance } from './appearance.tsx'
import { Backups } from './backups/backups.tsx'
import { Budgets } from './budgets.tsx'
import { Channels } from './channels/channels.tsx'
import { Data } from './data.tsx'
import { LanguagePart } from './language.tsx'
import { Limits } from './limits.tsx'
import { Models } from './models/models.tsx'
import { Network } from './network.tsx'
import { Notifications } from './notifications.tsx'
import { isLocked, listedParts, SETTINGS_PARTS, type SettingsPart } from './parts.ts'
import { Profile } from './profile.tsx'
import { Providers } from './providers.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Voice } from './voice/voice.tsx'

/** Loaded when opened, as the rules. */
const Labels = lazy(() => import('./labels/labels.tsx').then((m) => m.Labels))

/** Loaded when opened, as the rules. */
const Blocked = lazy(() => import('./blocked/blocked.tsx').then((m) => m.Blocked))

/** Loaded when opened, because few people change rules. */
const Rules = lazy(() => import('./rules/rules.tsx').then((m) => m.Rules))

/** Loaded when opened, as the rules. */
const Targets = lazy(() => import('./targets/targets.tsx').then((m) => m.Targets))

/** Loaded only in the desktop app. */
const Workspaces = lazy(() => import('./workspaces/workspaces.tsx').then((m) => m.Workspaces))

const PARTS: Readonly<Record<SettingsPart, ComponentType<{ readonly desk: Desk }>>> = {
  profile: Profile,
  notifications: Notifications,
  appearance: Appearance,
  language: LanguagePart,
  shortcuts: Shortcuts,
  access: Access,
  accounts: Accounts,
  providers: Providers,
  channels: Channels,
  labels: Labels,
  blocked: Blocked,
  rules: Rules,
  targets: Targets,
  network: Network,
  models: Models,
  voice: Voice,
  budgets: Budgets,
  limits: Limits,
  data: Data,
  backups: Backups,
  workspaces: Workspaces,
  about: About,
}

/** Settings of the app, and information about this Parley. */
export function Settings({ desk, params }: ScreenProps) {
  const part = SETTINGS_PARTS.find((name) => name === (params['part'] ?? 'profile'))
  if (!part) return <NotFound />
  const Part = PARTS[part]
  return (
    <Page>
      <PageHead title={t('settings.title')} />
      <div class="settings">
        <Parts current={part} desk={desk} />
        <div class="settings-part">
          <h2 class="visually-hidden">{t(`settings.parts.${part}`)}</h2>
          {isLocked(part, desk.session.may) ? (
            <Banner icon={LockIcon}>{t('shell.locked.lead')}</Banner>
          ) : (
            <Part key={part} desk={desk} />
          )}
        </div>
      </div>
    </Page>
  )
}

interface PartsProps {
  readonly current: SettingsPart
  readonly desk: Desk
}

function Parts({ current, desk }: PartsProps) {
  // A version that is ready to install; About shows more.
  const update = desk.updateReady.value
  const search = useSignal('')
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // In a narrow window the parts are a horizontally scrolling row.
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (link && list.current) list.current.scrollLeft = link.offsetLeft - list.current.offsetLeft
  }, [current])
  const text = search.value.trim()
  const words = text.toLowerCase().split(/\s+/)
  const shown = listedParts(desk.session.may).filter((part) => {
    const about =
      `${t(`settings.parts.${part}`)} ${t(`settings.leads.${part}`)} ${t(`settings.keywords.${part}`)}`.toLowerCase()
    return words.every((word) => about.includes(word))
  })
  return (
    <nav class="settings-parts" aria-label={t('settings.title')}>
      <SearchInput
        label={t('settings.search')}
        placeholder={t('settings.search')}
        value={search.value}
        onEdit={(value) => {
          search.value = value
        }}
      />
      {shown.length === 0 && <p class="quiet">{t('settings.nothing', { text })}</p>}
      <ul ref={list}>
        {shown.map((part) => (
          <li key={part}>
            <a href={`/app/settings/${part}`} aria-current={part === current ? 'page' : undefined}>
              <span class="settings-name">
                {t(`settings.parts.${part}`)}
                {update && part === 'about' && (
                  <Count value={1} label={t('updates.ready', { version: update })} />
                )}
              </span>
              <span class="settings-lead">{t(`settings.leads.${part}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
