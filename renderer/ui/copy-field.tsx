import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

interface CopyFieldProps {
  readonly label: string
  readonly text: string
}

/** How long the button says that it has copied, ms. */
const SAY = 2000

/** Code or a secret, and a button that copies it. */
export function CopyField({ label, text }: CopyFieldProps) {
  const code = useRef<HTMLElement>(null)
  const copied = useSignal(false)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      copied.value = true
      setTimeout(() => {
        copied.value = false
      }, SAY)
    } catch {
      // Without the clipboard (plain http to another machine) the text is marked, ready for Ctrl+C.
      if (code.current) getSelection()?.selectAllChildren(code.current)
    }
  }

  return (
    <section class="copy-field" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="ltr">
        <code ref={code}>{text}</code>
      </pre>
      <Button
        size="small"
        icon={copied.value ? CheckIcon : CopyIcon}
        aria-label={copied.value ? `${label}: copied` : `Copy: ${label}`}
        onClick={copy}
      >
        {copied.value ? 'Copied' : 'Copy'}
      </Button>
    </section>
  )
}
