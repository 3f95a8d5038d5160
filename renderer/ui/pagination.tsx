import type { Page } from '#contracts/page.ts'
import { commonTexts } from '../texts/common.ts'
import { formatNumber } from '../texts/format.ts'
import { Button } from './button.tsx'
import { BackIcon, ForwardIcon } from './icons.tsx'

interface PaginationProps {
  readonly page: Page<unknown>
  readonly onOpen: (page: number) => void
}

/** From page to page; nothing at all when there is only one. */
export function Pagination({ page, onOpen }: PaginationProps) {
  const { current_page: current, last_page: last, total, from, to } = page
  if (last <= 1) return null
  return (
    <nav class="pagination" aria-label={commonTexts.pages}>
      <Button
        size="small"
        icon={BackIcon}
        disabled={current <= 1}
        onClick={() => onOpen(Math.min(current - 1, last))}
      >
        {commonTexts.previous}
      </Button>
      <p class="quiet" role="status">
        {commonTexts.rangeOf(
          from === null || to === null
            ? commonTexts.page(current)
            : `${formatNumber(from)}–${formatNumber(to)}`,
          total,
        )}
      </p>
      <Button
        size="small"
        iconEnd={ForwardIcon}
        disabled={current >= last}
        onClick={() => onOpen(current + 1)}
      >
        {commonTexts.next}
      </Button>
    </nav>
  )
}
