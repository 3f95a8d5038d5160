/** What a desktop notification says. */
export interface Note {
  readonly title: string
  readonly body: string
}

/** What the window is told about the server behind it. */
export type ServerState = 'running' | 'restarting' | 'stopped'

/** What the desktop app gives the operator screens as `window.desktop`; in a browser it is not there. */
export interface DesktopApi {
  /** A new one-time secret to open a session with. */
  signInSecret(): Promise<string>
  notify(note: Note): Promise<void>
  version(): Promise<string>
  /** Calls back with each change; the answer ends it. */
  onServerState(listener: (state: ServerState) => void): () => void
}

/** What the window can ask of the main process: channel → signature. */
export interface Invocations {
  'session:secret': () => string
  'note:show': (note: Note) => void
  'app:version': () => string
}

/** What the main process tells the window: channel → content. */
export interface Announcements {
  'server:state': ServerState
}
