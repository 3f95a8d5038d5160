import { computed, signal } from '@preact/signals'
import type { Attachment } from '#contracts/attachment-fields.ts'
import { ApiError } from '#contracts/client.ts'
import { MAX_ATTACHMENT, MAX_ATTACHMENTS } from '#contracts/constants.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'
import { type SendFile, sendFile, type Upload } from './upload.ts'

interface Needs {
  readonly api: Api
  readonly conversation: string
  readonly send?: SendFile
}

/** A file to be attached to the next message. */
export interface PendingFile {
  readonly id: string
  readonly file: File
  readonly state: 'uploading' | 'ready' | 'failed'
  /** Between 0 and 1. */
  readonly progress: number
  readonly attachment?: Attachment
  readonly error?: string
  /** True if retrying may help. */
  readonly canRetry?: boolean
}

export type UploadsModel = ReturnType<typeof createUploadsModel>

/** Files for the next message, uploaded immediately so that sending does not have to wait. */
export function createUploadsModel({ api, conversation, send = sendFile }: Needs) {
  const files = signal<readonly PendingFile[]>([])
  const notice = signal<string>()
  const running = new Map<string, Upload>()

  function add(chosen: readonly File[]): void {
    const room = MAX_ATTACHMENTS - files.value.length
    notice.value =
      chosen.length > room ? t('composer.tooManyFiles', { max: MAX_ATTACHMENTS }) : undefined
    for (const file of chosen.slice(0, room)) {
      const id = crypto.randomUUID()
      if (file.size > MAX_ATTACHMENT) {
        put({
          id,
          file,
          state: 'failed',
          progress: 0,
          error: t('composer.fileTooLarge'),
          canRetry: false,
        })
      } else void start(id, file)
    }
  }

  async function start(id: string, file: File): Promise<void> {
    put({ id, file, state: 'uploading', progress: 0 })
    const upload = send(conversation, file, (progress) => {
      const known = find(id)
      if (known?.state === 'uploading') put({ ...known, progress })
    })
    running.set(id, upload)
    try {
      const attachment = await upload.result
      if (find(id)) put({ id, file, state: 'ready', progress: 1, attachment })
      else forget(attachment)
    } catch (failure) {
      if (!find(id)) return
      const isRefused =
        failure instanceof ApiError && failure.status < 500 && failure.status !== 429
      const error = fieldErrors(failure)?.['file'] ?? explain(failure)
      put({ id, file, state: 'failed', progress: 0, error, canRetry: !isRefused })
    } finally {
      running.delete(id)
    }
  }

  function put(entry: PendingFile): void {
    const isKnown = files.value.some(({ id }) => id === entry.id)
    files.value = isKnown
      ? files.value.map((one) => (one.id === entry.id ? entry : one))
      : [...files.value, entry]
  }

  const find = (id: string) => files.value.find((one) => one.id === id)

  /** Failures are ignored; the server deletes orphaned files. */
  function forget({ id }: Attachment): void {
    api.deleteAttachment({ params: { uuid: conversation, id } }).catch(() => undefined)
  }

  return {
    files,
    notice,
    /** True if no upload is pending or failed. */
    isReady: computed(() => files.value.every(({ state }) => state === 'ready')),
    add,
    retry(id: string): void {
      const entry = find(id)
      if (entry?.state === 'failed') void start(id, entry.file)
    },
    /** Removes a file, aborting its upload if necessary. */
    remove(id: string): void {
      const entry = find(id)
      files.value = files.value.filter((one) => one.id !== id)
      notice.value = undefined
      running.get(id)?.abort()
      if (entry?.attachment) forget(entry.attachment)
    },
    /** Attachments of the next message. */
    ready: (): Attachment[] => files.value.flatMap(({ attachment }) => attachment ?? []),
    /** Call when a message has included them. */
    taken(): void {
      files.value = []
      notice.value = undefined
    },
    stop(): void {
      for (const upload of running.values()) upload.abort()
    },
  }
}
