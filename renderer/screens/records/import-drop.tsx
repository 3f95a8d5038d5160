import './import.css'
import { useRef } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { useFileDrop } from '../../ui/drop-zone.tsx'
import { UploadIcon } from '../../ui/icons-work.tsx'

interface ImportDropProps {
  /** Name of the chosen file. */
  readonly name: string | undefined
  /** Content and name of the sample file. */
  readonly example: string
  readonly exampleName: string
  readonly disabled?: boolean
  readonly onFile: (file: File) => void
}

/** Drop zone and file picker of an import, with a sample file. */
export function ImportDrop({ name, example, exampleName, disabled, onFile }: ImportDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isOver, handlers } = useFileDrop(([dropped]) => dropped && onFile(dropped))
  return (
    <div class={`drop ${isOver ? 'is-over' : ''} ${name ? 'is-filled' : ''}`} {...handlers}>
      <UploadIcon size={24} />
      <p>{name ? <bdi>{name}</bdi> : t('fileImport.drop')}</p>
      <div class="drop-actions">
        <Button size="small" autofocus disabled={disabled} onClick={() => input.current?.click()}>
          {name ? t('fileImport.another') : t('fileImport.choose')}
        </Button>
        <a
          class="button is-quiet is-small"
          download={exampleName}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`}
        >
          <span>{t('fileImport.example')}</span>
        </a>
      </div>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t('fileImport.choose')}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
