import { useRef } from 'preact/hooks'
import type { Desk } from '../../../app/desk.ts'
import { languageName } from '../../../format/language-name.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../../ui/controls.tsx'
import { Card } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { assistantOptions } from '../../records/assistant-options.ts'
import { EmailPreview } from './email-preview.tsx'
import { createEmailTextsModel, type EmailTextsModel, SENTENCES } from './email-texts-model.ts'

interface CardProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
}

/** The account's own sentences in emails to visitors, with a preview. */
export function EmailTextsCard({ desk }: CardProps) {
  const assistants = useModel(() => ({ options: assistantOptions(desk.api) })).options
  const model = useModel(() => createEmailTextsModel(desk.api, assistants))
  const form = useRef<HTMLFormElement>(null)
  const texts = model.texts()
  const stored = model.stored()
  if (!texts || !stored)
    return model.error.value ? (
      <ErrorState title={t('channels.textsFailed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('channels.loading')} rows={3} />
    )
  const act = async (work: () => Promise<boolean>, done: string) => {
    if (await work()) desk.toasts.show(done)
    else focusMistake(form.current)
  }
  const test = async () => {
    const outcome = await model.test()
    if (outcome) desk.toasts.show(outcome.message, outcome.ok ? undefined : 'danger')
    else focusMistake(form.current)
  }
  return (
    <Card title={t('channels.texts')} note={t('channels.textsNote')}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void act(model.save, t('channels.textsSaved'))
        }}
      >
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <Choosers model={model} assistants={assistants.value} />
        <p class="quiet">{t('channels.placeholders', { name: '{name}', visitor: '{visitor}' })}</p>
        {SENTENCES.map((sentence) => (
          <Field
            key={sentence}
            label={t(`channels.sentences.${sentence}`)}
            error={model.faults.value[sentence]}
          >
            {(wiring) => {
              const standard = sentence === 'closing' ? '' : stored.standard[sentence]
              const props = {
                ...wiring,
                placeholder: standard,
                value: texts[sentence],
                onEdit: (value: string) => model.edit({ [sentence]: value }),
              }
              return sentence === 'subject' ? (
                <TextInput {...props} dir="auto" />
              ) : (
                <TextArea {...props} maxRows={8} />
              )
            }}
          </Field>
        ))}
        <EmailPreview model={model} />
        <div class="form-actions">
          <Button kind="primary" type="submit" busy={model.busy.value}>
            {t('channels.textsSave')}
          </Button>
          <Button onClick={() => void test()}>{t('channels.sendTest')}</Button>
          <Button onClick={() => void act(model.reset, t('channels.textsReset'))}>
            {t('channels.resetTexts')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface ChoosersProps {
  readonly model: EmailTextsModel
  readonly assistants: ReturnType<typeof assistantOptions>['value']
}

function Choosers({ model, assistants }: ChoosersProps) {
  const languages = model.all.value ?? []
  return (
    <div class="email-texts-choosers">
      <Field label={t('channels.textsLanguage')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={model.language.value}
            onEdit={(value) => {
              const chosen = languages.find(({ language }) => language === value)
              if (chosen) model.choose(chosen)
            }}
          >
            {languages.map(({ language }) => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('channels.previewOf')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={model.assistant.value}
            onEdit={(assistant) => model.choose({ assistant })}
          >
            {assistants.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
