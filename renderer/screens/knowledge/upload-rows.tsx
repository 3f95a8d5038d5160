import { t } from '../../locales/translate.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { Banner } from '../../ui/states.tsx'
import type { BaseModel } from './base-model.ts'

/** Uploads in progress, and failed ones with the reason. */
export function UploadRows({ uploads }: Pick<BaseModel, 'uploads'>) {
  const files = uploads.files.value
  if (files.length === 0) return null
  return (
    <div class="upload-rows">
      {files.map(({ key, name, share, error }) =>
        error ? (
          <Banner key={key} tone="danger" onDismiss={() => uploads.dismiss(key)}>
            <bdi>{name}</bdi>: {error}
          </Banner>
        ) : (
          <ProgressBar
            key={key}
            label={t('knowledge.sending', { name })}
            isLabelShown
            value={share}
          />
        ),
      )}
    </div>
  )
}
