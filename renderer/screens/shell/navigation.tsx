import type { Desk } from '../../desk.ts'
import { Brand } from '../../ui/brand.tsx'
import { Avatar } from '../../ui/display.tsx'
import {
  AssistantIcon,
  CodeIcon,
  ExternalIcon,
  GlobeIcon,
  type Icon,
  InboxIcon,
  KeyboardIcon,
  SettingsIcon,
} from '../../ui/icons.tsx'

interface NavigationProps {
  readonly desk: Desk
  readonly path: string
  readonly onHelp: () => void
}

/** The way between the screens, and out of the app. */
export function Navigation({ desk, path, onHelp }: NavigationProps) {
  const unread = desk.inbox.unread.value
  const name = desk.session.account.value?.name ?? ''
  return (
    <nav class="navigation" aria-label="Main">
      <a class="navigation-brand" href="/app/inbox" aria-label="Parley, to the inbox">
        <Brand />
        <span class="navigation-label">Parley</span>
      </a>
      <ul>
        <Item href="/app/inbox" icon={InboxIcon} label="Inbox" path={path} count={unread} />
        <Item href="/app/assistants" icon={AssistantIcon} label="Assistants" path={path} />
        <Item href="/app/settings" icon={SettingsIcon} label="Settings" path={path} />
      </ul>
      <ul class="navigation-more">
        <Outside href="/demo" icon={GlobeIcon} label="Demo page" />
        <Outside href="/api/docs" icon={CodeIcon} label="API reference" />
        <li>
          <button type="button" class="navigation-item" onClick={onHelp} title="Shortcuts (?)">
            <KeyboardIcon />
            <span class="navigation-label">Shortcuts</span>
            <kbd class="navigation-hint">?</kbd>
          </button>
        </li>
      </ul>
      <a class="navigation-account" href="/app/settings" title={`Signed in as ${name}`}>
        <Avatar name={name} id={name} />
        <span class="navigation-label">
          {name}
          <span class="visually-hidden">, your settings</span>
        </span>
      </a>
    </nav>
  )
}

interface ItemProps {
  readonly href: string
  readonly icon: Icon
  readonly label: string
  readonly path: string
  readonly count?: number
}

function Item({ href, icon: Icon, label, path, count = 0 }: ItemProps) {
  const isCurrent = path === href || path.startsWith(`${href}/`)
  return (
    <li>
      <a
        class="navigation-item"
        href={href}
        title={label}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon />
        <span class="navigation-label">{label}</span>
        {count > 0 && (
          <span class="count">
            {count > 99 ? '99+' : count}
            <span class="visually-hidden"> unread</span>
          </span>
        )}
      </a>
    </li>
  )
}

function Outside({ href, icon: Icon, label }: Pick<ItemProps, 'href' | 'icon' | 'label'>) {
  return (
    <li>
      <a class="navigation-item" href={href} title={label} target="_blank" rel="noopener">
        <Icon />
        <span class="navigation-label">
          {label}
          <span class="visually-hidden"> (opens beside the app)</span>
        </span>
        <span class="navigation-hint">
          <ExternalIcon size={14} />
        </span>
      </a>
    </li>
  )
}
