import { computed, signal } from '@preact/signals'
import type { Activity } from '#contracts/activities.ts'
import { ApiError } from '#contracts/client.ts'
import { AiMode, Dial } from '#contracts/dial-fields.ts'
import { type Api, explain } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'

/** The part of a conversation that a dial needs. */
interface Dialled {
  readonly ai_mode: AiMode
  readonly ai_epoch: number
  readonly mode_changed_by: Dial['changed_by']
  readonly mode_changed_at: string | null
  readonly ended_at: string | null
}

interface Needs {
  readonly api: Api
  readonly id: string
  /** The conversation as it is known; reactive. */
  readonly thread: () => Dialled | undefined
  /** Told how the dial stands. */
  readonly onTurned: (dial: Dial) => void
  /** The operator at this desk, once that is known. */
  readonly me?: () => number | undefined
}

export type DialModel = ReturnType<typeof createDialModel>

/** As long as this a change is a moment ago, ms. */
const MOMENT = 60_000

/** The dial of one conversation: shows at once what was chosen, and takes it back when somebody else was faster. */
export function createDialModel({ api, id, thread, onTurned, me }: Needs) {
  const wanted = signal<AiMode>()
  const notice = signal<string>()
  const mode = computed(() => wanted.value ?? thread()?.ai_mode)
  const isEnded = computed(() => thread()?.ended_at != null)
  let turning: Promise<unknown> = Promise.resolve()

  /** Turns it; true when it stands where it was asked to, because of this. */
  function turn(to: AiMode): Promise<boolean> {
    // One turn after another: each is decided by what the one before has brought.
    const result = turning.then(() => turnNow(to))
    turning = result.catch(() => undefined)
    return result
  }

  async function turnNow(to: AiMode): Promise<boolean> {
    const before = thread()
    if (!before) return false
    if (before.ai_mode === to) return true
    notice.value = undefined
    wanted.value = to
    try {
      const body = { mode: to, epoch: before.ai_epoch }
      const { data } = await api.turnDial({ params: { uuid: id }, body })
      onTurned(data)
      return true
    } catch (failure) {
      const stands = standsAt(failure)
      if (!stands) {
        notice.value = `${t('dial.failed')} ${explain(failure)}`
        return false
      }
      onTurned(stands)
      // An answer that was lost on its way and was asked for again is no defeat.
      if (stands.mode === to && stands.changed_by?.id === me?.()) return true
      notice.value = fasterLine(stands)
      return false
    } finally {
      wanted.value = undefined
    }
  }

  /** Makes sure that a person may write without the assistant talking over them. */
  async function takeWord(): Promise<void> {
    if (thread()?.ai_mode !== 'auto' || isEnded.value) return
    if (!(await turn('human')))
      throw new ApiError(409, { message: notice.value ?? t('dial.changed') })
  }

  return {
    /** Where it stands, or is about to. */
    mode,
    isTurning: computed(() => wanted.value !== undefined),
    isEnded,
    /** Error of the last turn, or the operator who turned it first. */
    notice,
    turn,
    takeWord,
    dismiss(): void {
      notice.value = undefined
    },
  }
}

/** How the dial stands, where an answer says that somebody else was faster. */
function standsAt(failure: unknown): Dial | undefined {
  if (!(failure instanceof ApiError) || failure.status !== 409) return undefined
  return Dial.safeParse((failure.body as { data?: unknown } | undefined)?.data).data
}

function fasterLine({ mode, changed_by: by, changed_at }: Dial): string {
  if (!by || changed_at === null) return `${t('dial.changed')} ${t(`dial.nowIs.${mode}`)}`
  const isNow = Date.now() - Date.parse(changed_at) < MOMENT
  return isNow
    ? t(`dial.justNow.${mode}`, { name: by.name })
    : t(`dial.meanwhile.${mode}`, { name: by.name })
}

/** Label of a turn of the dial between the messages. */
export function modeLine({ by, data }: Pick<Activity, 'by' | 'data'>): string {
  const mode = AiMode.safeParse(data['mode']).data
  return mode
    ? t(`dial.lines.${mode}`, { name: by?.name ?? t('dial.somebody') })
    : t('dial.changed')
}
