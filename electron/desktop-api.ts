/** Content of a desktop notification, and the screen it opens. */
export interface Note {
  readonly title: string
  readonly body: string
  /** The conversation that a click opens. */
  readonly conversation?: string | undefined
  /** Placeholder of the quick reply, if the platform supports one. */
  readonly reply?: string | undefined
}

/** Reply typed into a notification. */
export interface QuickReply {
  readonly conversation: string
  readonly text: string
}

/** State shown outside the window: the unread count, and whether the operator is available. */
export interface Attention {
  readonly unread: number
  readonly status: 'available' | 'away'
}

/** Start at login; `unsupported` if Parley is not installed. */
export type LoginItem = 'on' | 'off' | 'unsupported'

/** A remote workspace that the window can show, reduced to what a page may know. */
export interface NamedWorkspace {
  readonly id: string
  readonly name: string
}

/**
 * The workspaces known to a page: for this computer's own page all of them, for a remote server's page only itself. The
 * one on this computer is `local` and is not listed.
 */
export interface WorkspaceNames {
  /** Id of the shown workspace. */
  readonly shown: string
  readonly remote: readonly NamedWorkspace[]
}

/** Storage of a workspace's key: the keyring, memory until the app exits, or none. */
export type KeyKept = 'kept' | 'for-now' | 'none'

/** A remote workspace as seen by this computer's own pages. */
export interface KnownWorkspace extends NamedWorkspace {
  readonly address: string
  readonly key: KeyKept
}

export interface KnownWorkspaces {
  readonly workspaces: readonly KnownWorkspace[]
  /** False without a keyring: then keys are forgotten when the app exits. */
  readonly keepsKeys: boolean
}

/** Reason why a workspace was rejected. */
export type WorkspaceFault =
  | 'bad-address'
  | 'not-secure'
  | 'no-answer'
  | 'not-parley'
  | 'certificate'
  | 'key-refused'
  | 'already-there'
  | 'not-kept'
  | 'unsandboxed'

/** Form for a new workspace; without a name it takes its account's. */
export interface NewWorkspace {
  readonly address: string
  readonly key: string
  readonly name: string
}

export type WorkspaceOutcome =
  | { readonly workspace: KnownWorkspace }
  | { readonly fault: WorkspaceFault }

/**
 * The workspaces of the desktop app. Pages of a remote workspace may only ask for their own name, `show` this computer,
 * and `offer`.
 */
export interface WorkspacesApi {
  names(): Promise<WorkspaceNames>
  show(id: string): Promise<void>
  /** Shows the screen for adding workspaces, on this computer. */
  offer(): Promise<void>
  known(): Promise<KnownWorkspaces>
  add(workspace: NewWorkspace): Promise<WorkspaceOutcome>
  rename(id: string, name: string): Promise<void>
  replaceKey(id: string, key: string): Promise<WorkspaceOutcome>
  /** Removes it with its key and its pages' stored data. */
  remove(id: string): Promise<void>
  onChange(listener: (names: WorkspaceNames) => void): () => void
}

/** State of the server behind the window. */
export type ServerState = 'running' | 'restarting' | 'stopped'

/** Reason why an update check or an installation failed. */
export type UpdateProblem =
  | 'unreachable'
  | 'unsigned'
  | 'outdated'
  | 'unusable'
  | 'damaged'
  | 'not_installed'

/** A version newer than this one. */
export interface News {
  readonly version: string
  /** Release notes in Markdown, signed with the version. */
  readonly notes: string
  /** Download page, for manual installation. */
  readonly place: string
}

/**
 * Update state: `off` without a feed, `waiting` before the first check, `found` if Parley cannot replace itself,
 * `ready` if a restart installs it.
 */
export type UpdateStep =
  | 'off'
  | 'waiting'
  | 'looking'
  | 'current'
  | 'found'
  | 'downloading'
  | 'ready'
  | 'installing'
  | 'failed'

/** Update state of the desktop app. */
export interface Updates {
  readonly step: UpdateStep
  /** Time of the feed's last response, ms since 1970. */
  readonly lookedAt?: number | undefined
  readonly news?: News | undefined
  /** Progress of a download, 0 to 1. */
  readonly progress?: number | undefined
  readonly problem?: UpdateProblem | undefined
  /** True if it is also installed when Parley quits. */
  readonly atQuit?: boolean | undefined
}

