import type { StartError, StartErrorCode } from '../server/errors.ts'

/** Environment variable with the log file of the server process. */
export const LOG_FILE = 'PARLEY_DESKTOP_LOG'

/** One-time sign-in link; `secret` is the fragment of `url`. */
export interface SignInLink {
  readonly url: string
  readonly secret: string
}

/** A page of a website to show with an assistant's chat on it. */
export interface DoorRequest {
  /** UUID of the assistant. */
  readonly assistant: string
  readonly url: string
}

/** A proxy of the server process through which the window of a checked page reaches the network. */
export interface SiteDoor {
  readonly port: number
  /** Origin of this Parley in the tag. */
  readonly origin: string
  /** The assistant's tag. */
  readonly tag: string
}

/** The server process is ready. */
export interface Ready {
  readonly type: 'ready'
  readonly url: string
}

/** The server process failed to start, with the reason as a sentence. */
export interface Failed {
  readonly type: 'failed'
  readonly code: StartErrorCode | 'unusable_settings' | 'crashed'
  readonly message: string
  readonly url?: string | undefined
  readonly signInUrl?: string | undefined
  /** Backup that can be restored if the data is damaged. */
  readonly backup?: StartError['backup'] | undefined
}

/** Messages from the server process to the main process. */
export type FromServer =
  | Ready
  | Failed
  | { readonly type: 'link'; readonly id: number; readonly link: SignInLink }
  | { readonly type: 'door'; readonly id: number; readonly door: SiteDoor }
  /** A link or a door could not be opened. */
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'pong' }

/** Messages from the main process to the server process. */
export type ToServer =
  | { readonly type: 'link'; readonly id: number }
  /** Open a door; it closes the one before. */
  | { readonly type: 'door'; readonly id: number; readonly request: DoorRequest }
  /** Close the door at this port, if it is still the open one. */
  | { readonly type: 'close_door'; readonly port: number }
  | { readonly type: 'ping' }
  | { readonly type: 'stop' }
  /** Crash like a bug, for the self-check. */
  | { readonly type: 'fault' }
