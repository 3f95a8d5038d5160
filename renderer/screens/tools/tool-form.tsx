import { ToolMethod } from '#contracts/enums.ts'
import { t } from '../../locales/translate.ts'
import { Select, Switch, TextArea, TextInput } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { ArgumentRows } from './argument-rows.tsx'
import { HeaderRows } from './header-rows.tsx'
import type { ToolModel } from './tool-model.ts'

/** All editable fields of a tool. */
export function ToolForm({ model }: { readonly model: ToolModel }) {
  const draft = model.draft.value
  const errors = model.errors.value
  if (!draft) return null
  return (
    <>
      <Card title={t('tools.about')} note={t('tools.aboutLead')}>
        <div class="form">
          <Field label={t('tools.name')} hint={t('tools.nameHint')} error={errors['name']}>
            {(wiring) => (
              <TextInput
                {...wiring}
                dir="ltr"
                autocomplete="off"
                spellcheck={false}
                value={draft.name}
                onEdit={(name) => model.edit({ name })}
              />
            )}
          </Field>
          <Field
            label={t('tools.description')}
            hint={t('tools.descriptionHint')}
            error={errors['description']}
          >
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={2}
                maxRows={8}
                placeholder={t('tools.descriptionExample')}
                value={draft.description}
                onEdit={(description) => model.edit({ description })}
              />
            )}
          </Field>
        </div>
      </Card>
      <Card title={t('tools.call')} note={t('tools.callLead')}>
        <div class="form">
          <Address model={model} />
          <HeaderRows model={model} />
          <Switch
            label={t('tools.asksFirst')}
            hint={t('tools.asksFirstHint')}
            checked={draft.asks_first}
            onSwitch={(asks_first) => model.edit({ asks_first })}
          />
        </div>
      </Card>
      <Card title={t('tools.arguments')} note={t('tools.argumentsLead')}>
        <ArgumentRows model={model} />
      </Card>
    </>
  )
}

function Address({ model }: { readonly model: ToolModel }) {
  const { method, endpoint, timeout } = model.draft.value!
  const errors = model.errors.value
  return (
    <>
      <div class="tool-address">
        <Field label={t('tools.method')} error={errors['method']}>
          {(wiring) => (
            <Select
              {...wiring}
              value={method}
              onEdit={(value) => model.edit({ method: value as typeof method })}
            >
              {ToolMethod.options.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('tools.url')} error={errors['endpoint']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="url"
              dir="ltr"
              autocomplete="off"
              placeholder="https://api.example.com/orders/find"
              value={endpoint}
              onEdit={(value) => model.edit({ endpoint: value })}
            />
          )}
        </Field>
        <Field label={t('tools.timeout')} error={errors['timeout']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="numeric"
              suffix={t('tools.seconds')}
              value={timeout}
              onEdit={(value) => model.edit({ timeout: value })}
            />
          )}
        </Field>
      </div>
      <p class="field-hint">
        {method === 'GET' ? t('tools.methodHints.GET') : t('tools.methodHints.other')}
      </p>
    </>
  )
}
