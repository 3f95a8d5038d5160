import { useSignal } from '@preact/signals'
import type { FiledAssistant } from '#contracts/assistants.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { FilingModel } from './model.ts'

interface FileDialogProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly filing: FilingModel
  readonly assistants: readonly FiledAssistant[]
  readonly onClose: () => void
  /** Called once they are filed. */
  readonly onFiled?: () => void
}

const KEEP = 'keep'

/** Folder and labels of one or several assistants: the way to file them without dragging. */
export function FileDialog({ desk, filing, assistants, onClose, onFiled }: FileDialogProps) {
  const { folders, labels } = filing
  const ids = assistants.map(({ id }) => id)
  const [first] = assistants
  const isSame = assistants.every(({ folder_id }) => folder_id === first?.folder_id)
  const folder = useSignal(isSame ? String(first?.folder_id ?? '') : KEEP)
  const started = useSignal(folder.peek())
  const changed = useSignal<ReadonlyMap<number, boolean>>(new Map())
  const busy = useSignal(false)
  const failure = useSignal<string | undefined>(undefined)

  const countOf = (label: number) =>
    assistants.filter(({ label_ids = [] }) => label_ids.includes(label)).length
  const isOn = (label: number) => changed.value.get(label) ?? countOf(label) === assistants.length
  const isMixed = (label: number) =>
    !changed.value.has(label) && countOf(label) > 0 && countOf(label) < assistants.length

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (busy.value) return
    busy.value = true
    failure.value = undefined
    try {
      if (folder.value !== started.value) await filing.move(ids, Number(folder.value) || null)
      const chosen = (wanted: boolean) =>
        [...changed.value].filter(([, on]) => on === wanted).map(([id]) => id)
      if (changed.value.size > 0)
        await filing.relabel(ids, { on: chosen(true), off: chosen(false) })
      desk.toasts.show(t('filing.filed', { count: ids.length }))
      onFiled?.()
      onClose()
    } catch (refusal) {
      failure.value = explain(refusal)
      busy.value = false
    }
  }

  return (
    <Dialog
      title={t('filing.fileTitle', { count: ids.length })}
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
      <form class="form" onSubmit={(event) => void submit(event)}>
        <Field label={t('filing.folder')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={folder.value}
              onEdit={(value) => {
                folder.value = value
              }}
            >
              {!isSame && <option value={KEEP}>{t('filing.keep')}</option>}
              <option value="">{t('filing.noFolder')}</option>
              {folders.value.map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <fieldset class="filing-labels">
          <legend>{t('filing.labels')}</legend>
          {labels.value.length === 0 && <p class="quiet">{t('filing.noLabels')}</p>}
          {labels.value.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={isOn(id)}
              isMixed={isMixed(id)}
              onSwitch={(on) => {
                changed.value = new Map([...changed.value, [id, on]])
              }}
            />
          ))}
        </fieldset>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
