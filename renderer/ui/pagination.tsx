import type { Page } from '#contracts/page.ts'
import { formatNumber } from '../format/numbers.ts'
import { t } from '../locales/translate.ts'
import { Button } from './button.tsx'
import { BackIcon, ForwardIcon } from './icons.tsx'

interface PaginationProps {
  readonly page: Page<unknown>
  readonly onOpen: (page: number) => void
}

/** Page navigation; renders nothing for a single page. */
export function Pagination({ page, onOpen }: PaginationProps) {
  const { current_page: current, last_page: last, total, from, to } = page
  if (last <= 1) return null
  return (
    <nav class="pagination" aria-label={t('common.pages')}>
      <Button
        size="small"
        icon={BackIcon}
        disabled={current <= 1}
        onClick={() => onOpen(Math.min(current - 1, last))}
      >
        {t('common.previous')}
      </Button>
      <p class="quiet" role="status">
        {t('common.rangeOf', {
          range:
            from === null || to === null
              ? t('common.page', { number: current })
              : `${formatNumber(from)}–${formatNumber(to)}`,
          total,
        })}
      </p>
      <Button
        size="small"
        iconEnd={ForwardIcon}
        disabled={current >= last}
        onClick={() => onOpen(current + 1)}
      >
        {t('common.next')}
      </Button>
    </nav>
  )
}
