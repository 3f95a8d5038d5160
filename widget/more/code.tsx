import { Icon } from '../parts/icon.tsx'
import type { View } from '../view.ts'
import { Copy } from './copy.tsx'
import { wordsOf } from './words.ts'

interface CodeProps {
  readonly text: string
  /** Language as the fence names it. */
  readonly language: string
  readonly view: View
}

/** A block of code with its language, to be copied; its long lines scroll, or are wrapped where somebody wants that. */
export function Code({ text, language, view }: CodeProps) {
  const { wrap } = wordsOf(view.texts)
  return (
    <div class="code">
      <div class="code-head">
        <span>{language}</span>
        <button
          type="button"
          class="icon"
          title={wrap}
          aria-label={wrap}
          aria-pressed="false"
          onClick={toggle}
        >
          <Icon path="M4 6h16M4 12h13a3 3 0 0 1 0 6h-4M15 16l-2 2 2 2M4 18h5" />
        </button>
        <Copy view={view} text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <pre class="scroll" dir="ltr" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  )
}

/** Presses the button, or releases it. The style sheet wraps the lines: with a state, every chat would load hooks for this. */
function toggle({ currentTarget }: MouseEvent): void {
  const button = currentTarget as HTMLElement
  button.setAttribute('aria-pressed', `${button.getAttribute('aria-pressed') === 'false'}`)
}
