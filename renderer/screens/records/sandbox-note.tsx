import { t } from '../../locales/translate.ts'
import { ExpandIcon } from '../../ui/icons.tsx'
import { FlaskIcon } from '../../ui/icons-work.tsx'

interface SandboxNoteProps {
  readonly title: string
  readonly hint: string
  readonly numbers: readonly { readonly number: string; readonly words: string }[]
  readonly onUse: (number: string) => void
}

/** Explains that the Sandbox only simulates, and which numbers demonstrate which outcome. */
export function SandboxNote({ title, hint, numbers, onUse }: SandboxNoteProps) {
  return (
    <details class="sandbox-note">
      <summary>
        <FlaskIcon size={18} />
        <strong>{title}</strong>
        <ExpandIcon size={16} />
      </summary>
      <p>{hint}</p>
      <ul>
        {numbers.map(({ number, words }) => (
          <li key={number}>
            <button
              type="button"
              aria-label={`${t('records.use', { number })} (${words})`}
              onClick={() => onUse(number)}
            >
              <span class="number-cell" dir="ltr">
                {number}
              </span>
            </button>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
