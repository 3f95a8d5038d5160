import type { Page } from '#contracts/page.ts'
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
    <nav class="pagination" aria-label="Pages">
      <Button
        size="small"
        icon={BackIcon}
        disabled={current <= 1}
        onClick={() => onOpen(Math.min(current - 1, last))}
      >
        Previous
      </Button>
      <p class="quiet" role="status">
        {from === null ? `Page ${current}` : `${from}–${to}`} of {total}
      </p>
      <Button
        size="small"
        icon={ForwardIcon}
        disabled={current >= last}
        onClick={() => onOpen(current + 1)}
      >
        Next
      </Button>
    </nav>
  )
}
