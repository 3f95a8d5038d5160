import '../../styles/dial.css'
import type { Approval } from '#contracts/proposal-fields.ts'
import { dialTexts } from '../../texts/dial.ts'
import { Changes } from './changes.tsx'

interface ApprovedNoteProps {
  readonly approval: Approval
  /** What the visitor was sent. */
  readonly content: string
}

/** Below a message of the assistant that a person has approved: who, and what they changed. */
export function ApprovedNote({ approval: { by, draft }, content }: ApprovedNoteProps) {
  const isEdited = draft !== content
  return (
    <div class="message-note approved-note">
      {!by && dialTexts.approved}
      {by && (isEdited ? dialTexts.approvedEdited(by.name) : dialTexts.approvedBy(by.name))}
      {isEdited && <Changes from={draft} to={content} />}
    </div>
  )
}
