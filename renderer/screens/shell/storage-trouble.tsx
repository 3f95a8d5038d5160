import type { Desk } from '../../desk.ts'
import { bannerTexts as t } from '../../texts/banners.ts'
import { AlertIcon } from '../../ui/icons.tsx'

/** Says why nothing can be saved, and what helps. */
export function StorageTrouble({ desk }: { readonly desk: Pick<Desk, 'health'> }) {
  const { value: trouble } = desk.health.trouble
  return (
    <div role="status">
      {trouble && (
        <div class="gone">
          <AlertIcon size={18} />
          <p>
            <strong>{t[trouble].title}</strong> {t[trouble].words}{' '}
            <a href="/app/settings/backups">{t[trouble].backups}</a>
          </p>
        </div>
      )}
    </div>
  )
}
