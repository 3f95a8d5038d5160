import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { Button, IconButton } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

interface CopyButtonProps {
  /** Text to copy. */
  readonly text: string
  /** Name of the text, for the label. */
  readonly label: string
  readonly isIconOnly?: boolean
  /**
   * Called if the clipboard is unavailable (plain HTTP to another machine), so that the text can be selected for
   * Ctrl+C.
   */
  readonly onRefused?: () => void
}

/** Duration of the confirmation, ms. */
const SAY = 2000

/** Copies a text and confirms it. */
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
