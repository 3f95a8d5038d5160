import { computed, signal } from '@preact/signals'
import { AssistantDocument } from '#contracts/assistant-document.ts'
import type { AssistantFieldName } from '#contracts/assistant-fields.ts'
import type { ImportProblem } from '#contracts/assistant-transfer.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'
import { createChoicesModel } from '../settings/choices-model.ts'

export type ImportModel = ReturnType<typeof createImportModel>

type Replacements = Readonly<{ [name in AssistantFieldName]?: unknown }>

/** Imports an assistant from a file: its problems here, their replacements, and the import itself. */
export function createImportModel(api: Api) {
  const document = signal<AssistantDocument>()
  const problems = signal<readonly ImportProblem[]>()
  const replacements = signal<Replacements>({})
  const error = signal<string>()
  const busy = signal(false)
  const choices = createChoicesModel(api)

  const isBlocked = computed(
    () => problems.value?.some(({ severity }) => severity === 'blocking') ?? true,
  )

  /** Reads a file and checks it for problems. */
  async function read(file: Blob): Promise<void> {
    error.value = undefined
    problems.value = undefined
    replacements.value = {}
    const parsed = AssistantDocument.safeParse(jsonOf(await file.text()))
    if (!parsed.success) {
      document.value = undefined
      error.value = t('assistants.import.notOurs')
      return
    }
    document.value = parsed.data
    await check()
  }

  async function check(): Promise<void> {
    if (!document.value) return
    busy.value = true
    try {
      const mode = document.value.fields['mode']
      const [answer] = await Promise.all([send(true), load(mode)])
      problems.value = answer.problems
      error.value = undefined
    } catch (failure) {
      error.value = Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure)
    } finally {
      busy.value = false
    }
  }

  async function load(mode: unknown): Promise<void> {
    if (!choices.choices.value) await choices.load()
    const { languages } = choices.choices.value!
    const iso = document.value?.fields['language']
    const language = languages.find(({ iso_2 }) => iso_2 === iso) ?? languages[0]
    const wanted = mode === 'multimodal' || mode === 'dualplex' ? mode : 'pipeline'
    const languageId = Number(replacements.value.language_id ?? language?.id ?? 1)
    await choices.fit(wanted, languageId)
  }

  const send = (dry_run: boolean) =>
    api.importAssistant({
      body: {
        document: document.value as object as Record<string, never>,
        dry_run,
        replacements: replacements.value as object,
      },
    })

  /** Selects a replacement for a missing reference. */
  async function replace(name: AssistantFieldName, value: unknown): Promise<void> {
    replacements.value = { ...replacements.value, [name]: value }
    await check()
  }

  /** Creates the assistant; resolves to its id, or undefined on failure. */
  async function create(): Promise<number | undefined> {
    if (busy.value || isBlocked.value) return undefined
    busy.value = true
    error.value = undefined
    try {
      return (await send(false)).data?.id
    } catch (failure) {
      error.value = Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    document,
    problems,
    replacements,
    error,
    busy,
    choices,
    isBlocked,
    read,
    replace,
    create,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
