import './import.css'
import { CsvDelimiter, CsvEncoding, type CsvFormat } from '#contracts/csv-format.ts'
import { t } from '../../locales/translate.ts'
import { Select } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { CsvSource } from './csv-file.ts'

interface ImportFormatProps {
  readonly source: CsvSource
  readonly onChange: (change: Partial<CsvFormat>) => void
}

/** Format in which an imported file is read, which can be changed if it was not detected correctly. */
export function ImportFormat({ source: { format, detected }, onChange }: ImportFormatProps) {
  return (
    <div class="import-format">
      <Field
        label={t('fileImport.delimiter')}
        hint={detectedAs(t(`fileImport.delimiters.${detected.delimiter}`))}
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={format.delimiter}
            onEdit={(value) => onChange({ delimiter: value as CsvFormat['delimiter'] })}
          >
            {CsvDelimiter.options.map((value) => (
              <option key={value} value={value}>
                {t(`fileImport.delimiters.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('fileImport.encoding')} hint={detectedAs(encodingName(detected.encoding))}>
        {(wiring) => (
          <Select
            {...wiring}
            value={format.encoding}
            onEdit={(value) => onChange({ encoding: value as CsvFormat['encoding'] })}
          >
            {CsvEncoding.options.map((value) => (
              <option key={value} value={value}>
                {encodingName(value)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

const UNICODE = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16 BE' } as const

const encodingName = (encoding: CsvEncoding): string =>
  encoding === 'windows-1252' ? t('fileImport.western') : UNICODE[encoding]

const detectedAs = (format: string): string => t('fileImport.detected', { format })
