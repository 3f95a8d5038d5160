import './drop-zone.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Icon } from './icon.tsx'

type Files = readonly File[]

interface DropProps {
  readonly icon: Icon
  /** Describes what happens to dropped files. */
  readonly hint: string
  readonly onFiles: (files: Files) => void
}

interface DropZoneProps extends DropProps {
  readonly isOn?: boolean
  /** Second line of the hint: the accepted file types. */
  readonly detail?: string
  readonly children: ComponentChildren
}

/** Accepts files dropped on it, with feedback during the drag. */
export function DropZone(props: DropZoneProps) {
  const { isOn = true, onFiles, icon: Shape, hint, detail, children } = props
  const { isOver, handlers } = useFileDrop(onFiles)
  return (
    <div class="drop-zone" {...(isOn && handlers)}>
      {children}
      {isOn && isOver && (
        <p class={`drop-hint ${detail ? 'has-detail' : ''}`} role="status">
          <Shape {...(detail && { size: 24 })} /> {hint}
          {detail && <span>{detail}</span>}
        </p>
      )}
    </div>
  )
}

/** Accepts files dropped anywhere in the window, with feedback during the drag. */
export function WindowDrop({ onFiles, icon: Shape, hint }: DropProps) {
  const { isOver, handlers } = useFileDrop(onFiles)
  useEffect(() => {
    const page = document.documentElement
    page.addEventListener('dragover', handlers.onDragOver)
    page.addEventListener('dragleave', handlers.onDragLeave)
    page.addEventListener('drop', handlers.onDrop)
    return () => {
      page.removeEventListener('dragover', handlers.onDragOver)
      page.removeEventListener('dragleave', handlers.onDragLeave)
      page.removeEventListener('drop', handlers.onDrop)
    }
  }, [onFiles])

  if (!isOver) return null
  return (
    <p class="drop-hint is-window" role="status">
      <Shape size={32} /> {hint}
    </p>
  )
}

/** Tracks files dragged over an element and returns the handlers for it; other drags are ignored. */
export function useFileDrop(onFiles: (files: Files) => void) {
  const isOver = useSignal(false)
  return {
    isOver: isOver.value,
    handlers: {
      onDragOver(event: DragEvent): void {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        isOver.value = true
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
        if (!(currentTarget as Node).contains(relatedTarget as Node | null)) isOver.value = false
      },
      onDrop(event: DragEvent): void {
        isOver.value = false
        const files = filesOf(event.dataTransfer)
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      },
    },
  }
}

/** The files from a drop or paste. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]
