import { useSignal } from '@preact/signals'
import type { Desk } from '../../../app/desk.ts'
import { t, tEntries, tIfKnown } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Card } from '../../../ui/display.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { LockIcon } from '../../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { BackupList } from './list.tsx'
import { type BackupsModel, createBackupsModel } from './model.ts'
import { RestoreFile } from './restore-file.tsx'

export interface BackupsProps {
  readonly desk: Pick<Desk, 'api' | 'fetch' | 'live' | 'session' | 'toasts'>
}

/** Backups: schedule, retention, location and restore. */
export function Backups({ desk }: BackupsProps) {
  const model = useModel(() => createBackupsModel(desk))
  const backups = model.backups.value
  if (!model.isAllowed.value) return <Banner icon={LockIcon}>{t('backups.notOwner')}</Banner>
  if (!backups) {
    return model.error.value ? (
      <ErrorState title={t('backups.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('backups.loading')} rows={4} />
    )
  }
  if (backups.folder === null) return <Banner>{t('backups.memory')}</Banner>
  return (
    <>
      {!backups.can_change && (
        <Banner icon={LockIcon} tone="attention">
          <strong>{t('backups.locked')}</strong>
          <p>{t('backups.lockedHint')}</p>
        </Banner>
      )}
      {backups.last_fault !== null && (
        <Banner tone="attention">{t('backups.lastFault', { why: backups.last_fault })}</Banner>
      )}
      <Overview desk={desk} model={model} />
      {backups.can_change && <Schedule desk={desk} model={model} />}
      <Card title={t('backups.list')}>
        <BackupList desk={desk} model={model} backups={backups} />
      </Card>
      {backups.can_change && <Export desk={desk} model={model} />}
    </>
  )
}

export interface PartProps extends BackupsProps {
  readonly model: BackupsModel
}

function Overview({ desk, model }: PartProps) {
  const { last_proven_at, next_at, folder } = model.backups.value!

  async function backUp(): Promise<void> {
    try {
      const fault = await model.backUp()
      if (fault === null) desk.toasts.show(t('backups.made'))
      else desk.toasts.show(t('backups.notGood', { why: fault }), 'danger')
    } catch (failure) {
      desk.toasts.show((failure as Error).message, 'danger')
    }
  }

  return (
    <Card title={t('backups.title')} note={t('backups.note')}>
      <Facts
        rows={[
          [
            t('backups.lastProven'),
            last_proven_at ? <Time key="last" at={last_proven_at} as="full" /> : t('backups.never'),
          ],
          [
            t('backups.next'),
            next_at ? <Time key="next" at={next_at} as="full" /> : t('backups.off'),
          ],
        ]}
      />
      <CopyField label={t('backups.folder')} text={folder!} />
      <p class="quiet">{t('backups.folderHint')}</p>
      <div class="form-actions">
        <Button kind="primary" busy={model.doing.value === 'back-up'} onClick={() => void backUp()}>
          {t('backups.now')}
        </Button>
      </div>
    </Card>
  )
}

function Schedule({ desk, model }: PartProps) {
  const choices = tEntries('backups.choices').map(([hours]) => hours)
  const chosen = model.everyHours.value
  const options = [...new Set([...choices, chosen])]

  async function save(event: Event): Promise<void> {
    event.preventDefault()
    if (await model.save()) desk.toasts.show(t('backups.saved'))
  }

  return (
    <Card title={t('backups.schedule')}>
      <form class="form" onSubmit={save} noValidate>
        <Field label={t('backups.every')} error={model.faults.value['every_hours']}>
          {(wiring) => (
            <Select
              {...wiring}
              value={chosen}
              onEdit={(value) => {
                model.everyHours.value = value
              }}
            >
              {options.map((hours) => (
                <option key={hours} value={hours}>
                  {tIfKnown('backups.choices', hours) ?? t('backups.hours', { hours })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('backups.keep')}
          hint={t('backups.keepHint')}
          error={model.faults.value['keep']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="number"
              min={1}
              max={60}
              value={model.keep.value}
              onEdit={(value) => {
                model.keep.value = value
              }}
            />
          )}
        </Field>
        <div class="form-actions">
          <Button type="submit" busy={model.doing.value === 'save'}>
            {t('backups.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Export({ desk, model }: PartProps) {
  const isRestoring = useSignal(false)

  async function download(event: Event): Promise<void> {
    event.preventDefault()
    try {
      const url = await model.exportAll()
      if (url === undefined) return
      model.passphrase.value = ''
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    } catch (failure) {
      desk.toasts.show((failure as Error).message, 'danger')
    }
  }

  return (
    <Card title={t('backups.exportTitle')} note={t('backups.exportNote')}>
      <form class="form" onSubmit={download} noValidate>
        <Field
          label={t('backups.passphrase')}
          hint={t('backups.passphraseHint')}
          error={model.faults.value['passphrase']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="password"
              autocomplete="new-password"
              dir="ltr"
              value={model.passphrase.value}
              onEdit={(value) => {
                model.passphrase.value = value
              }}
            />
          )}
        </Field>
        <div class="form-actions">
          <Button type="submit" busy={model.doing.value === 'export'}>
            {t('backups.export')}
          </Button>
          <Button kind="quiet" onClick={() => (isRestoring.value = true)}>
            {t('backups.fromFile')}
          </Button>
        </div>
      </form>
      {isRestoring.value && (
        <RestoreFile desk={desk} model={model} onClose={() => (isRestoring.value = false)} />
      )}
    </Card>
  )
}
