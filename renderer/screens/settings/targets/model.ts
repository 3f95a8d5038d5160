import { computed, signal } from '@preact/signals'
import type { ReplyTargets, TargetHours } from '#contracts/reply-targets.ts'
import { explain, showRefusal } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { assistantOptions } from '../../records/assistant-options.ts'

export type TargetsModel = ReturnType<typeof createTargetsModel>

/** Targets as typed. */
export interface TargetsDraft {
  readonly first: string
  readonly next: string
  readonly hours: TargetHours
}

/** Targets of one assistant, as typed. */
export interface OwnTargets extends TargetsDraft {
  readonly id: number
  readonly name: string
}

interface Draft extends TargetsDraft {
  readonly warnPercent: string
  readonly overrides: readonly OwnTargets[]
}

/** The reply targets of the account, as they are edited. */
export function createTargetsModel({ api }: Pick<Desk, 'api'>) {
  const draft = signal<Draft>()
  const failure = signal<string>()
  const errors = signal<Readonly<Record<string, string>>>({})
  const refusal = signal<string>()
  const isSaving = signal(false)
  const assistants = assistantOptions(api)

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      draft.value = draftOf(await api.getReplyTargets())
    } catch (error) {
      failure.value = explain(error)
    }
  }

  /** Saves the targets; true on success. */
  async function save(): Promise<boolean> {
    if (!draft.value || isSaving.value) return false
    isSaving.value = true
    errors.value = {}
    refusal.value = undefined
    try {
      const { data } = await api.setReplyTargets({ body: bodyOf(draft.value) })
      draft.value = draftOf(data)
      return true
    } catch (error) {
      showRefusal(error, errors, refusal)
      return false
    } finally {
      isSaving.value = false
    }
  }

  const edit = (changes: Partial<Draft>): void => {
    if (draft.value) draft.value = { ...draft.value, ...changes }
  }
  const own = () => draft.value?.overrides ?? []
  void load()

  return {
    draft,
    failure,
    errors,
    refusal,
    isSaving,
    /** Assistants without targets of their own. */
    others: computed(() =>
      assistants.value.filter(({ id }) => !own().some((one) => one.id === id)),
    ),
    load,
    save,
    edit,
    /** Gives an assistant targets of its own, which start as those of the account. */
    add(id: number): void {
      const name = assistants.value.find((one) => one.id === id)?.name
      if (!draft.value || name === undefined) return
      const { first, next, hours } = draft.value
      edit({ overrides: [...own(), { id, name, first, next, hours }] })
    },
    change: (id: number, changes: Partial<TargetsDraft>) =>
      edit({ overrides: own().map((one) => (one.id === id ? { ...one, ...changes } : one)) }),
    remove: (id: number) => edit({ overrides: own().filter((one) => one.id !== id) }),
  }
}

const typed = (minutes: number | null) => (minutes === null ? '' : String(minutes))

const typedOf = ({
  first_reply_minutes,
  next_reply_minutes,
  hours,
}: Omit<ReplyTargets, 'overrides' | 'warn_percent'>): TargetsDraft => ({
  first: typed(first_reply_minutes),
  next: typed(next_reply_minutes),
  hours,
})

const draftOf = (targets: ReplyTargets): Draft => ({
  ...typedOf(targets),
  warnPercent: String(targets.warn_percent),
  overrides: targets.overrides.map((own) => ({
    id: own.assistant_id,
    name: own.assistant_name,
    ...typedOf(own),
  })),
})

/** A typed number; the server refuses what is none with a field error. */
const numberOf = (text: string) => Number(text.trim() || Number.NaN)

const sentOf = ({ first, next, hours }: TargetsDraft) => ({
  first_reply_minutes: first.trim() === '' ? null : numberOf(first),
  next_reply_minutes: next.trim() === '' ? null : numberOf(next),
  hours,
})

const bodyOf = ({ warnPercent, overrides, ...account }: Draft) => ({
  ...sentOf(account),
  warn_percent: numberOf(warnPercent),
  overrides: overrides.map(({ id, ...own }) => ({ assistant_id: id, ...sentOf(own) })),
})
