import path from 'node:path'
import { app, type BrowserWindow, type MenuItemConstructorOptions, session } from 'electron'
import { guardSession } from './guard.ts'
import type { Trust } from './ipc.ts'
import { createKept } from './kept.ts'
import type { Keyring } from './keyring.ts'
import { logProblem } from './log.ts'
import { mayLeave } from './may-leave.ts'
import { forgetNotes } from './notes.ts'
import { refusalOf } from './sandboxed.ts'
import type { AppWindow } from './window.ts'
import { enterWorkspace, leaveWorkspace, type Send } from './workspace-check.ts'
import { registerWorkspaceHandlers } from './workspace-handlers.ts'
import { createWorkspaceKeys } from './workspace-keys.ts'
import { workspaceItems, workspaceMenu } from './workspace-menu.ts'
import { askAboutUnanswered } from './workspace-question.ts'
import { createSwitch } from './workspace-switch.ts'
import { createWorkspaceVerbs } from './workspace-verbs.ts'
import {
  createWorkspaces,
  KeptWorkspaces,
  LOCAL,
  mayShow,
  namesFor,
  type Workspace,
} from './workspaces.ts'

export interface ElsewhereNeeds {
  readonly window: () => AppWindow
  /** The origin of the server on this computer. */
  readonly home: () => string | undefined
  /** False if pages run without Chromium's sandbox, which rules out showing remote pages. */
  readonly isSandboxed: boolean
  readonly keyring: Keyring
  /** Rebuilds the menus, which list the workspaces. */
  readonly refreshMenus: () => void
}

/** The screen for adding workspaces. */
const SETTINGS = '/app/settings/workspaces'

const profile = () => app.getPath('userData')

/** Manages remote workspaces for the main process. */
export function createElsewhere({
  window,
  home,
  isSandboxed,
  keyring,
  refreshMenus,
}: ElsewhereNeeds) {
  const refusal = refusalOf(isSandboxed)
  const workspaces = createWorkspaces(
    createKept(() => path.join(profile(), 'workspaces.json'), KeptWorkspaces),
  )
  const keys = createWorkspaceKeys(profile, keyring)

  /** Without a keyring, a persistent session would lie in the profile without effective encryption. */
  const partitionOf = ({ id }: Workspace) =>
    `${keys.arePersistent ? 'persist:' : ''}workspace-${id}`
  const sendFrom =
    (partition: string): Send =>
    (url, init) =>
      session.fromPartition(partition).fetch(url, init)
  const enter = async (workspace: Workspace) =>
    refusal?.fault ??
    enterWorkspace(sendFrom(partitionOf(workspace)), workspace.address, await keys.of(workspace.id))
  const names = () => namesFor(workspaces)

  const switcher = createSwitch({
    workspaces,
    window: {
      focus: () => window().focus(),
      go: (place) => window().go(place),
      renew: (place) => window().renew(place),
      ensureLoaded: () => window().ensureLoaded(),
      current: () => window().current(),
    },
    enter,
    ask: (unanswered) => askAboutUnanswered(unanswered, window().current()),
    mayLeave: () => mayLeave(window().current()),
    onSwitch() {
      forgetNotes()
      refreshMenus()
    },
  })
  const verbs = createWorkspaceVerbs({
    workspaces,
    keys,
    send: (url, init) => sendFrom('workspace-check')(url, init),
    home,
    refusal,
    async leave(workspace) {
      const partition = partitionOf(workspace)
      await leaveWorkspace(sendFrom(partition), workspace.address)
      const own = session.fromPartition(partition)
      await Promise.all([own.clearStorageData(), own.clearCache()])
    },
    onChange() {
      refreshMenus()
      window().send('workspaces:changed', names())
    },
  })

  const show = (id: string, place?: string) => void switcher.show(id, place).catch(logProblem)
  const showHome = (place: string) => show(LOCAL, place)
  const offer = () => showHome(SETTINGS)

  return {
    /** Checks if keys can be stored; must run before anything is shown. */
    open: keys.open,
    /** The shown workspace, unless it is this computer's. */
    get shown(): { readonly origin: string; readonly partition: string } | undefined {
      const { remote } = workspaces
      return remote && { origin: remote.address, partition: partitionOf(remote) }
    },
    stop: switcher.stop,
    /** Shows a screen of this computer's own Parley. */
    showHome,
    front: (place?: string) => void switcher.bringToFront(place).catch(logProblem),
    /** Handles a page that failed to load; false if it is this computer's. */
    recover(): boolean {
      if (!workspaces.remote) return false
      void switcher.recover().catch(logProblem)
      return true
    },
    /** Binds a new window to a workspace: permissions and title. */
    onOpen(opened: BrowserWindow): void {
      opened.once('closed', () => {
        if (!window().current()) switcher.stop()
      })
      const { remote } = workspaces
      if (!remote) return
      const own = opened.webContents.session
      guardSession(own, () => remote.address)
      own.setSpellCheckerEnabled(session.defaultSession.isSpellCheckerEnabled())
      opened.on('page-title-updated', (event, title) => {
        event.preventDefault()
        opened.setTitle(`${title} · ${workspaces.find(remote.id)?.name ?? remote.name}`)
      })
    },
    register: (trust: Trust): void =>
      registerWorkspaceHandlers({
        trust,
        verbs,
        names,
        show(id) {
          if (!mayShow(workspaces, id)) throw new Error('This page may lead to this computer only')
          show(id)
        },
        offer,
        async openSession() {
          const { remote } = workspaces
          return remote !== undefined && (await enter(remote)) === 'in'
        },
      }),
    menu: (): MenuItemConstructorOptions => workspaceMenu({ workspaces, show, offer }),
    trayItems: (): MenuItemConstructorOptions[] =>
      workspaces.list.length === 0
        ? []
        : [{ label: 'Workspaces', submenu: workspaceItems({ workspaces, show }) }],
  }
}
