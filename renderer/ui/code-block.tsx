import './code-block.css'
import { useRef } from 'preact/hooks'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  readonly label: string
  readonly text: string
  /** Name of the language. */
  readonly language?: string
  /** Long lines go on in the next one instead of scrolling. */
  readonly isWrapped?: boolean
  /** How many lines are in sight before it scrolls. */
  readonly maxLines?: number
}

/** Code of several lines with its name, and a button that copies it. */
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
