import './versions.css'
import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import type { AssistantForm, AssistantVersion } from '#contracts/assistant-settings.ts'
import type { Replay } from '#contracts/replays.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/controls.tsx'
import { Badge } from '../../../ui/display.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ResetIcon } from '../../../ui/icons-work.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import type { FormModel } from '../form/form-model.ts'
import { labelOf } from '../settings/fields.ts'
import { Differences } from './differences.tsx'
import { authorName } from './merge-dialog.tsx'
import { createVersionsModel, type VersionsModel } from './versions-model.ts'

interface VersionsProps {
  readonly desk: Desk
  readonly model: FormModel
  readonly onClose: () => void
}

/** All versions of an assistant with their changes; any of them can be restored. */
export function Versions({ desk, model: form, onClose }: VersionsProps) {
  const model = useModel(() => createVersionsModel(desk.api, form.id), [form.id])
  useEffect(() => void model.open(), [model])

  async function restore(number: number): Promise<void> {
    const previous = form.form.value?.version.number
    const fields = await model.fieldsOf(number)
    const restored = await model.restore(number)
    if (!restored) return
    if ('gone' in restored) {
      form.take(fields)
      desk.toasts.show(
        t('assistantVersions.gone', { labels: restored.gone.map(labelOf).join(', ') }),
        'danger',
      )
      return onClose()
    }
    await form.adopt(restored.form)
    desk.toasts.undo(t('assistantVersions.restored', { number }), async () => {
      const back = previous === undefined ? undefined : await model.restore(previous)
      if (back && 'form' in back) await form.adopt(back.form as AssistantForm)
    })
  }

  return (
    <Drawer title={t('assistantVersions.title')} size="large" onClose={onClose}>
      <div class="versions-panel">
        <p class="quiet">{t('assistantVersions.lead')}</p>
        {form.isDirty.value && (
          <Banner tone="attention">{t('assistantVersions.nothingSaved')}</Banner>
        )}
        <Content model={model} form={form} onRestore={restore} />
      </div>
    </Drawer>
  )
}

interface ContentProps {
  readonly model: VersionsModel
  readonly form: FormModel
  readonly onRestore: (number: number) => Promise<void>
}

function Content({ model, form, onRestore }: ContentProps) {
  const list = model.list.value
  if (!list) {
    return model.error.value ? (
      <ErrorState title={t('assistantVersions.failed')} onRetry={model.open}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('assistantVersions.loading')} />
    )
  }
  return (
    <div class="versions">
      <ol class="version-list" reversed>
        {list.map((version) => (
          <li key={version.number}>
            <VersionRow
              version={version}
              replay={model.replays.value.get(version.number)}
              isNewest={version === list[0]}
              isChosen={model.chosen.value === version.number}
              onChoose={() => void model.choose(version.number)}
            />
          </li>
        ))}
      </ol>
      <Comparison model={model} form={form} list={list} onRestore={onRestore} />
    </div>
  )
}

interface VersionRowProps {
  readonly version: AssistantVersion
  /** Newest replay of its settings. */
  readonly replay: Replay | undefined
  readonly isNewest: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function VersionRow({ version, replay, isNewest, isChosen, onChoose }: VersionRowProps) {
  const { number, author, note, restored_from, changed, created_at } = version
  const what =
    restored_from !== null
      ? t('assistantVersions.restoredFrom', { number: restored_from })
      : changed.length > 0
        ? changed.map(labelOf).join(', ')
        : t('assistantVersions.first')
  return (
    <button type="button" class="version" aria-pressed={isChosen} onClick={onChoose}>
      <span class="version-head">
        <strong>{t('assistantVersions.number', { number })}</strong>
        {isNewest && <Badge tone="ok">{t('assistantVersions.now')}</Badge>}
        <Time at={created_at} as="relative" />
      </span>
      <span class="version-what">{what}</span>
      <span class="quiet">
        {t('assistantVersions.by', { who: authorName(author) })}
        {note && <> · {note}</>}
      </span>
      {replay && (
        <span class="quiet">
          {t('replay.ofVersion', {
            same: replay.same,
            better: replay.better,
            worse: replay.worse,
            person: replay.needs_person,
          })}
        </span>
      )}
    </button>
  )
}

function Comparison({
  model,
  form,
  list,
  onRestore,
}: ContentProps & { list: readonly AssistantVersion[] }) {
  const id = useId()
  const layout = useSignal<'side' | 'inline'>('inline')
  const { chosen, against, sides, busy, error } = model
  const number = chosen.value
  if (number === undefined) return null
  return (
    <section class="comparison" aria-label={t('assistantVersions.number', { number })}>
      <header class="comparison-head">
        <h3>{t('assistantVersions.number', { number })}</h3>
        <label class="comparison-against" for={`${id}-against`}>
          <span>{t('assistantVersions.compare')}</span>
          <Select
            id={`${id}-against`}
            size="small"
            value={String(against.value)}
            onEdit={(other) => void model.choose(number, Number(other))}
          >
            {list.map((version) => (
              <option key={version.number} value={String(version.number)}>
                {t('assistantVersions.number', { number: version.number })}
              </option>
            ))}
          </Select>
        </label>
        <Segmented
          label={t('assistantVersions.title')}
          size="small"
          value={layout.value}
          options={[
            { value: 'inline', label: t('assistantVersions.inline') },
            { value: 'side', label: t('assistantVersions.side') },
          ]}
          onChoose={(next) => {
            layout.value = next
          }}
        />
        {number !== list[0]?.number && (
          <Button
            size="small"
            icon={ResetIcon}
            busy={busy.value}
            disabled={form.isDirty.value}
            onClick={() => void onRestore(number)}
          >
            {t('assistantVersions.restore')}
          </Button>
        )}
      </header>
      {error.value && <Banner tone="danger">{error.value}</Banner>}
      {sides.value && <Differences {...sides.value} layout={layout.value} choices={form.choices} />}
    </section>
  )
}
