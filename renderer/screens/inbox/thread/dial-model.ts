import { computed, signal } from '@preact/signals'
import type { Activity } from '#contracts/activities.ts'
import { ApiError } from '#contracts/client.ts'
import { AiMode, Dial } from '#contracts/dial-fields.ts'
import { type Api, explain } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'

/** The part of a conversation that the answering mode needs. */
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
  /** The conversation as currently known; reactive. */
  readonly thread: () => Dialled | undefined
  /** Called with the new answering mode. */
  readonly onTurned: (dial: Dial) => void
  /** Id of the signed-in operator, once known. */
  readonly me?: () => number | undefined
}

export type DialModel = ReturnType<typeof createDialModel>

/** Maximum age of a change that counts as recent, ms. */
const MOMENT = 60_000

/** Answering mode of a conversation: changed optimistically, and reverted if another operator was faster. */
export function createDialModel({ api, id, thread, onTurned, me }: Needs) {
  const wanted = signal<AiMode>()
  const notice = signal<string>()
  const mode = computed(() => wanted.value ?? thread()?.ai_mode)
  const isEnded = computed(() => thread()?.ended_at != null)
  let turning: Promise<unknown> = Promise.resolve()
  /** Error of the last change, if its request failed. */
  let cause: unknown

  /** Changes the mode; false if it failed or another operator was faster. */
  function turn(to: AiMode): Promise<boolean> {
    // Changes are serialized: each depends on the result of the previous one.
    const result = turning.then(() => turnNow(to))
    turning = result.catch(() => undefined)
    return result
  }

  async function turnNow(to: AiMode): Promise<boolean> {
    const before = thread()
    if (!before) return false
    if (before.ai_mode === to) return true
    notice.value = undefined
    cause = undefined
    wanted.value = to
    try {
      const body = { mode: to, epoch: before.ai_epoch }
      const { data } = await api.turnDial({ params: { uuid: id }, body })
      onTurned(data)
      return true
    } catch (failure) {
      const stands = standsAt(failure)
      if (!stands) {
        cause = failure
        notice.value = `${t('dial.failed')} ${explain(failure)}`
        return false
      }
      onTurned(stands)
      // A retry after a lost response is not a conflict.
      if (stands.mode === to && stands.changed_by?.id === me?.()) return true
      notice.value = fasterLine(stands)
      return false
    } finally {
      wanted.value = undefined
    }
  }

  /**
   * Ensures that an operator can write without the assistant answering in parallel.
   * @throws the error of the request, or ApiError 409 if somebody else was faster
   */
  async function takeOver(): Promise<void> {
    if (thread()?.ai_mode !== 'auto' || isEnded.value) return
    if (await turn('human')) return
    throw cause ?? new ApiError(409, { message: notice.value ?? t('dial.changed') })
  }

  return {
    /** Current mode, including a pending change. */
    mode,
    isTurning: computed(() => wanted.value !== undefined),
    isEnded,
    /** Error of the last change, or the operator who was faster. */
    notice,
    turn,
    takeOver,
    dismiss(): void {
      notice.value = undefined
    },
  }
}

/** Current mode from a conflict response. */
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

const ruleIn = ({ rule }: Activity['data']) =>
  typeof rule === 'string' ? t('thread.activity.rule', { name: rule }) : undefined

/** Label of a mode change in the thread. */
export function modeLine({ by, data }: Pick<Activity, 'by' | 'data'>): string {
  const mode = AiMode.safeParse(data['mode']).data
  return mode
    ? t(`dial.lines.${mode}`, { name: by?.name ?? ruleIn(data) ?? t('dial.somebody') })
    : t('dial.changed')
}
