/** Key handlers of a text field. */
export interface WriteKeys {
  readonly send: () => void
  /** True if Enter alone sends; Ctrl or Cmd and Enter always does. */
  readonly isEnterSending: boolean
}

/** Enter sends or begins a new line, as the operator likes it; Escape leaves the field. */
export function writeKeys(event: KeyboardEvent, { send, isEnterSending }: WriteKeys): void {
  // While an input method composes, Enter chooses a character.
  if (event.isComposing) return
  if (event.key === 'Escape' && event.currentTarget instanceof HTMLElement) {
    // Leaving the field is not yet leaving the conversation.
    event.stopPropagation()
    event.currentTarget.blur()
  }
  if (event.key !== 'Enter' || event.shiftKey) return
  if (!isEnterSending && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  send()
}
