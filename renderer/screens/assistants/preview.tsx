import { Avatar } from '../../ui/display.tsx'
import type { Draft } from './draft.ts'

/** The assistant as a visitor meets it. */
export function Preview({ draft }: { readonly draft: Draft }) {
  const name = draft.name.trim() || 'Your assistant'
  return (
    <aside class="preview" aria-label="Preview">
      <h2 class="quiet">As visitors see it</h2>
      <div class="preview-chat">
        <header>
          <Avatar name={name} id={name} />
          <span dir="auto">{name}</span>
        </header>
        <p class="bubble" dir="auto">
          {draft.initial_message.trim() || '…'}
        </p>
        <p class="preview-input" aria-hidden="true">
          Write a message…
        </p>
      </div>
    </aside>
  )
}
