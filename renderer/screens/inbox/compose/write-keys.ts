/** Key handlers of a text field. */
export interface WriteKeys {
  readonly send: () => void
  /** True if Enter alone sends; Ctrl+Enter or Cmd+Enter always does. */
  readonly isEnterSending: boolean
}

/** Enter sends or inserts a line break, depending on the preference; Escape leaves the field. */
export function writeKeys(event: KeyboardEvent, { send, isEnterSending }: WriteKeys): void {
  // During IME composition, Enter confirms a character.
  if (event.isComposing) return
  if (event.key === 'Escape' && event.currentTarget instanceof HTMLElement) {
    // The first Escape only leaves the field, not the conversation.
    event.stopPropagation()
    event.currentTarget.blur()
  }
  if (event.key !== 'Enter' || event.shiftKey) return
  if (!isEnterSending && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  send()
}
