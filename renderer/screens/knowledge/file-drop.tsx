import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { t } from '../../locales/translate.ts'
import { UploadIcon } from '../../ui/icons-work.tsx'

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ComponentChildren
}

/** Takes files that are dropped anywhere on a page, and shows that it would. */
export function FileDrop({ onFiles, children }: FileDropProps) {
  const isOver = useSignal(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      class="file-drop"
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) isOver.value = false
      }}
      onDrop={(event) => {
        isOver.value = false
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
    >
      {children}
      {isOver.value && (
        <div class="file-drop-hint" aria-hidden="true">
          <UploadIcon size={24} />
          <strong>{t('knowledge.drop')}</strong>
          <span>{t('knowledge.dropHint')}</span>
        </div>
      )}
    </div>
  )
}
