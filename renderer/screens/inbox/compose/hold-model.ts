import { computed, effect, signal, untracked } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import { MAX_REPLY } from '#contracts/constants.ts'
import type { ConversationDetail } from '#contracts/conversations.ts'
import { PendingAnswer } from '#contracts/hold-fields.ts'
import { type Api, explain } from '../../../app/api.ts'
import { type Keep, storedJson } from '../../../app/storage.ts'
import { t } from '../../../locales/translate.ts'
import { restOf } from '../thread/pending-answer.ts'

interface Needs {
  readonly api: Api
  readonly storage: Keep
  readonly id: string
  /** The tab whose stream keeps the hold. */
  readonly tab: string
  /** Id of the signed-in operator, once known. */
  readonly me: () => number | undefined
  /** The conversation as currently known; reactive. */
  readonly thread: () => ConversationDetail | undefined
  /** Called with a state from a response, which may be faster than the stream. */
  readonly onPending: (pending: PendingAnswer | null) => void
  /** Called when this operator starts or ends to hold an answer. */
  readonly onHolding: (isOn: boolean) => void
}

export type HoldModel = ReturnType<typeof createHoldModel>

type PendingAction = 'holding' | 'releasing' | 'rewriting' | 'discarding'

/** An answer on its way to the visitor: an operator holds, edits and releases what the visitor has not seen. */
export function createHoldModel(needs: Needs) {
  const { api, storage, id, tab, me, thread, onPending, onHolding } = needs
  const params = { uuid: id }
  /** The operator's own text for the rest; null if unedited. */
  const edited = storedJson<string | null>(storage, `parley.hold.${id}`, parseText, null)
  /** Typed text whose hold has ended. */
  const kept = storedJson<string | null>(storage, `parley.hold.kept.${id}`, parseText, null)
  const doing = signal<PendingAction>()
  /** Outcome of the latest request to hold. */
  let holding = Promise.resolve(false)
  const notice = signal<string>()
  /** The field that gets the focus with the hold. */
  const aim = signal<'text' | 'hint'>('text')
  const pending = computed(() => {
    const now = thread()
    return now?.ai_mode === 'auto' && now.ended_at === null ? now.pending_answer : null
  })
  const rest = computed(() => {
    const now = thread()
    return now && pending.value ? restOf(now) : ''
  })
  const isMine = computed(() => {
    const holder = pending.value?.held_by
    return holder != null && holder.id === me()
  })
  // A typed text is for the answer that it was typed for, not for the next one.
  const stopFollowing = effect(() => {
    const isHolding = isMine.value
    untracked(() => {
      onHolding(isHolding)
      if (doing.value === undefined) keepTyped()
    })
  })
  const text = computed(() => edited.value ?? rest.value)
  const problem = computed(() => {
    const { length } = [...text.value]
    return length > MAX_REPLY ? t('dial.tooLong', { max: MAX_REPLY, length }) : undefined
  })

  function keepTyped(): void {
    if (edited.value === null) return
    kept.value = edited.value
    edited.value = null
  }

  async function doOnce(what: PendingAction, act: () => Promise<PendingAnswer | null | undefined>) {
    // The stream may show the hold before its response arrives; a key pressed then must not be lost.
    if (doing.value === 'holding' && what !== 'holding' && !(await holding)) return false
    if (doing.value) return false
    doing.value = what
    notice.value = undefined
    try {
      const now = await act()
      if (now !== undefined) onPending(now)
      return true
    } catch (failure) {
      notice.value = refusalOf(failure)
      return false
    } finally {
      doing.value = undefined
      if (!isMine.value) keepTyped()
    }
  }

  /** Reason for a refusal; adopts the state from the response. */
  function refusalOf(failure: unknown): string {
    if (!(failure instanceof ApiError) || failure.status !== 409) return explain(failure)
    const body = failure.body as { data?: unknown } | undefined
    const now = PendingAnswer.safeParse(body?.data).data
    if (now) onPending(now)
    if (now || failure.code !== 'nothing_to_hold') return explain(failure)
    // Its end may have been lost.
    onPending(null)
    return t('hold.tooLate')
  }

  return {
    /** The answer on its way; null if there is none, or it is not delayed. */
    pending,
    rest,
    /** True while this operator holds it. */
    isMine,
    /** Name of another operator who holds it. */
    heldBy: computed(() => (isMine.value ? undefined : pending.value?.held_by?.name)),
    text,
    isEdited: computed(() => edited.value !== null),
    /** Typed text whose hold has ended: it can still be sent as the operator's own reply. */
    leftover: computed(() => kept.value ?? undefined),
    problem,
    doing,
    notice,
    aim,
    async hold(first: 'text' | 'hint' = 'text'): Promise<void> {
      aim.value = first
      const body = { tab }
      holding = doOnce('holding', async () => (await api.holdAnswer({ params, body })).data)
      await holding
    },
    /** Has the rest written again with a hint; false if it was refused. */
    rewrite: (hint: string): Promise<boolean> =>
      doOnce('rewriting', async () => {
        const { data } = await api.rewriteAnswer({ params, body: { hint } })
        // Asking for another text discards the edit.
        edited.value = null
        return data
      }),
    /** Sends the rest at once, as it is or edited. */
    async release(): Promise<void> {
      if (problem.value) return
      await doOnce('releasing', async () => {
        const body = edited.value === null ? {} : { content: edited.value }
        const { data } = await api.releaseAnswer({ params, body })
        edited.value = null
        // The stream may have reported its end already.
        return data === null ? null : undefined
      })
    },
    discard: () =>
      doOnce('discarding', async () => {
        const { data } = await api.discardAnswer({ params })
        edited.value = null
        return data
      }),
    type(value: string): void {
      if (!isMine.value) return
      // Restoring the assistant's text is not an edit.
      edited.value = value === rest.value ? null : value
    },
    undo(): void {
      edited.value = null
    },
    forgetLeftover(): void {
      kept.value = null
    },
    /** Hides the reason for a refusal. */
    dismiss(): void {
      notice.value = undefined
    },
    stop: stopFollowing,
  }
}

const parseText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
