import './import.css'
import type { ComponentChildren } from 'preact'
import { t } from '../../locales/translate.ts'
import { Select } from '../../ui/controls.tsx'

/** A meaning that a column may have. */
interface Meaning {
  readonly value: string
  readonly label: string
}

interface ImportColumnsProps {
  readonly columns: readonly string[]
  /** Cells of the first record. */
  readonly sample: readonly string[] | undefined
  /** Meaning of each column; empty for none. */
  readonly chosen: readonly string[]
  readonly meanings: readonly Meaning[]
  readonly onChoose: (column: number, meaning: string) => void
  readonly children?: ComponentChildren
}

/** Meaning of each column of an imported file. */
export function ImportColumns(props: ImportColumnsProps) {
  const { columns, sample, chosen, meanings, onChoose, children } = props
  return (
    <section class="import-columns" aria-label={t('fileImport.columns')}>
      <h3>{t('fileImport.columns')}</h3>
      {children}
      <ul>
        {columns.map((column, index) => (
          <li key={index}>
            <span class="import-column">
              <strong dir="auto">{column || '–'}</strong>
              <span class="quiet" dir="auto">
                {sample?.[index]?.slice(0, 60)}
              </span>
            </span>
            <Select
              size="small"
              aria-label={t('fileImport.meaningOf', { column })}
              value={chosen[index] ?? ''}
              onEdit={(value) => onChoose(index, value)}
            >
              <option value="">{t('fileImport.ignore')}</option>
              {meanings.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </section>
  )
}
