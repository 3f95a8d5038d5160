import './dial.css'
import type { Approval } from '#contracts/proposal-fields.ts'
import { t } from '../../../locales/translate.ts'
import { Changes } from './changes.tsx'

interface ApprovedNoteProps {
  readonly approval: Approval
  /** Text that the visitor was sent. */
  readonly content: string
}

/** Below a message of the assistant that a person has approved: who, and what they changed. */
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
