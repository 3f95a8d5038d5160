import type { Tool } from '#contracts/tools.ts'
import { t } from '../../locales/translate.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface DeleteDialogProps {
  readonly tool: Tool
  /** Names of the assistants that use it. */
  readonly users: readonly string[]
  readonly remove: (id: number) => Promise<void>
  readonly onDeleted: (tool: Tool) => void
  readonly onClose: () => void
}

/** Asks before deleting a tool, and lists the assistants that use it. */
export function DeleteDialog({ tool, users, remove, onDeleted, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={t('tools.deleteTitle', { name: tool.name })}
      confirm={t('tools.delete')}
      isDanger
      onClose={onClose}
      onConfirm={async () => {
        await remove(tool.id)
        onDeleted(tool)
      }}
    >
      <p>{t('tools.deleteHint')}</p>
      {users.length > 0 && (
        <p>
          <bdi>{t('tools.deleteUsed', { names: users.join(', ') })}</bdi>
        </p>
      )}
    </ConfirmDialog>
  )
}
