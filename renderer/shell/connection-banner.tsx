import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Desk } from '../app/desk.ts'
import { formatClock } from '../format/numbers.ts'
import { t } from '../locales/translate.ts'
import { Button } from '../ui/button.tsx'
import { AlertIcon, RefreshIcon } from '../ui/icons.tsx'

/** Duration for which a retry is indicated, ms. */
const TRYING = 1500

/** Banner for a lost connection: since when, and what to do. It is above the screen and covers nothing. */
export function ConnectionBanner({ desk }: { readonly desk: Desk }) {
  const { live, toasts } = desk
  const isTrying = useSignal(false)
  const wasLost = useRef(false)
  useSignalEffect(() => {
    if (wasLost.current && !live.isLost.value) toasts.show(t('banners.gone.back'))
    wasLost.current = live.isLost.value
  })
  useEffect(() => {
    if (!isTrying.value) return undefined
    const timer = setTimeout(() => {
      isTrying.value = false
    }, TRYING)
    return () => clearTimeout(timer)
  }, [isTrying.value])

  const since = live.lostSince.value
  return (
    <div role="status">
      {live.isLost.value && (
        <div class="gone">
          <AlertIcon size={18} />
          <p>
            <strong>{t('banners.gone.title')}</strong>{' '}
            {since && t('banners.gone.since', { time: formatClock(since) })}{' '}
            {t('banners.gone.words')}
          </p>
          <Button
            size="small"
            icon={RefreshIcon}
            busy={isTrying.value}
            onClick={() => {
              isTrying.value = true
              live.retry()
            }}
          >
            {isTrying.value ? t('banners.gone.trying') : t('banners.gone.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
