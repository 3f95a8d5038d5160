import type { Desk } from '../../desk.ts'
import { bannerTexts } from '../../texts/banners.ts'
import { AlertIcon } from '../../ui/icons.tsx'

const t = bannerTexts.fullDisk

/** Says that nothing can be saved because the disk is full, and what makes room. */
export function FullDisk({ desk }: { readonly desk: Pick<Desk, 'health'> }) {
  return (
    <div role="status">
      {desk.health.isFull.value && (
        <div class="gone">
          <AlertIcon size={18} />
          <p>
            <strong>{t.title}</strong> {t.words} <a href="/app/settings/backups">{t.backups}</a>
          </p>
        </div>
      )}
    </div>
  )
}
