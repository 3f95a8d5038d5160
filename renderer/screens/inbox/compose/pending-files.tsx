import { type Attachment, isPicture } from '#contracts/attachment-fields.ts'
import { formatBytes } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CloseIcon, RefreshIcon } from '../../../ui/icons.tsx'
import { FileIcon, PlacePictureIcon } from '../../../ui/icons-work.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import type { PendingFile, UploadsModel } from './uploads-model.ts'

interface PendingFilesProps {
  readonly uploads: UploadsModel
  /** Puts a picture into the text; undefined if the channel sends pictures separately. */
  readonly onPlace?: ((picture: Attachment) => void) | undefined
  readonly onRemove: (entry: PendingFile) => void
}

/** Files for the next message with their upload state. */
export function PendingFiles({ uploads, onPlace, onRemove }: PendingFilesProps) {
  const files = uploads.files.value
  if (files.length === 0 && uploads.notice.value === undefined) return null
  return (
    <>
      <ul class="pending-files" aria-label={t('composer.attached')}>
        {files.map((entry) => (
          <li key={entry.id} class={`pending-file is-${entry.state}`}>
            <Thumb entry={entry} />
            <div class="pending-about">
              <span dir="auto">{entry.file.name}</span>
              <About entry={entry} />
            </div>
            {onPlace && entry.attachment && isPicture(entry.attachment) && (
              <IconButton
                size="small"
                icon={PlacePictureIcon}
                label={t('composer.placePicture', { name: entry.file.name })}
                onClick={() => onPlace(entry.attachment!)}
              />
            )}
            {entry.canRetry && (
              <IconButton
                size="small"
                icon={RefreshIcon}
                label={t('common.tryAgain')}
                onClick={() => uploads.retry(entry.id)}
              />
            )}
            <IconButton
              size="small"
              icon={CloseIcon}
              label={t('common.removeOf', { label: entry.file.name })}
              onClick={() => onRemove(entry)}
            />
          </li>
        ))}
      </ul>
      {uploads.notice.value !== undefined && (
        <p class="field-error" role="alert">
          {uploads.notice.value}
        </p>
      )}
    </>
  )
}

function Thumb({ entry: { attachment } }: { readonly entry: PendingFile }) {
  if (!attachment || !isPicture(attachment)) return <FileIcon size={20} />
  return <img src={attachment.url} alt="" width={32} height={32} />
}

function About({ entry }: { readonly entry: PendingFile }) {
  const { state, progress, error, file } = entry
  if (state === 'uploading')
    return <ProgressBar value={progress} label={t('composer.uploading', { name: file.name })} />
  if (state === 'failed')
    return (
      <small class="is-danger" role="alert">
        {error ?? t('composer.uploadFailed')}
      </small>
    )
  return <small>{formatBytes(file.size)}</small>
}
