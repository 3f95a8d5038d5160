import { useRef } from 'preact/hooks'
import type { Strangers } from '#contracts/email-receiving.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, Switch, TextArea } from '../../../ui/controls.tsx'
import { Card } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { assistantOptions } from '../../records/assistant-options.ts'
import { createReceptionModel, type ReceptionModel } from './reception-model.ts'

const STRANGERS: readonly Strangers[] = ['off', 'listed', 'on']

interface CardProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
}

/** Rules for incoming email. */
export function ReceptionCard({ desk }: CardProps) {
  const model = useModel(() => createReceptionModel(desk.api))
  const form = useRef<HTMLFormElement>(null)
  if (!model.fields.value)
    return model.error.value ? (
      <ErrorState title={t('channels.receptionFailed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('channels.loading')} rows={3} />
    )
  const save = async () => {
    if (await model.save()) desk.toasts.show(t('channels.receptionSaved'))
    else focusMistake(form.current)
  }
  return (
    <Card title={t('channels.reception')} note={t('channels.receptionNote')}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <StrangersFields desk={desk} model={model} fields={model.fields.value} />
        <Switch
          label={t('channels.tags')}
          hint={t('channels.tagsHint')}
          checked={model.fields.value.has_tags}
          onSwitch={(has_tags) => model.edit({ has_tags })}
        />
        <div class="form-actions">
          <Button kind="primary" type="submit" busy={model.busy.value}>
            {t('channels.receptionSave')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface FieldsProps extends CardProps {
  readonly model: ReceptionModel
  readonly fields: NonNullable<ReceptionModel['fields']['value']>
}

/** Email of people without a conversation. */
function StrangersFields({ desk, model, fields }: FieldsProps) {
  const assistants = useModel(() => ({ options: assistantOptions(desk.api) })).options
  const { faults, edit } = model
  const listedFault = Object.entries(faults.value).find(([name]) => name.startsWith('listed'))
  return (
    <>
      <Field label={t('channels.strangers')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={fields.strangers}
            onEdit={(value) => {
              const strangers = STRANGERS.find((each) => each === value)
              if (strangers) edit({ strangers })
            }}
          >
            {STRANGERS.map((each) => (
              <option key={each} value={each}>
                {t(`channels.strangersKinds.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {fields.strangers === 'listed' && (
        <Field
          label={t('channels.listed')}
          hint={t('channels.listedHint')}
          error={listedFault?.[1]}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              dir="ltr"
              rows={3}
              maxRows={12}
              spellcheck={false}
              value={fields.listed}
              onEdit={(listed) => edit({ listed })}
            />
          )}
        </Field>
      )}
      {fields.strangers !== 'off' && (
        <Field label={t('channels.receptionAssistant')} error={faults.value['assistant_id']}>
          {(wiring) => (
            <Select
              {...wiring}
              value={fields.assistant}
              onEdit={(assistant) => edit({ assistant })}
            >
              <option value="">{t('channels.chooseAssistant')}</option>
              {assistants.value.map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}
