import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Address } from './address.ts'

const pathOf = (url: string) => url.replace(/[?#].*$/, '')

/**
 * Asks before unsaved changes are abandoned by link, key, Back or closing the window; returns the dialog, which
 * explains the consequence.
 */
export function useLeaveGuard(address: Address, isDirty: boolean, consequence: string) {
  const wanted = useSignal<string>()

  useEffect(() => {
    if (!isDirty) return undefined
    const home = address.url.value
    const isAway = (url: string) => pathOf(url) !== pathOf(home)
    const ask = (url: string) => {
      wanted.value = url
    }
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey)
      if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target === '_blank') return
      const url = new URL(link.href)
      if (url.origin !== location.origin || !isAway(url.pathname)) return
      event.preventDefault()
      event.stopPropagation()
      ask(url.pathname + url.search)
    }
    const stop = address.guard((url) => {
      if (!isAway(url)) return true
      ask(url)
      return false
    })
    addEventListener('beforeunload', unload)
    document.addEventListener('click', click, true)
    return () => {
      stop()
      removeEventListener('beforeunload', unload)
      document.removeEventListener('click', click, true)
    }
  }, [isDirty])

  if (wanted.value === undefined) return null
  return (
    <ConfirmDialog
      title={t('common.leave.title')}
      confirm={t('common.leave.confirm')}
      onClose={() => {
        wanted.value = undefined
      }}
      onConfirm={() => {
        const url = wanted.value!
        wanted.value = undefined
        address.guard(() => true)
        address.go(url)
      }}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  )
}
