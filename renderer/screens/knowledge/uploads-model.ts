import { signal } from '@preact/signals'
import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import { explain, fieldErrors } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'
import type { SendDocument } from './send-document.ts'

/** A file being uploaded, or the reason why that failed. */
export interface SentFile {
  readonly key: number
  readonly name: string
  readonly share: number
  readonly error?: string
}

/** Maximum file size, bytes; larger files are rejected without uploading them. */
const MAX_FILE = 20 * 1024 * 1024

/** Uploads to a knowledge base, one at a time. */
export function createUploads(
  base: number,
  send: SendDocument,
  onArrived: (document: KnowledgeDocument) => void,
) {
  const files = signal<readonly SentFile[]>([])
  const waiting: { readonly key: number; readonly file: File }[] = []
  let count = 0
  let isSending = false

  function change(key: number, fields: Partial<SentFile>): void {
    files.value = files.value.map((file) => (file.key === key ? { ...file, ...fields } : file))
  }

  const dismiss = (key: number): void => {
    files.value = files.value.filter((file) => file.key !== key)
  }

  async function next(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let one = waiting.shift(); one; one = waiting.shift()) await sendOne(one)
    isSending = false
  }

  async function sendOne({ key, file }: (typeof waiting)[number]): Promise<void> {
    try {
      onArrived(await send(base, file, (share) => change(key, { share })))
      dismiss(key)
    } catch (failure) {
      change(key, { error: fieldErrors(failure)?.['file'] ?? explain(failure) })
    }
  }

  return {
    files,
    dismiss,
    add(chosen: readonly File[]): void {
      for (const file of chosen) {
        const key = ++count
        const isLarge = file.size > MAX_FILE
        const fault = isLarge ? { error: t('knowledge.tooLarge') } : {}
        files.value = [...files.value, { key, name: file.name, share: 0, ...fault }]
        if (!isLarge) waiting.push({ key, file })
      }
      void next()
    },
  }
}
