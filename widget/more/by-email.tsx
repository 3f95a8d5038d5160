import type { View } from '../view.ts'
import { EmailForm } from './form.tsx'
import { rareWordsOf } from './rare-words.ts'

/** Asks for the address to which replies go that the visitor does not see here. */
export function ByEmail(view: View & { back(): void }) {
  return (
    <div class="hint">
      <p>{rareWordsOf(view.texts).byEmailLead}</p>
      <EmailForm {...view} onSaved={view.back} />
    </div>
  )
}
