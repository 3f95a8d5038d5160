import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { PaperclipIcon } from '../../../ui/icons-work.tsx'

interface DropZoneProps {
  readonly isOn: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ComponentChildren
}

/** Takes files that are dropped on it, and shows that it would. */
export function DropZone({ isOn, onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  if (!isOn) return <div class="drop-zone">{children}</div>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      class={`drop-zone ${isOver ? 'is-over' : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        const files = filesOf(event.dataTransfer)
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
    >
      {children}
      {isOver && (
        <p class="drop-hint">
          <PaperclipIcon /> {t('composer.dropHere')}
        </p>
      )}
    </div>
  )
}

/** The files of a drop or a paste. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]
