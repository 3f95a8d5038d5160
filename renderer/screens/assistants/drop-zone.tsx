import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { ImportIcon } from '../../ui/icons-work.tsx'

interface DropZoneProps {
  readonly onDrop: (file: File) => void
}

/** Takes a file that is dragged over the window. */
export function DropZone({ onDrop }: DropZoneProps) {
  const isOver = useSignal(false)
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false
    }
    const drop = (event: DragEvent) => {
      isOver.value = false
      if (!hasFile(event)) return
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) onDrop(file)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])

  if (!isOver.value) return null
  return (
    <div class="import-drop" role="status">
      <ImportIcon size={32} />
      <p>{t('assistants.import.drop')}</p>
    </div>
  )
}
