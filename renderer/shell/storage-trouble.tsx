import type { Desk } from '../app/desk.ts'
import { t } from '../locales/translate.ts'
import { AlertIcon } from '../ui/icons.tsx'

/** Banner that explains why nothing can be saved, and what to do. */
export function StorageTrouble({ desk }: { readonly desk: Pick<Desk, 'health'> }) {
  const { value: trouble } = desk.health.trouble
  return (
    <div role="status">
      {trouble && (
        <div class="gone">
          <AlertIcon size={18} />
          <p>
            <strong>{t(`banners.${trouble}.title`)}</strong> {t(`banners.${trouble}.words`)}{' '}
            <a href="/app/settings/backups">{t(`banners.${trouble}.backups`)}</a>
          </p>
        </div>
      )}
    </div>
  )
}
