import './code-block.css'
import { useRef } from 'preact/hooks'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  readonly label: string
  readonly text: string
  /** Language, shown as a label. */
  readonly language?: string
  /** Wraps long lines instead of scrolling. */
  readonly isWrapped?: boolean
  /** Number of visible lines before it scrolls. */
  readonly maxLines?: number
}

/** A multi-line code block with a title and a copy button. */
export function CodeBlock({ label, text, language, isWrapped = false, maxLines }: CodeBlockProps) {
  const code = useRef<HTMLElement>(null)
  return (
    <figure class="code-block">
      <figcaption class="code-head">
        <span>{label}</span>
        {language && <span class="quiet">{language}</span>}
        <CopyButton
          text={text}
          label={label}
          onRefused={() => code.current && getSelection()?.selectAllChildren(code.current)}
        />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        dir="ltr"
        class={isWrapped ? 'is-wrapped' : ''}
        {...(maxLines && { style: { maxBlockSize: `calc(${maxLines}lh + 2 * var(--s3))` } })}
      >
        <code ref={code}>{text}</code>
      </pre>
    </figure>
  )
}
