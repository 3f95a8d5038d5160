import { signal } from '@preact/signals'
import type { CountedLabel, LabelColour, LabelUses } from '#contracts/labels.ts'
import { type Api, explain, showRefusal } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { nextColour } from '../../inbox/list/label-colour.ts'

export type LabelsModel = ReturnType<typeof createLabelsModel>
export type LabelForm = ReturnType<typeof createLabelForm>
export type MergeForm = ReturnType<typeof createMergeForm>

/** A label to delete, and what refers to it; undefined until that is known. */
interface Deleting {
  readonly label: CountedLabel
  readonly uses: LabelUses | undefined
}

/** The labels of conversations, with the dialog that is open. */
export function createLabelsModel({ api, live }: Pick<Desk, 'api' | 'live'>) {
  const labels = signal<readonly CountedLabel[]>()
  const failure = signal<string>()
  const editing = signal<LabelForm>()
  const merging = signal<MergeForm>()
  const deleting = signal<Deleting>()

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      labels.value = (await api.listLabels()).data
    } catch (error) {
      failure.value = explain(error)
    }
  }

  const stops = [
    live.subscribe(({ type }) => {
      if (type === 'labels.changed') void load()
    }),
    live.onResume(() => void load()),
  ]
  void load()

  return {
    labels,
    failure,
    editing,
    merging,
    deleting,
    load,
    edit(label: CountedLabel | undefined): void {
      const form = createLabelForm(api, label, nextColour(labels.value?.length ?? 0))
      editing.value = form
    },
    merge(label: CountedLabel): void {
      const others = (labels.value ?? []).filter(({ id }) => id !== label.id)
      merging.value = createMergeForm(api, label, others)
    },
    /** Asks before a label is deleted, and counts what refers to it. */
    async askToDelete(label: CountedLabel): Promise<void> {
      deleting.value = { label, uses: undefined }
      try {
        const uses = await api.getLabelUses({ params: { id: label.id }, query: {} })
        if (deleting.value?.label.id === label.id) deleting.value = { label, uses }
      } catch {
        // The question can be answered without the numbers.
      }
    },
    /** Deletes a label; resolves to what undoes it. */
    async remove({ id }: CountedLabel): Promise<() => Promise<void>> {
      await api.deleteLabel({ params: { id } })
      await load()
      return async () => {
        await api.restoreLabel({ params: { id } })
        await load()
      }
    },
    close(): void {
      editing.value = undefined
      merging.value = undefined
      deleting.value = undefined
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}

/** Name and colour of a new or an existing label. */
function createLabelForm(api: Api, label: CountedLabel | undefined, fallback: LabelColour) {
  const name = signal(label?.name ?? '')
  const colour = signal(label?.colour ?? fallback)
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  return {
    label,
    name,
    colour,
    errors,
    failure,
    busy,
    /** Saves the label; resolves to its name on success. */
    async save(): Promise<string | undefined> {
      busy.value = true
      errors.value = {}
      failure.value = undefined
      try {
        const body = { name: name.value, colour: colour.value }
        const { data } = label
          ? await api.updateLabel({ params: { id: label.id }, body })
          : await api.createLabel({ body })
        return data.name
      } catch (error) {
        showRefusal(error, errors, failure)
        return undefined
      } finally {
        busy.value = false
      }
    },
  }
}

/** Choice of the label that another one is merged into. */
function createMergeForm(api: Api, label: CountedLabel, others: readonly CountedLabel[]) {
  const into = signal<number>()
  const uses = signal<LabelUses>()
  const failure = signal<string>()
  const busy = signal(false)
  return {
    label,
    others,
    into,
    uses,
    failure,
    busy,
    target: () => others.find(({ id }) => id === into.value),
    /** Chooses the label that stays, and counts what changes. */
    async choose(id: number | undefined): Promise<void> {
      into.value = id
      uses.value = undefined
      failure.value = undefined
      if (id === undefined) return
      try {
        const counted = await api.getLabelUses({ params: { id: label.id }, query: { into: id } })
        if (into.value === id) uses.value = counted
      } catch (error) {
        if (into.value === id) failure.value = explain(error)
      }
    },
    /** Merges the labels; true on success. */
    async save(): Promise<boolean> {
      if (into.value === undefined || busy.value) return false
      busy.value = true
      failure.value = undefined
      try {
        await api.mergeLabel({ params: { id: label.id }, body: { into: into.value } })
        return true
      } catch (error) {
        failure.value = explain(error)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}
