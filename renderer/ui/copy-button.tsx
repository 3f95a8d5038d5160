import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { Button, IconButton } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

interface CopyButtonProps {
  /** Text to copy. */
  readonly text: string
  /** Name of the text. */
  readonly label: string
  readonly isIconOnly?: boolean
  /** Without the clipboard (plain http to another machine): time to mark the text, ready for Ctrl+C. */
  readonly onRefused?: () => void
}

/** How long the button says that it has copied, ms. */
const SAY = 2000

/** Copies a text, and says that it has. */
export function CopyButton({ text, label, isIconOnly = false, onRefused }: CopyButtonProps) {
  const copied = useSignal(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      copied.value = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        copied.value = false
      }, SAY)
    } catch {
      onRefused?.()
    }
  }

  const name = copied.value ? t('common.copiedOf', { label }) : t('common.copyOf', { label })
  const icon = copied.value ? CheckIcon : CopyIcon
  if (isIconOnly) return <IconButton size="small" icon={icon} label={name} onClick={copy} />
  return (
    <Button size="small" icon={icon} aria-label={name} onClick={copy}>
      {copied.value ? t('common.copied') : t('common.copy')}
    </Button>
  )
}
