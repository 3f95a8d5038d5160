import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/display.tsx'
import type { LeadImportModel } from './model.ts'

/** Reasons shown; the file has all of them to be mended. */
const MAX_SHOWN = 100

/** Result of the dry run or of the import: how many rows are good, and what is wrong with the others. */
export function ImportOutcome({ model }: { readonly model: LeadImportModel }) {
  const outcome = model.imported.value ?? model.checked.value
  if (!outcome) return null
  const { imported, skipped, skipped_count } = outcome
  const isDone = model.imported.value !== undefined
  return (
    <section class="import-rows" aria-label={t('leadImport.result')}>
      <div class="import-counts" role="status">
        <Badge tone="ok">
          {isDone
            ? t('leadImport.imported', { count: imported })
            : t('fileImport.valid', { count: imported })}
        </Badge>
        {skipped_count > 0 && (
          <Badge tone="danger">{t('leadImport.skipped', { count: skipped_count })}</Badge>
        )}
      </div>
      {skipped.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section class="import-table" tabIndex={0} aria-label={t('leadImport.reasons')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('fileImport.line')}</th>
                <th scope="col">{t('leadImport.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {skipped.slice(0, MAX_SHOWN).map(({ line, reason }) => (
                <tr key={line}>
                  <th scope="row">{formatNumber(line)}</th>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {skipped_count > MAX_SHOWN && (
        <p class="quiet">{t('fileImport.firstRows', { count: MAX_SHOWN })}</p>
      )}
    </section>
  )
}
