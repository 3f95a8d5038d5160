import type { Edit } from './format-text.ts'

/** Applies a change to a text field as if it was typed, so that the browser's undo takes it back. */
export function applyEdit(field: HTMLTextAreaElement, edit: Edit): void {
  const { start, end, text, selection } = edit
  field.focus()
  field.setSelectionRange(start, end)
  const command = text === '' ? 'delete' : 'insertText'
  const isDone = 'execCommand' in document && document.execCommand(command, false, text)
  if (!isDone) {
    field.setRangeText(text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(...selection)
}
