import type { View } from '../view.ts'

interface NoticeProps extends View {
  readonly text: string
  readonly verb?: string
  readonly isTrouble?: boolean
  act?(): void
}

/** A sentence in place of the composer, with what one can do. */
export function Notice({ text, verb, act, isTrouble, texts, settings }: NoticeProps) {
  return (
    <div class="notice" role="alert">
      <p>{text}</p>
      {isTrouble && settings.fallback && <a href={settings.fallback}>{texts.elsewhere}</a>}
      {verb && (
        <button type="button" onClick={act}>
          {verb}
        </button>
      )}
    </div>
  )
}