/** A checked page to show with an assistant's chat, in a window of its own. */
export interface SiteToShow {
  /** UUID of the assistant. */
  readonly assistant: string
  readonly url: string
  readonly size: 'desktop' | 'phone'
}

/** State of a shown page once its scripts had run. All texts are a stranger's. */
export interface SiteSeen {
  /** Its address, after redirects. */
  readonly url: string
  /** True if its source has no tag of the assistant, so that the tag was put into it. */
  readonly isAdded: boolean
  /** Number of the assistant's tags in the page. */
  readonly tags: number
  readonly hasLauncher: boolean
  /** Requests of the chat that its content security policy blocked. */
  readonly violations: readonly { readonly directive: string; readonly blocked: string }[]
  /** Requests of the chat that failed, with Chromium's name of the error. */
  readonly failures: readonly { readonly url: string; readonly error: string }[]
  /** Addresses of its service workers. */
  readonly workers: readonly string[]
  /** Elements that overlap the launcher. */
  readonly obstacles: readonly string[]
  /** Distance from the edge that keeps clear of them, px; null if there is none. */
  readonly offset_y: number | null
}

/** Reason why a page was not seen: closed by the user, not loaded, or not responding. */
export type SiteFault = 'closed' | 'unreachable' | 'silent' | 'unavailable' | 'unsandboxed'

/** Outcome of showing a page; `reason` is Chromium's name of the error if it did not load. */
export type SiteOutcome =
  | { readonly seen: SiteSeen }
  | { readonly fault: SiteFault; readonly reason?: string | undefined }

/** API of the desktop app for the operator screens, as `window.desktop`; absent in a browser. */
export interface DesktopApi {
  /** Returns a new one-time secret for signing in. */
  signInSecret(): Promise<string>
  /** Makes the main process sign in to a remote workspace with its key; resolves to true if it succeeded. */
  openSession(): Promise<boolean>
  notify(note: Note): Promise<void>
  version(): Promise<string>
  showAttention(attention: Attention): Promise<void>
  loginItem(): Promise<LoginItem>
  setLoginItem(isOn: boolean): Promise<LoginItem>
  /** Diagnostics without secrets, for review before they are sent. */
  diagnostics(): Promise<string>
  updates(): Promise<Updates>
  /** Checks for a new version now. */
  lookForUpdates(): Promise<void>
  /** Drains the server, installs the downloaded update and restarts. */
  installUpdate(): Promise<void>
  onUpdates(listener: (updates: Updates) => void): () => void
  /** Shows a checked page in an isolated window and resolves to what was seen there. */
  showSite(site: SiteToShow): Promise<SiteOutcome>
  readonly workspaces: WorkspacesApi
  /** Subscribes to state changes; returns the unsubscribe function. */
  onServerState(listener: (state: ServerState) => void): () => void
  /** Subscribes to screens requested by a link, a menu or a notification. */
  onGo(listener: (place: string) => void): () => void
  onQuickReply(listener: (reply: QuickReply) => void): () => void
  /** Subscribes to wake-ups of the machine, when its clock may have jumped. */
  onAwake(listener: () => void): () => void
}

/** Requests from the window to the main process: channel → signature. */
export interface Invocations {
  'session:secret': () => string
  'note:show': (note: Note) => void
  'app:version': () => string
  'attention:show': (attention: Attention) => void
  'login:read': () => LoginItem
  'login:set': (isOn: boolean) => LoginItem
  'diagnostics:read': () => string
  'updates:read': () => Updates
  'updates:look': () => void
  'updates:install': () => void
  'session:open': () => boolean
  'site:show': (site: SiteToShow) => SiteOutcome
  'workspaces:names': () => WorkspaceNames
  'workspaces:show': (id: string) => void
  'workspaces:offer': () => void
  'workspaces:known': () => KnownWorkspaces
  'workspaces:add': (workspace: NewWorkspace) => WorkspaceOutcome
  'workspaces:rename': (id: string, name: string) => void
  'workspaces:key': (id: string, key: string) => WorkspaceOutcome
  'workspaces:remove': (id: string) => void
}

/** Messages from the main process to the window: channel → content. */
export interface Announcements {
  'server:state': ServerState
  'place:go': string
  'note:reply': QuickReply
  'machine:awake': null
  'updates:changed': Updates
  'workspaces:changed': WorkspaceNames
}
