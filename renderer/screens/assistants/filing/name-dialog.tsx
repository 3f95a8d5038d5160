import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { FilingColor } from '#contracts/assistant-filing.ts'
import { showRefusal } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { COLORS, tagColorOf } from './colors.ts'
import type { Filed, FilingModel, Kind } from './model.ts'

interface NameDialogProps {
  readonly filing: FilingModel
  readonly kind: Kind
  /** Folder or label to change; a new one if omitted. */
  readonly one: Filed | undefined
  readonly onClose: () => void
}

const TITLES = {
  folder: { add: 'filing.newFolder', edit: 'filing.editFolder' },
  label: { add: 'filing.newLabel', edit: 'filing.editLabel' },
} as const

/** Name and colour of a folder or label. */
export function NameDialog({ filing, kind, one, onClose }: NameDialogProps) {
  const name = useSignal(one?.name ?? '')
  const color = useSignal<FilingColor | ''>(one?.color ?? '')
  const errors = useSignal<Readonly<Record<string, string>>>({})
  const failure = useSignal<string | undefined>(undefined)
  const busy = useSignal(false)
  const form = useRef<HTMLFormElement>(null)

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (busy.value) return
    busy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      await filing.save(kind, { name: name.value.trim(), color: color.value || null }, one?.id)
      onClose()
    } catch (refusal) {
      showRefusal(refusal, errors, failure)
      busy.value = false
      focusMistake(form.current)
    }
  }

  return (
    <Dialog
      title={t(TITLES[kind][one ? 'edit' : 'add'])}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={busy.value} onClick={() => void submit()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form class="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <Field label={t('filing.name')} error={errors.value['name']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              maxLength={255}
              value={name.value}
              onEdit={(text) => {
                name.value = text
              }}
            />
          )}
        </Field>
        <Field
          label={t('filing.color')}
          aside={
            <Tag color={tagColorOf(color.value || null)}>{name.value || t('filing.name')}</Tag>
          }
          isOptional
        >
          {(wiring) => (
            <Select
              {...wiring}
              value={color.value}
              onEdit={(value) => {
                color.value = value as FilingColor | ''
              }}
            >
              <option value="">{t('filing.noColor')}</option>
              {COLORS.map((value) => (
                <option key={value} value={value}>
                  {t(`filing.colors.${value}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
