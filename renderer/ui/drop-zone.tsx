import './drop-zone.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Icon } from './icon.tsx'

type Files = readonly File[]

interface DropProps {
  readonly icon: Icon
  /** Says what dropping the files here does. */
  readonly hint: string
  readonly onFiles: (files: Files) => void
}

interface DropZoneProps extends DropProps {
  readonly isOn?: boolean
  /** Second line of the hint: the kinds of files that are taken. */
  readonly detail?: string
  readonly children: ComponentChildren
}

/** Takes files that are dropped on it, and shows that it would. */
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

/** Takes files that are dropped anywhere in the window, and shows that it would. */
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

/** Follows a drag of files over an element, whose handlers it gives; a drag of anything else is none of its business. */
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

/** The files of a drop or a paste. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]
