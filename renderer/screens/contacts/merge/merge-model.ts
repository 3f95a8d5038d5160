import { computed, signal } from '@preact/signals'
import type { MergeChoice, MergedField } from '#contracts/contact-merges.ts'
import type { Contact } from '#contracts/contacts.ts'
import { type Api, explain } from '../../../app/api.ts'

interface Needs {
  readonly api: Api
  /** Id of the contact on whose page the merge starts. */
  readonly id: string
}

/** A contact that may be the same person, and the details by which it is suggested. */
interface Candidate {
  readonly contact: Contact
  readonly by: readonly Exclude<MergedField, 'notes'>[]
}

type Preview = Awaited<ReturnType<Api['previewContactMerge']>>

/** Debounce of searches while typing, ms. */
const PAUSE_MS = 200

export type MergeModel = ReturnType<typeof createMergeModel>

/** Merging a contact: finding the other one, comparing both, and choosing what the merged contact shows. */
export function createMergeModel({ api, id }: Needs) {
  const duplicates = signal<readonly Candidate[]>()
  const search = signal('')
  const found = signal<readonly Candidate[]>()
  const preview = signal<Preview>()
  const choice = signal<MergeChoice>({})
  const error = signal<string>()
  const isBusy = signal(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  async function run(work: () => Promise<void>): Promise<void> {
    isBusy.value = true
    error.value = undefined
    try {
      await work()
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      isBusy.value = false
    }
  }

  async function find(): Promise<void> {
    const turn = ++asked
    const text = search.value.trim()
    if (text === '') {
      found.value = undefined
      return
    }
    await run(async () => {
      const { data } = await api.listContacts({ query: { search: text, per_page: '10' } })
      if (turn !== asked) return
      found.value = data
        .filter((contact) => contact.id !== id)
        .map((contact) => ({ contact, by: [] }))
    })
  }

  /** Compares two contacts, of which the first one would stay. */
  const compare = (kept: string, merged: string) =>
    run(async () => {
      preview.value = await api.previewContactMerge({
        params: { id: kept },
        query: { contact_id: merged },
      })
      choice.value = {}
    })

  return {
    duplicates,
    search,
    /** Contacts that match the search, or else likely duplicates; undefined while they are read. */
    candidates: computed(() => (search.value.trim() === '' ? duplicates.value : found.value)),
    preview,
    choice,
    error,
    isBusy,
    load: () =>
      run(async () => {
        duplicates.value = (await api.listDuplicateContacts({ params: { id } })).data
      }),
    type(text: string): void {
      search.value = text
      found.value = undefined
      clearTimeout(timer)
      timer = setTimeout(() => void find(), PAUSE_MS)
    },
    /** Compares the contact with another one; a verified contact stays. */
    choose: (other: Contact, own: Pick<Contact, 'external_id'>) =>
      other.external_id !== null && own.external_id === null
        ? compare(other.id, id)
        : compare(id, other.id),
    /** Lets the other one stay. */
    async swap(): Promise<void> {
      if (preview.value) await compare(preview.value.merged.id, preview.value.kept.id)
    },
    back(): void {
      preview.value = undefined
      error.value = undefined
    },
    pick(name: MergedField, how: 'kept' | 'merged' | 'both'): void {
      choice.value = { ...choice.value, [name]: how }
    },
    /** Merges both; undefined if that failed, for the reason that is shown. */
    async merge() {
      const both = preview.value
      if (!both || isBusy.value) return undefined
      let done: { readonly kept: Contact; readonly mergeId: number } | undefined
      await run(async () => {
        const { data, merge_id } = await api.mergeContacts({
          params: { id: both.kept.id },
          // All of them, so that the server does as the preview says, even if a contact has changed meanwhile.
          body: { contact_id: both.merged.id, fields: { ...suggested(both), ...choice.value } },
        })
        done = { kept: data, mergeId: merge_id }
      })
      return done && { ...done, merged: both.merged }
    },
    stop(): void {
      asked += 1
      clearTimeout(timer)
    },
  }
}

/** The choices that a preview suggests. */
const suggested = ({ fields }: Preview): MergeChoice =>
  Object.fromEntries(fields.map(({ name, choice }) => [name, choice]))
