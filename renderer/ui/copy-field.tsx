import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { IconButton } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { HideIcon, ShowIcon } from './icons-work.tsx'

interface CopyFieldProps {
  readonly label: string
  readonly text: string
  /** Hidden until the user reveals it. */
  readonly isSecret?: boolean
}

/** An address, code or secret with a copy button. */
export function CopyField({ label, text, isSecret = false }: CopyFieldProps) {
  const code = useRef<HTMLElement>(null)
  const isHidden = useSignal(isSecret)

  return (
    <section class="copy-field" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="ltr">
        <code ref={code}>{isHidden.value ? '•'.repeat(Math.min(text.length, 24)) : text}</code>
      </pre>
      {isSecret && (
        <IconButton
          size="small"
          icon={isHidden.value ? ShowIcon : HideIcon}
          label={isHidden.value ? t('common.show') : t('common.hide')}
          onClick={() => {
            isHidden.value = !isHidden.value
          }}
        />
      )}
      <CopyButton
        text={text}
        label={label}
        onRefused={() => code.current && getSelection()?.selectAllChildren(code.current)}
      />
    </section>
  )
}
