import { useSignal } from '@preact/signals'
import type { Backup, Backups } from '#contracts/backups.ts'
import { formatBytes } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Badge } from '../../../ui/display.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { Time, whole } from '../../../ui/time.tsx'
import type { PartProps } from './backups.tsx'
import { ForeignDialog } from './foreign-dialog.tsx'
import { Foreign } from './model.ts'
import { restartAfterRestore } from './restart-after-restore.ts'

interface ListProps extends PartProps {
  readonly backups: Backups
}

/** Existing backups, each with its verification status. */
export function BackupList({ desk, model, backups }: ListProps) {
  const asked = useSignal<{ readonly action: 'restore' | 'remove'; readonly backup: Backup }>()

  const foreign = useSignal<Backup>()

  async function restore(backup: Backup, acceptForeign = false): Promise<void> {
    try {
      restartAfterRestore(desk, await model.restore(backup.id, acceptForeign))
    } catch (failure) {
      if (!(failure instanceof Foreign)) throw failure
      foreign.value = backup
    }
  }

  async function remove({ id }: Backup): Promise<void> {
    await model.remove(id)
    desk.toasts.show(t('backups.removed'))
  }

  if (backups.data.length === 0) return <p class="quiet">{t('backups.none')}</p>
  const question = asked.value
  return (
    <>
      <ul class="settings-rows backup-rows">
        {backups.data.map((backup) => {
          const when = whole(backup.created_at)
          return (
            <li key={backup.id}>
              <div class="backup-what">
                <Time at={backup.created_at} as="full" />
                <span class="quiet">
                  {formatBytes(backup.bytes)} · {t('backups.rows', { count: backup.rows })},{' '}
                  {t('backups.files', { count: backup.files })}
                </span>
                {backup.fault !== null && <span class="quiet">{backup.fault}</span>}
              </div>
              <Badge tone={backup.fault === null ? 'ok' : 'danger'}>
                {backup.fault === null ? t('backups.proven') : t('backups.notProven')}
              </Badge>
              {backups.can_change && (
                <>
                  {backup.fault === null && (
                    <Button
                      size="small"
                      aria-label={t('backups.restoreOf', { when })}
                      onClick={() => (asked.value = { action: 'restore', backup })}
                    >
                      {t('backups.restore')}
                    </Button>
                  )}
                  <IconButton
                    size="small"
                    icon={TrashIcon}
                    label={t('backups.remove', { when })}
                    onClick={() => (asked.value = { action: 'remove', backup })}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      {foreign.value && (
        <ForeignDialog
          onConfirm={() => restore(foreign.value!, true)}
          onClose={() => (foreign.value = undefined)}
        />
      )}
      {question && (
        <ConfirmDialog
          title={
            question.action === 'restore' ? t('backups.restoreTitle') : t('backups.removeTitle')
          }
          confirm={question.action === 'restore' ? t('backups.apply') : t('backups.delete')}
          isDanger
          onConfirm={() =>
            question.action === 'restore' ? restore(question.backup) : remove(question.backup)
          }
          onClose={() => (asked.value = undefined)}
        >
          <p>
            {question.action === 'restore'
              ? t('backups.restoreWhat', { when: whole(question.backup.created_at) })
              : t('backups.removeWhat', { when: whole(question.backup.created_at) })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
