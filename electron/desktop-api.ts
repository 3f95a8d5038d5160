/** What a desktop notification says, and what it leads to. */
export interface Note {
  readonly title: string
  readonly body: string
  /** The conversation that a click opens. */
  readonly conversation?: string | undefined
  /** What stands in the empty field of a quick reply, where the platform has one. */
  readonly reply?: string | undefined
}

/** What somebody wrote into a notification. */
export interface QuickReply {
  readonly conversation: string
  readonly text: string
}

/** What is shown outside the window: how much is unread, and whether the operator is there. */
export interface Attention {
  readonly unread: number
  readonly status: 'available' | 'away'
}

/** Whether Parley starts when its user signs in to the machine; `unsupported` where it is not installed. */
export type LoginItem = 'on' | 'off' | 'unsupported'

/** What the window is told about the server behind it. */
export type ServerState = 'running' | 'restarting' | 'stopped'

/** What the desktop app gives the operator screens as `window.desktop`; in a browser it is not there. */
export interface DesktopApi {
  /** A new one-time secret to open a session with. */
  signInSecret(): Promise<string>
  notify(note: Note): Promise<void>
  version(): Promise<string>
  showAttention(attention: Attention): Promise<void>
  loginItem(): Promise<LoginItem>
  setLoginItem(isOn: boolean): Promise<LoginItem>
  /** What helps to find a fault, without secrets, to be looked at before it is sent. */
  diagnostics(): Promise<string>
  /** Calls back with each change; the answer ends it. */
  onServerState(listener: (state: ServerState) => void): () => void
  /** Calls back with each screen that a link, a menu or a notification asks for. */
  onGo(listener: (place: string) => void): () => void
  onQuickReply(listener: (reply: QuickReply) => void): () => void
  /** Calls back when the machine has slept, or its clock may have jumped. */
  onAwake(listener: () => void): () => void
}

/** What the window can ask of the main process: channel → signature. */
export interface Invocations {
  'session:secret': () => string
  'note:show': (note: Note) => void
  'app:version': () => string
  'attention:show': (attention: Attention) => void
  'login:read': () => LoginItem
  'login:set': (isOn: boolean) => LoginItem
  'diagnostics:read': () => string
}

/** What the main process tells the window: channel → content. */
export interface Announcements {
  'server:state': ServerState
  'place:go': string
  'note:reply': QuickReply
  'machine:awake': null
}
