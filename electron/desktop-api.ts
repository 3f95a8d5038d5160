/** Content of a desktop notification, and the screen it opens. */
export interface Note {
  readonly title: string
  readonly body: string
  /** The conversation that a click opens. */
  readonly conversation?: string | undefined
  /** Placeholder of the quick reply, where the platform has one. */
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

/** Start at login; `unsupported` where Parley is not installed. */
export type LoginItem = 'on' | 'off' | 'unsupported'

/** A Parley elsewhere that the window can show, as a page may know it. */
export interface NamedWorkspace {
  readonly id: string
  readonly name: string
}

/**
 * The workspaces that a page knows of: this computer's own page all of them, a page of a server elsewhere only itself. The
 * one on this computer is `local` and stands in no list.
 */
export interface WorkspaceNames {
  /** The id of the one that the window shows. */
  readonly shown: string
  readonly remote: readonly NamedWorkspace[]
}

/** Location of a workspace's key: the keyring, memory until the app ends, or nowhere. */
export type KeyKept = 'kept' | 'for-now' | 'none'

/** A Parley elsewhere, as this computer's own pages see it. */
export interface KnownWorkspace extends NamedWorkspace {
  readonly address: string
  readonly key: KeyKept
}

export interface KnownWorkspaces {
  readonly workspaces: readonly KnownWorkspace[]
  /** False where this computer has no keyring, so that keys are forgotten when the app ends. */
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

/** Form of a new workspace; without a name it gets that of its account. */
export interface NewWorkspace {
  readonly address: string
  readonly key: string
  readonly name: string
}

export type WorkspaceOutcome =
  | { readonly workspace: KnownWorkspace }
  | { readonly fault: WorkspaceFault }

/** The workspaces of the desktop app. Pages of a workspace elsewhere may ask for their own name, `show` this computer and `offer` only. */
export interface WorkspacesApi {
  names(): Promise<WorkspaceNames>
  show(id: string): Promise<void>
  /** Shows where workspaces are added, on this computer. */
  offer(): Promise<void>
  known(): Promise<KnownWorkspaces>
  add(workspace: NewWorkspace): Promise<WorkspaceOutcome>
  rename(id: string, name: string): Promise<void>
  replaceKey(id: string, key: string): Promise<WorkspaceOutcome>
  /** Forgets it, its key, and what its pages have stored. */
  remove(id: string): Promise<void>
  onChange(listener: (names: WorkspaceNames) => void): () => void
}

/** State of the server behind the window. */
export type ServerState = 'running' | 'restarting' | 'stopped'

/** Reason why no new version was found or installed. */
export type UpdateProblem =
  | 'unreachable'
  | 'unsigned'
  | 'outdated'
  | 'unusable'
  | 'damaged'
  | 'not_installed'

/** A version that is newer than this one. */
export interface News {
  readonly version: string
  /** Release notes in Markdown, signed with the version. */
  readonly notes: string
  /** Download page, for people who install the package themselves. */
  readonly place: string
}

/**
 * State of this version against the newest: `off` without a feed, `waiting` before the first look, `found` when Parley
 * cannot replace itself, `ready` when a restart installs it.
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
  /** Time of the last answer from the feed, ms since 1970. */
  readonly lookedAt?: number | undefined
  readonly news?: News | undefined
  /** Progress of a download, 0 to 1. */
  readonly progress?: number | undefined
  readonly problem?: UpdateProblem | undefined
  /** True if it is also installed when Parley quits. */
  readonly atQuit?: boolean | undefined
}

/** API of the desktop app for the operator screens, as `window.desktop`; absent in a browser. */
export interface DesktopApi {
  /** A new one-time secret to open a session with. */
  signInSecret(): Promise<string>
  /** Has the main process open a session of a workspace elsewhere with its key; whether it did. */
  openSession(): Promise<boolean>
  notify(note: Note): Promise<void>
  version(): Promise<string>
  showAttention(attention: Attention): Promise<void>
  loginItem(): Promise<LoginItem>
  setLoginItem(isOn: boolean): Promise<LoginItem>
  /** Diagnostics without secrets, for review before they are sent. */
  diagnostics(): Promise<string>
  updates(): Promise<Updates>
  /** Looks for a new version now. */
  lookForUpdates(): Promise<void>
  /** Drains the server, installs what is ready and starts again. */
  installUpdate(): Promise<void>
  onUpdates(listener: (updates: Updates) => void): () => void
  readonly workspaces: WorkspacesApi
  /** Calls back with each change; the answer ends it. */
  onServerState(listener: (state: ServerState) => void): () => void
  /** Calls back with each screen that a link, a menu or a notification asks for. */
  onGo(listener: (place: string) => void): () => void
  onQuickReply(listener: (reply: QuickReply) => void): () => void
  /** Calls back when the machine has slept, or its clock may have jumped. */
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
