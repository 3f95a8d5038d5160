import './targets.css'
import type { TargetHours } from '#contracts/reply-targets.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Card } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { Met } from './met.tsx'
import {
  createTargetsModel,
  type OwnTargets,
  type TargetsDraft,
  type TargetsModel,
} from './model.ts'

/** Targets for how soon people reply. */
export function Targets({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createTargetsModel(desk))
  const draft = model.draft.value
  if (model.failure.value)
    return (
      <ErrorState title={t('targets.failed')} onRetry={() => void model.load()}>
        <p>{model.failure.value}</p>
      </ErrorState>
    )
  if (!draft) return <Loading label={t('targets.loading')} rows={4} />

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (await model.save()) desk.toasts.show(t('targets.saved'))
  }

  return (
    <>
      <form class="form" onSubmit={submit} noValidate>
        <Card title={t('targets.title')} note={t('targets.note')}>
          {model.refusal.value && <Banner tone="danger">{model.refusal.value}</Banner>}
          <TargetFields targets={draft} errors={model.errors.value} onChange={model.edit} />
          <div class="target-fields">
            <Field
              label={t('targets.warn')}
              hint={t('targets.warnHint')}
              error={model.errors.value['warn_percent']}
            >
              {(wiring) => (
                <TextInput
                  {...wiring}
                  inputMode="numeric"
                  autocomplete="off"
                  suffix="%"
                  value={draft.warnPercent}
                  onEdit={(warnPercent) => model.edit({ warnPercent })}
                />
              )}
            </Field>
          </div>
        </Card>
        <Card title={t('targets.own')} note={t('targets.ownNote')} actions={<Add model={model} />}>
          {draft.overrides.length === 0 ? (
            <p class="quiet">{t('targets.ownNone')}</p>
          ) : (
            draft.overrides.map((own, index) => (
              <Own key={own.id} model={model} own={own} index={index} />
            ))
          )}
        </Card>
        <div class="form-actions">
          <Button kind="primary" type="submit" busy={model.isSaving.value}>
            {t('targets.save')}
          </Button>
        </div>
      </form>
      <Met desk={desk} />
    </>
  )
}

interface TargetFieldsProps {
  readonly targets: TargetsDraft
  /** Errors by field. */
  readonly errors: Readonly<Record<string, string>>
  readonly prefix?: string
  readonly onChange: (changes: Partial<TargetsDraft>) => void
}

const KINDS = [
  ['first', 'first_reply_minutes'],
  ['next', 'next_reply_minutes'],
] as const

function TargetFields({ targets, errors, prefix = '', onChange }: TargetFieldsProps) {
  return (
    <div class="target-fields">
      {KINDS.map(([kind, field]) => (
        <Field
          key={kind}
          label={t(`targets.${kind}`)}
          hint={t('targets.minutesHint')}
          error={errors[`${prefix}${field}`]}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="numeric"
              autocomplete="off"
              placeholder={t('targets.none')}
              suffix={t('targets.minutes')}
              value={targets[kind]}
              onEdit={(value) => onChange({ [kind]: value })}
            />
          )}
        </Field>
      ))}
      <Field label={t('targets.hours')} hint={t('targets.hoursHint')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={targets.hours}
            onEdit={(hours) => onChange({ hours: hours as TargetHours })}
          >
            <option value="office">{t('targets.hoursOf.office')}</option>
            <option value="all">{t('targets.hoursOf.all')}</option>
          </Select>
        )}
      </Field>
    </div>
  )
}

interface OwnProps {
  readonly model: TargetsModel
  readonly own: OwnTargets
  readonly index: number
}

function Own({ model, own, index }: OwnProps) {
  return (
    <section class="target-own">
      <header class="target-own-head">
        <h3 dir="auto">{own.name}</h3>
        <IconButton
          icon={TrashIcon}
          label={t('targets.remove', { name: own.name })}
          onClick={() => model.remove(own.id)}
        />
      </header>
      <TargetFields
        targets={own}
        errors={model.errors.value}
        prefix={`overrides.${index}.`}
        onChange={(changes) => model.change(own.id, changes)}
      />
    </section>
  )
}

function Add({ model }: Pick<OwnProps, 'model'>) {
  const others = model.others.value
  if (others.length === 0) return null
  return (
    <Menu
      label={t('targets.add')}
      align="end"
      items={others.map(({ id, name }) => ({ label: name, onSelect: () => model.add(id) }))}
      trigger={(props) => (
        <Button {...props} icon={PlusIcon}>
          {t('targets.add')}
        </Button>
      )}
    />
  )
}
