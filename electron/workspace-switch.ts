import { delay } from './wait.ts'
import type { AppWindow } from './window.ts'
import type { Entry } from './workspace-check.ts'
import { LOCAL, type Workspace, type Workspaces } from './workspaces.ts'

/** Question about an unresponsive workspace. */
export interface Unanswered {
  readonly workspace: Workspace
  readonly fault: Entry
  /** Name of the workspace to show instead; undefined for the one on this computer. */
  readonly fallback: string | undefined
  /** Closes the question: the workspace has responded, or the user has chosen something else. */
  readonly signal: AbortSignal
}

export interface SwitchNeeds {
  readonly workspaces: Workspaces
  readonly window: Pick<AppWindow, 'focus' | 'go' | 'renew' | 'ensureLoaded' | 'current'>
  readonly enter: (workspace: Workspace) => Promise<Entry>
  /** Asks if it should retry; resolves to true for yes. */
  readonly ask: (unanswered: Unanswered) => Promise<boolean>
  /** Resolves to true if the shown page may be left. */
  readonly mayLeave: () => Promise<boolean>
  /** Called before the window switches to another workspace. */
  readonly onSwitch: () => void
}

/** Switches between workspaces. */
export interface Switch {
  /** Shows a workspace, at a screen if given. */
  show(id: string, place?: string): Promise<void>
  /** Brings the window to the front, whatever it shows. */
  bringToFront(place?: string): Promise<void>
  /** Handles a shown page that failed to load. */
  recover(): Promise<void>
  /** Aborts the switch in progress and its question. */
  stop(): void
}

/** Bounds of the delay between automatic retries, ms. */
const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 30_000

const isThere = (entry: Entry) => entry === 'in' || entry === 'door'

/** Switches the window between workspaces, never to an unresponsive one. */
export function createSwitch(needs: SwitchNeeds): Switch {
  const { workspaces, window, enter, ask, mayLeave, onSwitch } = needs
  /** Aborts the switch in progress, which a newer one replaces. */
  let current: AbortController | undefined
  /** The screen requested during the switch. */
  let wanted: string | undefined

  /** Waits until a workspace responds; false if the user chose another one. */
  async function reach(workspace: Workspace, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const entry = await enter(workspace)
      if (signal.aborted) return false
      if (isThere(entry)) return true
      const next = await askWhileRetrying(workspace, entry, signal)
      if (signal.aborted || next === 'instead') return false
      if (next === 'answers') return true
    }
  }

  async function askWhileRetrying(workspace: Workspace, fault: Entry, signal: AbortSignal) {
    const question = new AbortController()
    const either = AbortSignal.any([signal, question.signal])
    const isShown = workspaces.shown === workspace.id
    const fallback = isShown ? undefined : workspaces.remote?.name
    const asked = ask({ workspace, fault, fallback, signal: either })
    const next = await Promise.race([
      asked.then((isWanted) => (isWanted ? 'again' : 'instead')),
      retryUntilReached(workspace, either),
    ])
    question.abort()
    return next
  }

  async function retryUntilReached(workspace: Workspace, signal: AbortSignal): Promise<'answers'> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      await delay(wait)
      // The race was already decided: never settles.
      if (signal.aborted) return new Promise(() => undefined)
      if (isThere(await enter(workspace))) return 'answers'
    }
  }

  /** Runs a switch, aborting the previous one. */
  async function set(out: (signal: AbortSignal) => Promise<void>): Promise<void> {
    current?.abort()
    const own = new AbortController()
    current = own
    await out(own.signal)
    if (current === own) current = undefined
  }

  function open(id: string, place: string | undefined): void {
    const screen = wanted ?? place
    wanted = undefined
    if (id !== workspaces.shown) {
      workspaces.show(id)
      onSwitch()
      window.renew(screen)
    } else if (screen !== undefined) window.go(screen)
    else window.focus()
  }

  const home = (place?: string) => open(LOCAL, place)

  /** Shows a workspace once it responds, unless the user or a newer switch prevents it. */
  async function switchTo(
    id: string,
    place: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const workspace = workspaces.find(id)
    const to = workspace?.id ?? LOCAL
    if (to === workspaces.shown && (window.current() || !workspace)) return open(to, place)
    if (workspace && !(await reach(workspace, signal))) {
      // With an open window, nothing changes.
      if (!signal.aborted && !window.current()) home(place)
      return
    }
    if ((await mayLeave()) && !signal.aborted) open(to, place)
  }

  const show = (id: string, place?: string) => set((signal) => switchTo(id, place, signal))

  return {
    show,

    async bringToFront(place) {
      if (window.current() || workspaces.shown === LOCAL) return open(workspaces.shown, place)
      wanted = place ?? wanted
      if (!current) await show(workspaces.shown)
    },

    stop: () => current?.abort(),

    async recover() {
      const { remote } = workspaces
      if (!remote || current) return
      await set(async (signal) => {
        if (await reach(remote, signal)) {
          window.ensureLoaded()
          window.focus()
        } else if (!signal.aborted) home()
      })
    },
  }
}
