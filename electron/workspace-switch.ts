import { delay } from './wait.ts'
import type { AppWindow } from './window.ts'
import type { Entry } from './workspace-check.ts'
import { LOCAL, type Workspace, type Workspaces } from './workspaces.ts'

/** Question to a person when a workspace does not answer. */
export interface Unanswered {
  readonly workspace: Workspace
  readonly fault: Entry
  /** The name of the workspace to be at instead; undefined for the one on this computer. */
  readonly instead: string | undefined
  /** Takes the question away: the workspace answers by now, or somebody wants something else. */
  readonly signal: AbortSignal
}

export interface SwitchNeeds {
  readonly workspaces: Workspaces
  readonly window: Pick<AppWindow, 'focus' | 'go' | 'renew' | 'arrive' | 'current'>
  readonly enter: (workspace: Workspace) => Promise<Entry>
  /** Asks whether to try again; resolves to true for yes. */
  readonly ask: (unanswered: Unanswered) => Promise<boolean>
  /** Resolves to true when the page that the window shows may be left. */
  readonly mayLeave: () => Promise<boolean>
  /** Called before the window shows another workspace than before. */
  readonly onSwitch: () => void
}

/** The way from one workspace to another. */
export interface Switch {
  /** Shows a workspace, at a screen if one is named. */
  show(id: string, place?: string): Promise<void>
  /** Brings the window to the front, whatever it shows. */
  front(place?: string): Promise<void>
  /** The page that is shown did not come. */
  recover(): Promise<void>
  /** Nobody is there any more to go anywhere, or to be asked. */
  stop(): void
}

/** Between two tries by itself, ms. */
const FIRST_MS = 2000
const LONGEST_MS = 30_000

const isThere = (entry: Entry) => entry === 'in' || entry === 'door'

/** Leads the window from workspace to workspace, and never to one that does not answer. */
export function createSwitch(needs: SwitchNeeds): Switch {
  const { workspaces, window, enter, ask, mayLeave, onSwitch } = needs
  /** Aborts the switch in progress, which a newer one replaces. */
  let way: AbortController | undefined
  /** The screen that was asked for on the way. */
  let wanted: string | undefined

  /** Waits until a workspace answers; false where a person would rather be elsewhere. */
  async function reach(workspace: Workspace, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const entry = await enter(workspace)
      if (signal.aborted) return false
      if (isThere(entry)) return true
      const next = await askWhileTrying(workspace, entry, signal)
      if (signal.aborted || next === 'instead') return false
      if (next === 'answers') return true
    }
  }

  async function askWhileTrying(workspace: Workspace, fault: Entry, signal: AbortSignal) {
    const question = new AbortController()
    const either = AbortSignal.any([signal, question.signal])
    const isShown = workspaces.shown === workspace.id
    const instead = isShown ? undefined : workspaces.remote?.name
    const asked = ask({ workspace, fault, instead, signal: either })
    const next = await Promise.race([
      asked.then((isWanted) => (isWanted ? 'again' : 'instead')),
      keepTrying(workspace, either),
    ])
    question.abort()
    return next
  }

  async function keepTrying(workspace: Workspace, signal: AbortSignal): Promise<'answers'> {
    for (let wait = FIRST_MS; ; wait = Math.min(wait * 2, LONGEST_MS)) {
      await delay(wait)
      // Whoever waits for this has an answer already.
      if (signal.aborted) return new Promise(() => undefined)
      if (isThere(await enter(workspace))) return 'answers'
    }
  }

  /** Goes somewhere, unless a newer wish comes. */
  async function set(out: (signal: AbortSignal) => Promise<void>): Promise<void> {
    way?.abort()
    const own = new AbortController()
    way = own
    await out(own.signal)
    if (way === own) way = undefined
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

  /** Shows a workspace that answers, unless a person or a newer wish is against it. */
  async function lead(id: string, place: string | undefined, signal: AbortSignal): Promise<void> {
    const workspace = workspaces.find(id)
    const to = workspace?.id ?? LOCAL
    if (to === workspaces.shown && (window.current() || !workspace)) return open(to, place)
    if (workspace && !(await reach(workspace, signal))) {
      // Whoever has a window stays where they are.
      if (!signal.aborted && !window.current()) home(place)
      return
    }
    if ((await mayLeave()) && !signal.aborted) open(to, place)
  }

  const show = (id: string, place?: string) => set((signal) => lead(id, place, signal))

  return {
    show,

    async front(place) {
      if (window.current() || workspaces.shown === LOCAL) return open(workspaces.shown, place)
      wanted = place ?? wanted
      if (!way) await show(workspaces.shown)
    },

    stop: () => way?.abort(),

    async recover() {
      const { remote } = workspaces
      if (!remote || way) return
      await set(async (signal) => {
        if (await reach(remote, signal)) {
          window.arrive()
          window.focus()
        } else if (!signal.aborted) home()
      })
    },
  }
}
