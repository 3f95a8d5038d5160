import { computed, type Signal, signal } from '@preact/signals'
import type { AssistantLabel, FilingColor, Folder } from '#contracts/assistant-filing.ts'
import type { FiledAssistant } from '#contracts/assistants.ts'
import type { Address } from '../../../app/address.ts'
import type { Api } from '../../../app/api.ts'
import type { Live, LiveEvent } from '../../../app/live.ts'
import { queryState } from '../../../app/query-state.ts'

export type FilingModel = ReturnType<typeof createFilingModel>
export type Kind = 'folder' | 'label'
export type Filed = Folder | AssistantLabel

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
  readonly address: Address
}

const PER_PAGE = 100

/** Folders and labels of the account's assistants, and what is in them. */
export function createFilingModel(
  { api, live, address }: Deps,
  all: Signal<readonly FiledAssistant[] | undefined>,
) {
  const folders = signal<readonly Filed[]>([])
  const labels = signal<readonly Filed[]>([])
  const listOf = (kind: Kind) => (kind === 'folder' ? folders : labels)
  /** Id of the open folder, `none` for assistants without one, or empty for all. */
  const folder = queryState<string>(address, 'folder', { fallback: '', push: true })
  const label = queryState<string>(address, 'label', { fallback: '', push: true })

  /** Number of assistants by folder and by label; those without a folder are at 0. */
  const counts = computed(() => {
    const count = { folder: new Map<number, number>(), label: new Map<number, number>() }
    const add = (kind: Kind, id: number) => count[kind].set(id, (count[kind].get(id) ?? 0) + 1)
    for (const { folder_id, label_ids = [] } of all.value ?? []) {
      add('folder', folder_id ?? 0)
      for (const id of label_ids) add('label', id)
    }
    return count
  })

  async function load(): Promise<void> {
    const [foundFolders, foundLabels] = await Promise.all([
      everyPage((page) => api.listFolders({ query: { page, per_page: PER_PAGE } })),
      everyPage((page) => api.listAssistantLabels({ query: { page, per_page: PER_PAGE } })),
    ])
    folders.value = foundFolders
    labels.value = foundLabels
  }

  function fits({ folder_id = null, label_ids = [] }: FiledAssistant): boolean {
    const inFolder =
      folder.value === '' ||
      (folder.value === 'none' ? folder_id === null : folder.value === String(folder_id))
    return inFolder && (label.value === '' || label_ids.includes(Number(label.value)))
  }

  function put(kind: Kind, filed: Filed): void {
    const others = listOf(kind).value.filter(({ id }) => id !== filed.id)
    listOf(kind).value = [...others, filed].sort((a, b) => a.name.localeCompare(b.name))
  }

  /** Forgets a folder or label; its assistants stay. */
  function drop(kind: Kind, id: number): void {
    listOf(kind).value = listOf(kind).value.filter((one) => one.id !== id)
    const open = kind === 'folder' ? folder : label
    if (open.value === String(id)) open.value = ''
    all.value = all.value?.map((one) =>
      kind === 'folder'
        ? { ...one, folder_id: one.folder_id === id ? null : (one.folder_id ?? null) }
        : { ...one, label_ids: (one.label_ids ?? []).filter((other) => other !== id) },
    )
  }

  function refile(
    id: number,
    filing: Partial<Pick<FiledAssistant, 'folder_id' | 'label_ids'>>,
  ): void {
    all.value = all.value?.map((one) => (one.id === id ? { ...one, ...filing } : one))
  }

  function handleEvent({ type, data }: LiveEvent): void {
    if (type === 'assistant_folder.saved') put('folder', data)
    if (type === 'assistant_label.saved') put('label', data)
    if (type === 'assistant_folder.deleted') drop('folder', data.id)
    if (type === 'assistant_label.deleted') drop('label', data.id)
    if (type === 'assistant.filed')
      refile(data.id, { folder_id: data.folder_id, label_ids: data.label_ids })
  }

  /** Creates a folder or label, or changes one. */
  async function save(
    kind: Kind,
    body: { readonly name: string; readonly color: FilingColor | null },
    id?: number,
  ): Promise<void> {
    const isFolder = kind === 'folder'
    const { data } =
      id === undefined
        ? await api[isFolder ? 'createFolder' : 'createAssistantLabel']({ body })
        : await api[isFolder ? 'updateFolder' : 'updateAssistantLabel']({ params: { id }, body })
    put(kind, data)
  }

  async function remove(kind: Kind, id: number): Promise<void> {
    await api[kind === 'folder' ? 'deleteFolder' : 'deleteAssistantLabel']({ params: { id } })
    drop(kind, id)
  }

  /** Moves assistants into a folder, or out of theirs. */
  async function move(ids: readonly number[], folderId: number | null): Promise<void> {
    for (const id of ids) {
      await api.updateAssistant({ params: { id }, body: { folder_id: folderId } })
      refile(id, { folder_id: folderId })
    }
  }

  /** Gives assistants labels and takes others from them; those not named stay. */
  async function relabel(
    ids: readonly number[],
    { on, off }: { readonly on: readonly number[]; readonly off: readonly number[] },
  ): Promise<void> {
    for (const id of ids) {
      const known = all.value?.find((one) => one.id === id)?.label_ids ?? []
      const label_ids = [...new Set([...known, ...on])].filter((one) => !off.includes(one))
      await api.updateAssistant({ params: { id }, body: { label_ids } })
      refile(id, { label_ids: label_ids.sort((a, b) => a - b) })
    }
  }

  return {
    folders,
    labels,
    folder,
    label,
    counts,
    load,
    fits,
    save,
    remove,
    move,
    relabel,
    stop: live.subscribe(handleEvent),
  }
}

async function everyPage(
  read: (page: number) => Promise<{ readonly data: readonly Filed[]; readonly last_page: number }>,
): Promise<Filed[]> {
  const found: Filed[] = []
  for (let page = 1; ; page += 1) {
    const { data, last_page } = await read(page)
    found.push(...data)
    if (page >= last_page) return found
  }
}
