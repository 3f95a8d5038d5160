import './dial.css'
import type { Approval } from '#contracts/proposal-fields.ts'
import { t } from '../../../locales/translate.ts'
import { Changes } from './changes.tsx'

interface ApprovedNoteProps {
  readonly approval: Approval
  /** Text sent to the visitor. */
  readonly content: string
}

/** Shown below an approved message: the operator who approved it, and their changes. */
export function ApprovedNote({ approval: { by, draft }, content }: ApprovedNoteProps) {
  const isEdited = draft !== content
  return (
    <div class="message-note approved-note">
      {!by && t('dial.approved')}
      {by &&
        (isEdited
          ? t('dial.approvedEdited', { name: by.name })
          : t('dial.approvedBy', { name: by.name }))}
      {isEdited && <Changes from={draft} to={content} />}
    </div>
  )
}

interface EditedNoteProps {
  /** The operator, and the text that the assistant had written. */
  readonly edit: { readonly name: string; readonly draft: string }
  readonly content: string
}

/** Shown below an answer that an operator edited before the visitor saw all of it. */
export function EditedNote({ edit: { name, draft }, content }: EditedNoteProps) {
  return (
    <div class="message-note approved-note">
      {t('hold.editedBy', { name })}
      <Changes from={draft} to={content} />
    </div>
  )
}
